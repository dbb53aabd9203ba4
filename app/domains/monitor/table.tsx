import { busStates } from "~/domains/buses/room";
import { asChoices, yesNoChoices } from "~/kit/page/forms/field";
import { defineTable } from "~/kit/page/tables/define-table";
import { stateMark } from "~/kit/page/tables/state-mark";
import { MonitorFilters, type WatchedBus } from "./schema";

export const monitorTable = defineTable<WatchedBus & { href?: string }>()({
  columns: [
    {
      id: "busSelfCode",
      header: "自编号",
      width: 70,
      sortable: true,
      cell: (row) => (row.href ? <a href={row.href}>{row.busSelfCode}</a> : row.busSelfCode),
    },
    { id: "plateNum", header: "车牌号", width: 88, sortable: true },
    {
      id: "online",
      header: "在线",
      width: 62,
      always: true,
      cell: (row) => stateMark(row.online ? "在线" : "离线"),
    },
    { id: "lineName", header: "线路", width: 54 },
    { id: "orgName", header: "机构", width: 90, hidden: true },
    { id: "modelName", header: "型号", width: 120, hidden: true },
    { id: "busState", header: "状态", width: 66, sortable: true, hidden: true, cell: (row) => row.busStateName },
    { id: "reportedAt", header: "最近上报", sortable: true, kind: "time" },
    {
      id: "speed",
      header: "公里/时",
      width: 78,
      align: "right",
      sortable: true,
      cell: (row) => row.position?.speed?.toFixed(0),
    },
  ],
  filters: MonitorFilters,
  filterFields: [
    { name: "keyword", label: "车辆", placeholder: "自编号、车牌、拼音", width: 150 },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "lineUuid", label: "线路", kind: "choice" },
    { name: "busState", label: "状态", kind: "choice", choices: asChoices(busStates) },
    {
      name: "online",
      label: "在线",
      kind: "choice",
      choices: yesNoChoices("在线", "离线"),
    },
  ],
  sortBy: "busSelfCode",
  rowKey: (row) => row.busUuid,
});
