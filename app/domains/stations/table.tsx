import { type Column, defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { asChoices } from "~/kit/page/forms/field";
import { recordUrl } from "~/kit/room/room";
import { stationRoom } from "./room";
import { labelOf, staKinds, staStates, StationFilters, type StationRow } from "./schema";

const columns: Column<StationRow>[] = [
  {
    id: "staSelfCode",
    header: "站点编号",
    width: 120,
    sortable: true,
    cell: (row) => <a href={recordUrl(stationRoom, row) + (row.asOf ? `?asOf=${row.asOf}` : "")}>{row.staSelfCode}</a>,
  },
  { id: "staName", header: "站点名称", sortable: true, always: true },
  { id: "state", header: "状态", width: 70, sortable: true, cell: (row) => labelOf(staStates, row.state) },
  { id: "staKind", header: "种类", width: 70, sortable: true, cell: (row) => labelOf(staKinds, row.staKind) },
  {
    id: "road",
    header: "所在道路",
    width: 134,
    sortable: true,
    cell: (row) => [row.road, row.roadSide].filter(Boolean).join(" "),
  },
  { id: "lineCount", header: "线路数", width: 70, align: "right" },
  { id: "lng", header: "经度", width: 100, align: "right", aside: true, cell: (row) => row.lng.toFixed(6) },
  { id: "lat", header: "纬度", width: 90, align: "right", aside: true, cell: (row) => row.lat.toFixed(6) },
  { id: "district", header: "行政区划", width: 90, sortable: true, hidden: true },
  { id: "address", header: "地址", width: 200, hidden: true },
  { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time" },
];

const declared: TableDeclaration<StationRow, typeof StationFilters> = {
  columns,
  filters: StationFilters,
  filterFields: [
    { name: "keyword", label: "站点", placeholder: "名称、编号、拼音或首字母", width: 190 },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(staStates) },
    { name: "staKind", label: "种类", kind: "choice", choices: asChoices(staKinds) },
    { name: "asOf", label: "日期", kind: "date" },
    { name: "lng", label: "附近：经度", kind: "number", width: 100, more: true },
    { name: "lat", label: "纬度", kind: "number", width: 100, more: true },
    { name: "radius", label: "半径（米）", kind: "number", placeholder: "500", width: 80, more: true },
    { name: "minLng", label: "范围：最小经度", kind: "number", width: 100, more: true },
    { name: "minLat", label: "最小纬度", kind: "number", width: 100, more: true },
    { name: "maxLng", label: "最大经度", kind: "number", width: 100, more: true },
    { name: "maxLat", label: "最大纬度", kind: "number", width: 100, more: true },
  ],
  sortBy: "staSelfCode",
  rowKey: (row) => row.staUuid,
};

export const stationTable = defineTable<StationRow>()(declared);

/** The list around a point: with the distance from it, the nearest first. */
export const nearbyTable = defineTable<StationRow>()({
  ...declared,
  columns: [
    ...columns.slice(0, 2),
    {
      id: "away",
      header: "距离（米）",
      width: 96,
      align: "right",
      sortable: true,
      always: true,
      cell: (row) => row.away?.toFixed(0),
    },
    ...columns.slice(2, -1),
    { ...columns.at(-1)!, aside: true },
  ],
  sortBy: "away",
});
