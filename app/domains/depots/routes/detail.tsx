import { useLoaderData } from "@remix-run/react";
import { devicesOf } from "~/domains/devices/queries.server";
import { deviceRoom, devTypes } from "~/domains/devices/room";
import { mapAround } from "~/domains/roads/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { labelOf } from "~/kit/page/forms/rules";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { ringWords } from "~/kit/page/map/shape-words";
import { roomRecord } from "~/kit/room/served-pages.server";
import { usesOf } from "~/kit/room/uses.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { placeOf } from "../place";
import { depotRoom } from "../room";
import { depots } from "../room.server";

export const handle = screen({ title: recordTitle(depotRoom) });

export const loader = page(depotRoom.may.read, (call) =>
  roomRecord(call, depots, async (viewer, depot) => {
    const [uses, devices, around] = await Promise.all([
      usesOf(viewer, depots.references, [depot.parkingUuid]),
      devicesOf(viewer, "parking", depot.parkingUuid),
      mapAround(viewer, placeOf(depot).box),
    ]);
    const mayBind = allows(viewer, deviceRoom.may.bind);
    return { uses: uses.filter(({ label, count }) => label !== "设备" && count > 0), devices, mayBind, ...around };
  }),
);

export default function Depot() {
  const { record: depot, names, uses, devices, mayBind, settings, roads } = useLoaderData<typeof loader>();
  const { shapes, marker } = placeOf(depot);
  const base = [
    ...factsOf(depotRoom.words, depot, ["parkingType", "state", "orgId", "level", "ownership", "manager", "phone"], {
      names,
    }),
    ...factsOf(depotRoom.words, depot, ["address", "remark"], { wide: true }),
  ];
  const means = [
    ...factsOf(depotRoom.words, depot, ["busBays", "chargers", "repairPits", "landArea"]),
    { label: "停放车辆", value: `${depot.busCount} 辆` },
  ];
  return (
    <RecordScreen
      room={depotRoom}
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
            <ShapesMap
              title={`${depot.parkingName}的位置`}
              settings={settings}
              roads={roads}
              shapes={shapes}
              marker={marker}
            />
          </>
        ) : (
          <p className="quiet">还没有位置：编辑场站，填写坐标或画出场界。</p>
        )}
      </Section>
      <Section
        title={`设备（${devices.length}）`}
        actions={mayBind && <a href={`${deviceRoom.url}/bind-one?to=parking&owner=${depot.parkingUuid}`}>绑定设备</a>}
      >
        {devices.length === 0 ? (
          <p className="quiet">没有设备绑定在此。</p>
        ) : (
          <ul>
            {devices.map((device) => (
              <li key={device.devUuid}>
                <a href={`/device/device-management/${device.devUuid}`}>{device.devSelfCode}</a>{" "}
                {labelOf(devTypes, device.devType)} {device.modelNum}{" "}
                {device.connectState === 1 ? "在线" : <span className="quiet">离线</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {uses.map(({ label, count, items = [] }) => (
        <Section key={label} title={`${label}（${count}）`}>
          {items
            .map(({ title, href }) =>
              href ? (
                <a key={title} href={href}>
                  {title}
                </a>
              ) : (
                title
              ),
            )
            .flatMap((one, index) => (index > 0 ? ["、", one] : [one]))}
          {count > items.length && items.length > 0 && <span className="quiet"> 等 {count} 条</span>}
        </Section>
      ))}
    </RecordScreen>
  );
}
