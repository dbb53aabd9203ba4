import { recordUrl } from "~/kit/room/room";
import { recordTable } from "~/kit/room/record-table";
import { searchKeys, StationFilters } from "./filters";
import { type StationRow, stationRoom } from "./room";

type Columns = Parameters<typeof recordTable<StationRow>>[1]["columns"];

const opposite = ({ oppositeSta, oppositeCode }: StationRow) =>
  oppositeSta && <a href={recordUrl(stationRoom, { staUuid: oppositeSta })}>{oppositeCode}</a>;

const columns: Columns = [
  {
    id: "staSelfCode",
    width: 120,
    sortable: true,
    cell: (row) => <a href={recordUrl(stationRoom, row) + (row.asOf ? `?asOf=${row.asOf}` : "")}>{row.staSelfCode}</a>,
  },
  { id: "staName", sortable: true, always: true },
  { id: "state", width: 80, sortable: true },
  { id: "staKind", width: 70, sortable: true },
  { id: "road", width: 134, sortable: true, cell: (row) => [row.road, row.roadSide].filter(Boolean).join(" ") },
  { id: "lineCount", header: "线路数", width: 80, align: "right", sortable: true },
  { id: "lng", width: 100, align: "right", aside: true, cell: (row) => row.lng.toFixed(6) },
  { id: "lat", width: 90, align: "right", aside: true, cell: (row) => row.lat.toFixed(6) },
  { id: "oppositeCode", header: "对向站", width: 120, hidden: true, cell: opposite },
  { id: "district", width: 90, sortable: true, hidden: true },
  { id: "address", width: 200, hidden: true },
];

const place = (name: keyof StationFilters, label: string) =>
  ({ name, label, kind: "number", width: 100, more: true, rule: StationFilters.shape[name] }) as const;
const unseen = (name: keyof StationFilters) => ({ name, label: "", rule: StationFilters.shape[name] });

const listed = {
  keyword: "名称、编号、拼音或首字母",
  filters: [
    { name: "searchKey", label: "查找字段", choices: searchKeys, more: true, rule: StationFilters.shape.searchKey },
    "state",
    "staKind",
    { name: "asOf", label: "日期", kind: "date", rule: StationFilters.shape.asOf },
    place("lng", "附近：经度"),
    place("lat", "纬度"),
    { ...place("radius", "半径（米）"), placeholder: "500", width: 80 },
    place("minLng", "范围：最小经度"),
    place("minLat", "最小纬度"),
    place("maxLng", "最大经度"),
    place("maxLat", "最大纬度"),
    ...(["staName", "staSelfCode", "district"] as const).map(unseen),
  ],
} as const;

export const stationTable = recordTable<StationRow>(stationRoom, {
  ...listed,
  columns: [...columns, { id: "updatedAt", aside: false }],
  sortBy: "staSelfCode",
});

export const nearbyTable = recordTable<StationRow>(stationRoom, {
  ...listed,
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
    ...columns.slice(2),
    "updatedAt",
  ],
  sortBy: "away",
});
