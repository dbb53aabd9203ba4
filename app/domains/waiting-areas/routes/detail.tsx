import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { shapeOf } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { listFencesBehind } from "../fence-choices.server";
import { waitingAreaRoom } from "../room";
import { waitingAreas } from "../room.server";

export const handle = screen({ title: recordTitle(waitingAreaRoom) });

export const loader = page(waitingAreaRoom.may.read, (call) =>
  roomRecord(call, waitingAreas, async (viewer, area) => {
    const around = await listFencesBehind(viewer, area.fenceUuid);
    return { around, ...(await mapAround(viewer, boxOfShapes(around))) };
  }),
);

export default function WaitingArea() {
  const { record: area, names, around, settings, roads } = useLoaderData<typeof loader>();
  const shape = shapeOf({ shape: 3, coords: area.coords });
  const facts = [
    {
      label: "所属围栏",
      value: <a href={`/electronic-fence/electronic-fence-management/${area.fenceUuid}`}>{area.fenceName}</a>,
    },
    { label: "所属机构", value: area.orgName },
    { label: "方向", value: area.directionName },
    ...factsOf(waitingAreaRoom.words, area, ["capacity", "entryAzimuth", "queueRule", "enabled", "coords"]),
    ...factsOf(waitingAreaRoom.words, area, ["lineUuids", "remark"], { names, wide: true }),
  ];
  return (
    <RecordScreen room={waitingAreaRoom} sections={[{ title: "基本信息", facts }]}>
      <Section title="位置">
        {!shape && <p className="quiet">还没有画：编辑待车区，在围栏内画出范围。</p>}
        <ShapesMap
          title={`${area.waitName}的位置`}
          settings={settings}
          roads={roads}
          shapes={[...around, ...(shape ? [{ shape, label: area.waitName }] : [])]}
        />
      </Section>
    </RecordScreen>
  );
}
