import { csvLine } from "~/kit/page/tables/csv";
import type { DirectionDetail, StationOfLine } from "./schema";

const yesNo = (value: boolean) => (value ? "是" : "否");

/** A line's stations as a table, under the headers by which the station import knows its columns. */
const columns: [header: string, value: (row: StationOfLine) => string | number | null][] = [
  ["站序", ({ serial }) => serial],
  ["站点编号", ({ staSelfCode }) => staSelfCode],
  ["站名", ({ staName }) => staName],
  ["经度", ({ lng }) => lng],
  ["纬度", ({ lat }) => lat],
  ["站点类型", ({ staTypeName }) => staTypeName],
  ["距起点（公里）", ({ distance }) => distance?.toFixed(3) ?? null],
  ["行驶时间（秒）", ({ duration }) => duration],
  ["停站时间（秒）", ({ dwell }) => dwell],
  ["方位角", ({ azimuth }) => azimuth],
  ["进站半径（米）", ({ inRadius }) => inRadius],
  ["出站半径（米）", ({ outRadius }) => outRadius],
  ["限速（公里/时）", ({ limitSpeed }) => limitSpeed],
  ["大站", ({ isKey }) => yesNo(isKey)],
  ["考核点", ({ isTimed }) => yesNo(isTimed)],
  ["票价段", ({ fareStage }) => fareStage],
  ["报站名", ({ alias }) => alias],
  ["英文报站名", ({ aliasEn }) => aliasEn],
];

export function* stationSheet(directions: readonly DirectionDetail[]): Generator<string> {
  yield csvLine(["方向", ...columns.map(([header]) => header)]);
  for (const { directionName, stationList } of directions)
    for (const row of stationList) yield csvLine([directionName, ...columns.map(([, value]) => `${value(row) ?? ""}`)]);
}
