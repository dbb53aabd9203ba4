import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kernel/access/page.server";
import { ShapesMap } from "~/kernel/map/shapes-map";
import { ringWords } from "~/kernel/map/shape-words";
import { reading } from "~/kernel/rooms/pages.server";
import { factsOf } from "~/kernel/rooms/words";
import { RecordScreen, recordTitle, screen, Section } from "~/kernel/screens";
import { placeOf } from "../place";
import { may } from "../policy";
import { depotUses, findDepot } from "../queries.server";
import { depotRoom, depotWords } from "../room";

export const handle = screen({ title: recordTitle(depotRoom) });

export const loader = page(may.read, (call) =>
  reading(call, depotRoom, may, findDepot, async (viewer, depot) => ({ uses: await depotUses(viewer, [depot.parkingUuid]), ...(await mapAround(viewer, placeOf(depot).box)) })),
);

export default function Depot() {
  const { record: depot, names, uses, settings, roads } = useLoaderData<typeof loader>();
  const { shapes, marker } = placeOf(depot);
  const base = [
    ...factsOf(depotWords, depot, ["parkingType", "state", "orgId", "level", "ownership", "manager", "phone"], { names }),
    ...factsOf(depotWords, depot, ["address", "remark"], { wide: true }),
  ];
  const means = [...factsOf(depotWords, depot, ["busBays", "chargers", "repairPits", "landArea"]), { label: "停放车辆", value: `${depot.busCount} 辆` }];
  return (
    <RecordScreen
      room={depotRoom}
      note={depot.parkingNum}
      sections={[
        { title: "基本信息", facts: base },
        { title: "设施", facts: means },
      ]}
    >
      <Section title="位置">
        {marker || shapes.length > 0 ? (
          <>
            <p className="quiet">
              {marker && `坐标 ${marker[0].toFixed(6)}, ${marker[1].toFixed(6)}`}
              {marker && depot.outline && "；"}
              {depot.outline && `场界 ${ringWords(depot.outline)}`}
            </p>
            <ShapesMap title={`${depot.parkingName}的位置`} settings={settings} roads={roads} shapes={shapes} marker={marker} />
          </>
        ) : (
          <p className="quiet">还没有位置：编辑场站，填写坐标或画出场界。</p>
        )}
      </Section>
      {uses.filter(({ count }) => count > 0).map(({ label, count, items = [] }) => (
        <Section key={label} title={`${label}（${count}）`}>
          {items.map(({ title, href }) => (href ? <a key={title} href={href}>{title}</a> : title)).flatMap((one, index) => (index > 0 ? ["、", one] : [one]))}
          {count > items.length && items.length > 0 && <span className="quiet"> 等 {count} 条</span>}
        </Section>
      ))}
    </RecordScreen>
  );
}
