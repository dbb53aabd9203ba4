import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { shapeOf } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { fencesToLieIn } from "../fence-choices.server";
import { may } from "../policy";
import { findWaitingArea } from "../queries.server";
import { waitingAreaRoom, waitingAreaWords } from "../room";
import type { WaitingAreaRow } from "../schema";

export const handle = screen({ title: recordTitle(waitingAreaRoom) });

export const loader = page(may.read, (call) =>
  reading(call, waitingAreaRoom, may, findWaitingArea, async (viewer, area: WaitingAreaRow) => {
    const around = await fencesToLieIn(viewer, area.fenceUuid);
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
    ...factsOf(waitingAreaWords, area, ["direction", "capacity", "entryAzimuth", "queueRule", "enabled", "coords"]),
    ...factsOf(waitingAreaWords, area, ["lineUuids", "remark"], { names, wide: true }),
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
