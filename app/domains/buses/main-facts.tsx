import { NamedLink } from "~/kit/page/screens/named-link";
import { StateMark } from "./marks";
import { type BusRow, busRoom } from "./room";

export function mainFacts(bus: BusRow) {
  return [
    { label: "自编号", value: bus.busSelfCode },
    { label: "车牌号", value: `${bus.plateNum}（${busRoom.words.show("plateColor", bus.plateColor)}）` },
    { label: "车辆状态", value: <StateMark bus={bus} /> },
    { label: "所属机构", value: bus.orgName },
    {
      label: "所属线路",
      value: bus.lineUuid && <NamedLink href={`/line/line-management/${bus.lineUuid}`} name={bus.lineName} />,
    },
    {
      label: "型号",
      value: (
        <a href={`/model/bus-model/${bus.modelUuid}`}>
          {bus.modelNum}
          {bus.modelName && ` ${bus.modelName}`}
        </a>
      ),
    },
    {
      label: "停放场站",
      value: bus.parkingUuid && (
        <NamedLink href={`/parking/parking-management/${bus.parkingUuid}`} name={bus.parkingName} />
      ),
    },
    {
      label: "固定驾驶员",
      value: bus.fixedDriver && (
        <NamedLink
          href={`/personnel/personnel-management/${bus.fixedDriver}`}
          name={bus.driverName}
          more={bus.driverNumber}
        />
      ),
    },
  ];
}
