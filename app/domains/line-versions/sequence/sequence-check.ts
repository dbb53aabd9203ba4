import { metresApart, turnBetween } from "~/transit/geo/metres";
import type { Direction } from "~/domains/lines/directions";
import { type StopOnPath, offPath } from "./measure";
import type { SequenceRow } from "./sequence";

export const longestSequence = 500;
export const ordinary = 5;

/** A broken rule at its row (from 1): an error keeps the sequence from being saved or put in force, a warning does not. */
export interface SequenceProblem {
  row: number;
  path: string;
  message: string;
  level: "error" | "warning";
}

export interface SequenceFacts {
  lineType: number;
  direction: Direction;
  rows: readonly SequenceRow[];
  stations: ReadonlyMap<string, { staName: string; lng: number; lat: number }>;
  /** One for each row, where the direction has a path. */
  measured?: readonly StopOnPath[];
  /** Kilometres of that path. */
  mileage?: number;
}

/** Every rule that a direction's stations break, in the order of its rows; no rows at all are no direction and break none. */
export function checkSequence(facts: SequenceFacts): SequenceProblem[] {
  const { rows, lineType, direction, stations, measured, mileage } = facts;
  if (rows.length === 0) return [];
  const found: SequenceProblem[] = [];
  const report = (level: SequenceProblem["level"]) => (at: number, path: string, message: string) =>
    found.push({ row: at + 1, path, message, level });
  const error = report("error");
  const warning = report("warning");
  const last = rows.length - 1;

  if (lineType === 2 && direction === 2) error(0, "direction", "环行线路只有一个方向，请删除这个方向的站点");
  if (rows.length === 1) error(0, "staUuid", "一个方向至少需要 2 个站点，请继续添加站点");
  if (rows.length > longestSequence)
    error(longestSequence, "serial", `一个方向最多 ${longestSequence} 个站点，请删除多余的站点`);
  if (lineType === 2 && rows.length > 1 && rows[0]!.staUuid !== rows[last]!.staUuid)
    error(last, "staUuid", "环行线路的末站应与首站是同一站，请在最后添加首站");

  const [start, end] = endTypes(direction);
  let before: number | null = null;
  rows.forEach((row, at) => {
    const previous = rows[at - 1];
    const place = stations.get(row.staUuid);
    if (!place) error(at, "staUuid", "站点不存在或已删除，请移除或换成其他站点");
    checkType(row, at);
    checkNumbers(row, at, error);
    if (previous && previous.staUuid === row.staUuid) warning(at, "staUuid", "与上一站是同一站点，请确认是否重复");
    if (row.distance !== null) {
      if (before !== null && row.distance <= before) error(at, "distance", `距起点应大于前面站点的 ${before} 公里`);
      before = row.distance;
    }
    const there = previous && stations.get(previous.staUuid);
    if (previous && place && there && previous.staUuid !== row.staUuid)
      checkSpacing(row, previous, at, metresApart([there.lng, there.lat], [place.lng, place.lat]), warning);
    const along = measured?.[at];
    if (along && place) checkPath(row, along, at, warning);
  });
  const [ahead, reached] = [measured?.[0]?.along ?? 0, measured?.[last]?.along ?? null];
  if (ahead > overhang) warning(0, "distance", `路径在首站之前还有 ${ahead.toFixed(1)} 公里，请重新匹配路径`);
  if (reached !== null && mileage !== undefined && mileage - reached > overhang)
    warning(last, "distance", `路径在末站之后还有 ${(mileage - reached).toFixed(1)} 公里，请重新匹配路径`);
  return found;

  function checkType({ staType }: SequenceRow, at: number) {
    if (at === 0 && staType !== start) error(at, "staType", "第一站的类型应为本方向的起点");
    else if (at > 0 && at === last && staType !== end) error(at, "staType", "最后一站的类型应为本方向的终点");
    else if (at > 0 && at < last && !innerTypes(direction).includes(staType)) {
      error(at, "staType", "中间站的类型应为普通站或本方向的招呼站");
    }
  }
}

export function endTypes(direction: Direction): [start: number, end: number] {
  return direction === 1 ? [1, 2] : [3, 4];
}

export function innerTypes(direction: Direction): number[] {
  return direction === 1 ? [ordinary, 6] : [ordinary, 7];
}

/** Kilometres that a path may reach beyond its first and last stops. */
const overhang = 0.3;

type Report = (at: number, path: string, message: string) => void;

const ranges: {
  field: "inRadius" | "outRadius" | "azimuth" | "duration" | "dwell" | "limitSpeed";
  least: number;
  most: number;
  words: string;
}[] = [
  { field: "inRadius", least: 20, most: 300, words: "进站半径应为 20 到 300 米" },
  { field: "outRadius", least: 20, most: 300, words: "出站半径应为 20 到 300 米" },
  { field: "azimuth", least: 0, most: 359, words: "方位角应为 0 到 359 度" },
  { field: "duration", least: 0, most: 36_000, words: "行驶时间应为 0 到 36000 秒" },
  { field: "dwell", least: 0, most: 600, words: "停站时间应为 0 到 600 秒" },
  { field: "limitSpeed", least: 5, most: 120, words: "限速应为 5 到 120 公里/时" },
];

function checkNumbers(row: SequenceRow, at: number, error: Report) {
  for (const { field, least, most, words } of ranges) {
    const value = row[field];
    if (value !== null && !(Number.isInteger(value) && value >= least && value <= most)) error(at, field, words);
  }
  if (row.distance !== null && !(row.distance >= 0)) error(at, "distance", "距起点应为不小于 0 的公里数");
}

function checkSpacing(row: SequenceRow, previous: SequenceRow, at: number, straight: number, warning: Report) {
  const spacing =
    row.distance !== null && previous.distance !== null ? row.distance - previous.distance : straight / 1000;
  if (spacing > 0 && spacing < 0.1)
    warning(at, "distancePrev", `与上一站只相距 ${Math.round(spacing * 1000)} 米，请确认`);
  if (spacing > 5) warning(at, "distancePrev", `与上一站相距 ${spacing.toFixed(1)} 公里，请确认是否漏站`);
  // Only neighbours count: the bus looks for the next stop alone.
  if (straight < previous.outRadius + row.inRadius)
    warning(at, "inRadius", `与上一站的报站范围重叠（相距 ${Math.round(straight)} 米），请减小半径`);
}

function checkPath(row: SequenceRow, { distance, offset, heading }: StopOnPath, at: number, warning: Report) {
  if (offset > offPath)
    warning(at, "staUuid", `站点离路径 ${offset < 10_000 ? `${Math.round(offset)} 米` : "很远"}，请重新匹配路径`);
  else if (distance === null) warning(at, "staUuid", "路径没有按站序经过这一站，请调整站序或重新匹配路径");
  if (row.azimuth === null || offset > offPath) return;
  const turn = turnBetween(row.azimuth, heading);
  if (turn > 70) warning(at, "azimuth", `方位角与路径相差 ${turn} 度，车辆到站时不会报站，请改为约 ${heading} 度`);
  else if (turn > 45) warning(at, "azimuth", `方位角与路径相差 ${turn} 度，建议改为约 ${heading} 度`);
}
