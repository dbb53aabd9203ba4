import type { LngLat } from "~/transit/geo/lng-lat";
import { bearing, metresApart, turnBetween } from "~/transit/geo/metres";
import { distancesAlong, placeAlong } from "~/transit/geo/path";
import { interpolate, nearestShare } from "~/transit/geo/segment";
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
  let best = { distance: 0, offset: Infinity };
  let least = Infinity;
  const east = Math.cos((point[1] * Math.PI) / 180);
  for (let at = 0; at + 1 < path.points.length; at++) {
    const [a, b] = [path.points[at]!, path.points[at + 1]!];
    const share = nearestShare((a[0] - point[0]) * east, a[1] - point[1], (b[0] - a[0]) * east, b[1] - a[1]);
    const distance = path.distances[at]! + share * (path.distances[at + 1]! - path.distances[at]!);
    const offset = metresApart(interpolate(a, b, share), point);
    const isTurned = azimuth !== undefined && offset < least && turnBetween(azimuth, azimuthAt(path, distance)) > 90;
    const cost = offset + (isTurned ? 100 : 0) + (near === undefined ? 0 : Math.abs(distance - near) / 1000);
    if (cost < least) [least, best] = [cost, { distance, offset }];
  }
  return Number.isFinite(best.offset) ? best : { distance: 0, offset: metresApart(placeAt(path, 0), point) };
}
