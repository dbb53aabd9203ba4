import { grouped } from "~/kernel/grouped";
import { distanceBetween, type LngLat } from "~/kernel/map/lng-lat";

/** A path in stretches beside another and apart from it; each joins the next. */
export interface SplitPath {
  common: LngLat[][];
  apart: LngLat[][];
}

/** Metres within which two paths count as one: both sides of a wide road. */
const beside = 30;
const step = 15;
/** Of one leg: a point that lies on the other side of the earth by mistake must not make millions of them. */
const mostSteps = 200;

/** Splits a path where it leaves another one and comes back. */
export function splitPath(path: readonly LngLat[], other: readonly LngLat[]): SplitPath {
  const split: SplitPath = { common: [], apart: [] };
  const points = dense(path);
  const isNear = nearness(dense(other));
  let run: LngLat[] = [];
  let near: boolean | undefined;
  for (const point of points) {
    const now = isNear(point);
    if (near !== undefined && now !== near) {
      split[near ? "common" : "apart"].push([...run, point]);
      run = [];
    }
    run.push(point);
    near = now;
  }
  if (run.length > 1) split[near ? "common" : "apart"].push(run);
  return split;
}

/** The path with points no farther apart than a step. */
function dense(path: readonly LngLat[]): LngLat[] {
  return path.flatMap((point, at) => {
    const before = path[at - 1];
    if (!before) return [point];
    const parts = Math.min(mostSteps, Math.max(1, Math.ceil(distanceBetween(before, point) / step)));
    return Array.from({ length: parts }, (_, nth): LngLat => [before[0] + ((point[0] - before[0]) * (nth + 1)) / parts, before[1] + ((point[1] - before[1]) * (nth + 1)) / parts]);
  });
}

/** Looks a point up in a grid of the other path's points, cells as wide as the distance asked about. */
function nearness(points: readonly LngLat[]): (point: LngLat) => boolean {
  const north = beside / 111_195;
  const east = north / Math.cos(((points[0]?.[1] ?? 0) * Math.PI) / 180);
  const cells = grouped(points, ([lng, lat]) => `${Math.floor(lng / east)},${Math.floor(lat / north)}`);
  return (point) => {
    const [x, y] = [Math.floor(point[0] / east), Math.floor(point[1] / north)];
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) if (cells.get(`${x + dx},${y + dy}`)?.some((each) => distanceBetween(each, point) <= beside)) return true;
    return false;
  };
}
