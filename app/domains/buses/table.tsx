import { asChoices } from "~/kit/page/forms/field";
import { defineTable } from "~/kit/page/tables/define-table";
import { daysLeftText, expiriesOf } from "./expiry";
import { ExpiryMark, StateMark } from "./marks";
import { busUrl, busWords } from "./room";
import { BusFilters, type BusRow, busStates, energyTypes, labelOf } from "./schema";

const chosen = (name: string) => (row: BusRow) => busWords.show(name, row[name as keyof BusRow]);

export const busTable = defineTable<BusRow>()({
  columns: [
    {
      id: "busSelfCode",
      header: "自编号",
      width: 84,
      sortable: true,
      cell: (row) => <a href={busUrl(row)}>{row.busSelfCode}</a>,
    },
    { id: "plateNum", header: "车牌号", width: 96, sortable: true },
    {
      id: "busState",
      header: "状态",
      width: 70,
      sortable: true,
      cell: (row) => <StateMark bus={row} />,
      csv: (row) => labelOf(busStates, row.busState),
    },
    { id: "lineName", header: "所属线路", width: 84 },
    { id: "orgName", header: "所属机构" },
    { id: "modelNum", header: "型号", width: 110, aside: true },
    { id: "energy", header: "能源类型", width: 84, hidden: true, cell: (row) => labelOf(energyTypes, row.energy) },
    { id: "parkingName", header: "停放场站", width: 110, aside: true },
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
      width: 50,
      align: "right",
      cell: (row) => <a href={`${busUrl(row)}/devices`}>{row.deviceCount}</a>,
    },
    {
      id: "online",
      header: "在线",
      width: 54,
      cell: (row) => (row.online ? "在线" : <span className="quiet">离线</span>),
      csv: (row) => (row.online ? "在线" : "离线"),
    },
    { id: "mileage", header: "总里程（km）", width: 110, align: "right", sortable: true, hidden: true },
    { id: "vin", header: "车辆识别代码", width: 170, hidden: true },
    { id: "plateColor", header: "车牌颜色", width: 76, hidden: true, cell: chosen("plateColor") },
    { id: "approvedNumber", header: "核载人数", width: 76, align: "right", hidden: true },
    { id: "seatNumber", header: "座位数", width: 66, align: "right", hidden: true },
    { id: "registerDate", header: "登记日期", width: 100, sortable: true, hidden: true },
    ...(
      [
        "drivingLicenseExpire",
        "compulsoryInsExpire",
        "commercialInsExpire",
        "nextInspection",
        "nextMaintenance",
      ] as const
    ).map((id) => ({ id, header: busWords.labels[id]!, width: 100, hidden: true })),
    { id: "remark", header: "备注", width: 160, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, hidden: true, kind: "time" },
  ],
  filters: BusFilters,
  filterFields: [
    { name: "keyword", label: "车辆", placeholder: "自编号、车牌、拼音、VIN", width: 186 },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "lineName", label: "线路", placeholder: "1路", width: 80 },
    { name: "busState", label: "状态", kind: "choice", choices: asChoices(busStates) },
    {
      name: "expire",
      label: "到期",
      kind: "choice",
      choices: [
        { value: "30", label: "30 天内（含已过期）" },
        { value: "overdue", label: "已过期" },
      ],
    },
    { name: "modelUuid", label: "型号", kind: "choice", more: true },
    { name: "parkingUuid", label: "场站", kind: "choice", more: true },
    { name: "energyType", label: "能源", kind: "choice", choices: asChoices(energyTypes), more: true },
    {
      name: "hasDevice",
      label: "设备",
      kind: "choice",
      choices: [
        { value: "1", label: "已绑定设备" },
        { value: "0", label: "没有设备" },
      ],
      more: true,
    },
  ],
  sortBy: "busSelfCode",
  rowKey: (row) => row.busUuid,
});

/** The most pressing date; all those that are due stand in its title. */
function NextExpiry({ bus }: { bus: BusRow }) {
  const all = expiriesOf(bus);
  if (!all[0]) return null;
  return (
    <span title={all.map(({ label, date, daysLeft }) => `${label} ${date} ${daysLeftText(daysLeft)}`).join("\n")}>
      <ExpiryMark expiry={all[0]} />
    </span>
  );
}
