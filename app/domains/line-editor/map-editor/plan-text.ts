import { type LngLat, parseLngLat } from "~/transit/geo/lng-lat";
import type { Direction } from "~/domains/lines/directions";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { exact } from "./line-cut";
import { callsOf, type KnownPlace, type Line, openPlan, type PathParts, pathOf, type Plan, type Via } from "./model";

/** A plan's path as a form carries it: a line of text for each thing. */
export interface PathText {
  /** "经度,纬度" */
  path: string;
  /** "站序,经度,纬度": to be passed after the station of this serial. */
  vias: string;
  /** "12-30": from one line of the path to another. */
  freeHand: string;
  /** "站点编号,经度,纬度": new places of stations. */
  moves: string;
}

export const textLabels: Record<keyof PathText, string> = {
  path: "路径坐标",
  vias: "途经点",
  freeHand: "手绘段",
  moves: "站点新位置",
};

/** Something typed that cannot be read, with the line it stands on. */
export interface LineFault {
  field: keyof PathText;
  line: number;
  message: string;
  /** The station whose place someone else has changed too. */
  staUuid?: string;
}

const degrees = ([lng, lat]: LngLat) => `${lng.toFixed(7).replace(/0$/, "")},${lat.toFixed(7).replace(/0$/, "")}`;

export const pathLines = (points: Line) => points.map(degrees).join("\n");

export function textOf(plan: Plan): PathText {
  const { points, vias, freeHand } = pathOf(plan);
  const codes = new Map(callsOf(plan).map(({ station }) => [station.staUuid, station.staSelfCode]));
  const moves = Object.entries(plan.moved).filter(([staUuid]) => codes.has(staUuid));
  return {
    ...partsText({ points, vias, freeHand }),
    moves: moves.map(([staUuid, at]) => `${codes.get(staUuid)},${degrees(at)}`).join("\n"),
  };
}

export function partsText({ points, vias, freeHand }: PathParts): Omit<PathText, "moves"> {
  return {
    path: pathLines(points),
    vias: vias.map(({ lng, lat, gap }) => `${gap + 1},${degrees([lng, lat])}`).join("\n"),
    freeHand: freeHand.map(([from, to]) => `${from + 1}-${to + 1}`).join("\n"),
  };
}

/** Whether two texts say the same path, whatever ends their lines. */
export function samePath(a: PathText, b: PathText): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, "\n").trim();
  return (["path", "vias", "freeHand"] as const).every((field) => lines(a[field]) === lines(b[field]));
}

const longestPath = 20_000;
const mostVias = 500;
const mostFaults = 20;

/** Reads what was typed; where a line of it cannot be read there is no plan, and each such line is told. */
export function planOf(
  direction: Direction,
  rows: readonly TypedRow[],
  text: PathText,
  known: ReadonlyMap<string, KnownPlace>,
): { plan: Plan | null; parts: PathParts | null; errors: LineFault[] } {
  const errors: LineFault[] = [];
  const read = <T>(field: keyof PathText, one: (line: string) => T | string): T[] =>
    text[field].split(/\r\n|\r|\n/).flatMap((line, at): T[] => {
      if (!line.trim()) return [];
      const value = one(line.trim());
      if (typeof value === "string") errors.push({ field, line: at + 1, message: value });
      return typeof value === "string" ? [] : [value];
    });
  const points = read("path", (line): LngLat | string => {
    const point = parseLngLat(line);
    return point ? exact(point) : `“${line.slice(0, 30)}”不是坐标，请写成“经度,纬度”，例如 116.380000,39.870000`;
  });
  const vias = read("vias", (line) => viaOf(line, rows.length));
  const freeHand = read("freeHand", (line) => rangeOf(line, points.length));
  const byCode = new Map([...known.values()].map((station) => [station.staSelfCode, station.staUuid]));
  const moves = read("moves", (line) => moveOf(line, byCode));
  const limits: [boolean, keyof PathText, string][] = [
    [points.length === 1, "path", "路径至少需要 2 个点；不要路径时请清空"],
    [points.length > longestPath, "path", `路径最多 ${longestPath} 个点，现在有 ${points.length} 个`],
    [vias.length > mostVias, "vias", `途经点最多 ${mostVias} 个`],
  ];
  for (const [broken, field, message] of limits) if (broken) errors.push({ field, line: 0, message });
  const unknown = rows.filter(({ staUuid }) => !known.has(staUuid ?? ""));
  if (errors.length > 0 || unknown.length > 0) return { plan: null, parts: null, errors: errors.slice(0, mostFaults) };
  const parts = {
    points,
    vias: [...vias].sort((a, b) => a.gap - b.gap),
    freeHand: [...freeHand].sort((a, b) => a[0] - b[0]),
  };
  const calls = rows.map((row) => ({ row, station: known.get(row.staUuid!)! }));
  return { plan: openPlan(direction, calls, parts, Object.fromEntries(moves)), parts, errors: [] };
}

function viaOf(line: string, stations: number): Via | string {
  const [serial, ...rest] = line.split(/[,，;；\s]+/);
  const at = parseLngLat(rest.join(","));
  if (!/^\d{1,3}$/.test(serial ?? "") || !at)
    return `“${line.slice(0, 30)}”不是途经点，请写成“站序,经度,纬度”，例如 3,116.380000,39.870000`;
  const gap = Number(serial) - 1;
  if (gap < 0 || gap >= stations - 1)
    return `途经点应在第 1 到第 ${Math.max(1, stations - 1)} 站之后，第 ${serial} 站之后没有路段`;
  const [lng, lat] = exact(at);
  return { lng, lat, gap };
}

function rangeOf(line: string, points: number): [number, number] | string {
  const [, from, to] = /^(\d{1,5})\s*[-–—~～至到]\s*(\d{1,5})$/.exec(line) ?? [];
  if (!from || !to) return `“${line.slice(0, 30)}”不是起止行，请写成“起始行-结束行”，例如 12-30`;
  if (Number(from) < 1 || Number(to) > points || Number(from) >= Number(to))
    return `手绘段应在路径的第 1 到第 ${points} 行之内，起始行小于结束行`;
  return [Number(from) - 1, Number(to) - 1];
}

function moveOf(line: string, byCode: ReadonlyMap<string, string>): [string, LngLat] | string {
  const [, code, rest] = /^([^,，;；\s]+)[,，;；\s]+(.+)$/.exec(line) ?? [];
  const at = parseLngLat(rest ?? "");
  if (!code || !at) return `“${line.slice(0, 30)}”无法识别，请写成“站点编号,经度,纬度”`;
  const staUuid = byCode.get(code);
  return staUuid ? [staUuid, exact(at)] : `这个方向没有编号为 ${code.slice(0, 30)} 的站点`;
}
