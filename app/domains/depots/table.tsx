import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { depotRoom } from "./room";
import { DepotFilters, type DepotRow, ownerships, parkingStates, parkingTypes } from "./schema";

export const depotTable = defineTable<DepotRow>()({
  columns: [
    {
      id: "parkingNum",
      header: "场站编号",
      width: 100,
      sortable: true,
      cell: (row) => <a href={recordUrl(depotRoom, row)}>{row.parkingNum}</a>,
    },
    { id: "parkingName", header: "场站名称", sortable: true, always: true },
    {
      id: "parkingType",
      header: "类型",
      width: 76,
      sortable: true,
      cell: (row) => labelOf(parkingTypes, row.parkingType),
    },
    { id: "state", header: "状态", width: 84, sortable: true, cell: (row) => labelOf(parkingStates, row.state) },
    { id: "orgName", header: "所属机构", width: 108, sortable: true },
    { id: "busBays", header: "停车位", width: 74, align: "right", sortable: true },
    { id: "busCount", header: "停放车辆", width: 80, align: "right" },
    { id: "chargers", header: "充电桩", width: 74, align: "right", sortable: true },
    { id: "address", header: "地址", width: 180, aside: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
    { id: "deviceCount", header: "设备", width: 60, align: "right", hidden: true },
    { id: "fenceCount", header: "围栏", width: 60, align: "right", hidden: true },
    { id: "level", header: "等级", width: 90, hidden: true },
    {
      id: "ownership",
      header: "权属",
      width: 70,
      hidden: true,
      cell: (row) => row.ownership && labelOf(ownerships, row.ownership),
    },
    { id: "landArea", header: "占地面积（平方米）", width: 140, align: "right", hidden: true },
    { id: "repairPits", header: "维修坑", width: 70, align: "right", hidden: true },
    { id: "lng", header: "经度", width: 100, align: "right", hidden: true, cell: (row) => row.lng?.toFixed(6) },
    { id: "lat", header: "纬度", width: 90, align: "right", hidden: true, cell: (row) => row.lat?.toFixed(6) },
    { id: "manager", header: "负责人", width: 100, hidden: true },
    { id: "phone", header: "联系电话", width: 120, hidden: true },
    { id: "remark", header: "备注", width: 160, hidden: true },
  ],
  filters: DepotFilters,
  filterFields: [
    { name: "keyword", label: "场站", placeholder: "名称、编号、拼音或首字母", width: 190 },
    { name: "parkingType", label: "类型", kind: "choice", choices: asChoices(parkingTypes) },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(parkingStates) },
    { name: "orgId", label: "所属机构", kind: "choice" },
  ],
  sortBy: "parkingNum",
  rowKey: (row) => row.parkingUuid,
});
