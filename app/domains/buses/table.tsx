import { z } from "zod";
import { daysLeftText } from "~/kit/ground/time/days-left";
import { yesNoChoices } from "~/kit/page/forms/field";
import { labelOf, yesOrNo } from "~/kit/page/forms/rules";
import { recordTable } from "~/kit/room/record-table";
import { energyTypes } from "~/domains/bus-models/room";
import { expiriesOf, expiryFields } from "./expiry";
import { ExpiryMark, StateMark } from "./marks";
import { normalisePlate, plateTyped } from "./plate";
import { type BusRow, busRoom, busUrl } from "./room";

export const busTable = recordTable<BusRow>(busRoom, {
  columns: [
    { id: "busSelfCode", width: 84, sortable: true },
    { id: "plateNum", width: 96, sortable: true },
    {
      id: "busState",
      header: "状态",
      width: 70,
      sortable: true,
      cell: (row) => <StateMark bus={row} />,
      csv: (row) => busRoom.words.show("busState", row.busState),
    },
    { id: "lineName", header: "所属线路", width: 92, sortable: true },
    "orgName",
    { id: "modelNum", width: 110, aside: true },
    { id: "energy", header: "能源类型", width: 84, hidden: true, cell: (row) => labelOf(energyTypes, row.energy) },
    { id: "parkingName", width: 110, aside: true },
    { id: "driverName", header: "固定驾驶员", width: 92, aside: true },
    {
      id: "firstExpire",
      header: "最近到期",
      width: 132,
      sortable: true,
      cell: (row) => <NextExpiry bus={row} />,
      csv: (row) => row.firstExpire ?? "",
    },
    {
      id: "deviceCount",
      header: "设备",
      width: 60,
      align: "right",
      sortable: true,
      cell: (row) => <a href={`${busUrl(row)}/devices`}>{row.deviceCount}</a>,
    },
    {
      id: "online",
      header: "在线",
      width: 54,
      cell: (row) => (row.online ? "在线" : <span className="quiet">离线</span>),
      csv: (row) => (row.online ? "在线" : "离线"),
    },
    { id: "mileage", width: 110, sortable: true, hidden: true },
    { id: "vin", width: 170, hidden: true },
    { id: "plateColor", width: 76, hidden: true },
    { id: "approvedNumber", header: "核载人数", width: 76, hidden: true },
    { id: "seatNumber", header: "座位数", width: 66, hidden: true },
    { id: "registerDate", width: 100, sortable: true, hidden: true },
    ...expiryFields.map(({ name }) => ({ id: name, width: 100, hidden: true })),
    { id: "remark", width: 160, hidden: true },
    { id: "updatedAt", aside: false, hidden: true },
  ],
  filters: [
    {
      name: "keyword",
      label: "车辆",
      placeholder: "自编号、车牌、拼音、VIN",
      width: 186,
      rule: z.string().trim().max(64).overwrite(plateTyped).optional(),
    },
    { name: "orgId", label: "机构" },
    {
      name: "lineName",
      label: "线路",
      kind: "text",
      placeholder: "1路",
      width: 80,
      rule: z.string().trim().max(64).optional(),
    },
    { name: "busState", label: "状态" },
    {
      name: "expire",
      label: "到期",
      kind: "choice",
      choices: [
        { value: "30", label: "30 天内（含已过期）" },
        { value: "month", label: "本月内到期" },
        { value: "overdue", label: "已过期" },
      ],
      rule: z.enum(["30", "month", "overdue"]).optional(),
    },
    { name: "modelUuid", label: "型号", more: true },
    { name: "parkingUuid", label: "场站", more: true },
    { name: "energyType", label: "能源", more: true },
    {
      name: "hasDevice",
      label: "设备",
      kind: "choice",
      choices: yesNoChoices("已绑定设备", "没有设备"),
      rule: yesOrNo,
      more: true,
    },
    { name: "busSelfCode", label: "", rule: z.string().trim().max(16).optional() },
    { name: "plateNum", label: "", rule: z.string().trim().max(16).overwrite(normalisePlate).optional() },
    { name: "lineUuid", label: "", rule: z.string().max(32).optional() },
  ],
  sortBy: "busSelfCode",
});

function NextExpiry({ bus }: { bus: BusRow }) {
  const all = expiriesOf(bus);
  if (!all[0]) return null;
  return (
    <span title={all.map(({ label, date, daysLeft }) => `${label} ${date} ${daysLeftText(daysLeft)}`).join("\n")}>
      <ExpiryMark expiry={all[0]} />
    </span>
  );
}
