import type { LngLat } from "~/transit/geo/lng-lat";
import { bearing, METRES_PER_DEGREE, metresApart, metresPerDegreeEast, turnBetween } from "~/transit/geo/metres";
import { distancesAlong, placeAlong } from "~/transit/geo/path";
import { nearestShare } from "~/transit/geo/segment";
import { stopsAlong } from "~/transit/roads/stops-along";
import type { LineDirection } from "./model";

/** The way a bus takes in one direction, measured as nodes are. */
export interface DrivenPath {
  points: LngLat[];
  distances: number[];
  length: number;
}

/** A direction without a path is driven straight from station to station. */
export function drivenPath({ path, stations }: Pick<LineDirection, "path" | "stations">): DrivenPath {
  const points = (path.length > 1 ? path : stations).map(({ lng, lat }): LngLat => [lng, lat]);
  const distances = distancesAlong(points);
  return { points, distances, length: distances.at(-1)! };
}

export function placeAt({ points, distances }: DrivenPath, distance: number): LngLat {
  return points.length > 1 ? placeAlong(points, distances, distance) : (points[0] ?? [0, 0]);
}

/** Degrees in which a bus drives here: the chord of ten metres before and behind, so that a kink of the drawing is none. */
export function azimuthAt(path: DrivenPath, distance: number, reach = 10): number {
  const from = placeAt(path, Math.max(0, distance - reach));
  const to = placeAt(path, Math.min(path.length, distance + reach));
  return bearing(from, to);
}

/** Metres along the path of each station, never going back. */
export function stationsAlong(path: DrivenPath, { stations }: Pick<LineDirection, "stations">): number[] {
  return stopsAlong(
    path.points,
    stations.map(({ lng, lat }) => [lng, lat]),
  ).map(({ distance }) => distance);
}

/** The place of a path nearest to a point, and metres beside it; of several passes the one in the right direction and nearest to `near` metres along. */
export function nearestOn(
  path: DrivenPath,
  point: LngLat,
  { azimuth, near }: { azimuth?: number; near?: number } = {},
): { distance: number; offset: number } {
  const { points, distances } = path;
  let best = { distance: 0, offset: points[0] ? metresApart(points[0], point) : 0 };
  let least = Infinity;
  const east = metresPerDegreeEast(point[1]);
  for (let at = 0; at + 1 < points.length; at++) {
    const [a, b] = [points[at]!, points[at + 1]!];
    const [ax, ay] = [(a[0] - point[0]) * east, (a[1] - point[1]) * METRES_PER_DEGREE];
    const [dx, dy] = [(b[0] - a[0]) * east, (b[1] - a[1]) * METRES_PER_DEGREE];
    const share = nearestShare(ax, ay, dx, dy);
    const offset = Math.hypot(ax + share * dx, ay + share * dy);
    if (offset >= least) continue;
    const distance = distances[at]! + share * (distances[at + 1]! - distances[at]!);
    const isTurned = azimuth !== undefined && turnBetween(azimuth, azimuthAt(path, distance)) > 90;
    const cost = offset + (isTurned ? 100 : 0) + (near === undefined ? 0 : Math.abs(distance - near) / 1000);
    if (cost < least) [least, best] = [cost, { distance, offset }];
  }
  return best;
}
