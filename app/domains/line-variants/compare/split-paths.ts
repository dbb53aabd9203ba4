import { groupBy } from "~/kit/ground/group-by";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { interpolate } from "~/transit/geo/segment";

export interface SplitPath {
  common: LngLat[][];
  apart: LngLat[][];
}

/** Metres within which two paths count as one: both sides of a wide road. */
const beside = 30;
const step = 15;
/** Of one leg, and of a whole path: points that lie on the other side of the earth by mistake must not make millions of them. */
const mostSteps = 200;
const mostPoints = 100_000;

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

function dense(path: readonly LngLat[]): LngLat[] {
  const wanted = path.map((point, at) =>
    at === 0 ? 0 : Math.min(mostSteps, Math.ceil(distanceBetween(path[at - 1]!, point) / step)),
  );
  const sparser = Math.max(1, wanted.reduce((sum, parts) => sum + parts, 0) / mostPoints);
  return path.flatMap((point, at) => {
    const before = path[at - 1];
    if (!before) return [point];
    const parts = Math.max(1, Math.ceil(wanted[at]! / sparser));
    return Array.from({ length: parts }, (_, nth) => interpolate(before, point, (nth + 1) / parts));
  });
}

/** Looks a point up in a grid of the other path's points, cells as wide as the distance asked about. */
function nearness(points: readonly LngLat[]): (point: LngLat) => boolean {
  const north = beside / METRES_PER_DEGREE;
  const east = beside / metresPerDegreeEast(points[0]?.[1] ?? 0);
  // One point for every three metres is enough, and bounds how many a place is compared with.
  const kept = new Map(
    points.map((point) => [`${Math.floor((point[0] / east) * 10)},${Math.floor((point[1] / north) * 10)}`, point]),
  );
  const cells = groupBy([...kept.values()], ([lng, lat]) => `${Math.floor(lng / east)},${Math.floor(lat / north)}`);
  return (point) => {
    const [x, y] = [Math.floor(point[0] / east), Math.floor(point[1] / north)];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        if (cells.get(`${x + dx},${y + dy}`)?.some((each) => distanceBetween(each, point) <= beside)) return true;
    return false;
  };
}
