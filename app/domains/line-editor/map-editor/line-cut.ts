import type { LngLat } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { distancesAlong, pathLength } from "~/transit/geo/path";
import { interpolate, nearestShare } from "~/transit/geo/segment";

export type Line = readonly LngLat[];

/** Degrees as they are kept: seven decimals, about a centimetre. */
export const exact = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7];
export const same = (a: LngLat | undefined, b: LngLat | undefined) =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];

const measured = new WeakMap<Line, number>();

/** Metres along a line; lines never change, so each is measured once. */
export function metresOf(line: Line): number {
  const known = measured.get(line);
  if (known !== undefined) return known;
  const metres = pathLength(line);
  measured.set(line, metres);
  return metres;
}

export function joined(...lines: readonly Line[]): LngLat[] {
  const all: LngLat[] = [];
  for (const line of lines) all.push(...(same(all.at(-1), line[0]) ? line.slice(1) : line));
  return all;
}

/** Where a line passes nearest to a place, and its two parts, which share that point. */
export interface Cut {
  before: LngLat[];
  after: LngLat[];
  at: LngLat;
  /** The piece of the line that it lies on, from 0. */
  piece: number;
  /** Metres beside the line. */
  offset: number;
}

/** Cuts a line of two points or more at its nearest place; within half a metre of a point of it, at that point. */
export function cutNear(line: Line, [lng, lat]: LngLat): Cut {
  const [east, north] = [metresPerDegreeEast(lat), METRES_PER_DEGREE];
  let best = { offset: Infinity, piece: 0, part: 0 };
  for (let i = 0; i + 1 < line.length; i++) {
    const [ax, ay] = [(line[i]![0] - lng) * east, (line[i]![1] - lat) * north];
    const [dx, dy] = [(line[i + 1]![0] - line[i]![0]) * east, (line[i + 1]![1] - line[i]![1]) * north];
    const length = Math.hypot(dx, dy);
    let part = nearestShare(ax, ay, dx, dy);
    if (part * length < 0.5) part = 0;
    else if ((1 - part) * length < 0.5) part = 1;
    const offset = Math.hypot(ax + part * dx, ay + part * dy);
    if (offset < best.offset) best = { offset, piece: i, part };
  }
  const { piece, part, offset } = best;
  const [a, b] = [line[piece]!, line[piece + 1]!];
  const at = part === 0 ? a : part === 1 ? b : exact(interpolate(a, b, part));
  return {
    at,
    piece,
    offset,
    before: joined(line.slice(0, piece + 1), [at]),
    after: joined([at], line.slice(piece + 1)),
  };
}

/** Cuts a line at distances along it (metres, never falling): the part before the first, those between, the part after the last. */
export function cutAlong(line: Line, distances: readonly number[]): LngLat[][] {
  const starts = distancesAlong(line);
  const cuts = distances.map((distance) => placeAt(line, starts, distance));
  const edges = [
    { at: line[0]!, next: 1, along: 0 },
    ...cuts,
    { at: line.at(-1)!, next: line.length - 1, along: starts.at(-1)! },
  ];
  return edges.slice(1).map((to, i) => {
    const from = edges[i]!;
    const inner = line
      .slice(from.next, Math.max(from.next, to.next))
      .filter((_, k) => starts[from.next + k]! > from.along && starts[from.next + k]! < to.along);
    return [from.at, ...inner, to.at];
  });
}

function placeAt(line: Line, starts: readonly number[], distance: number): { at: LngLat; next: number; along: number } {
  let next = starts.findIndex((start) => start >= distance - 0.5);
  if (next < 0) next = line.length - 1;
  if (Math.abs(starts[next]! - distance) <= 0.5 || next === 0) return { at: line[next]!, next, along: starts[next]! };
  const [a, b] = [line[next - 1]!, line[next]!];
  const part = (distance - starts[next - 1]!) / (starts[next]! - starts[next - 1]!);
  return { at: exact(interpolate(a, b, part)), next, along: distance };
}
