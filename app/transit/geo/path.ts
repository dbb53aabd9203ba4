import { distanceBetween, type LngLat } from "./lng-lat";
import { metresApart } from "./metres";
import { interpolate } from "./segment";

/** Metres along a path of near points, as the road graph measures. */
export function pathLength(path: readonly LngLat[]): number {
  let metres = 0;
  for (let i = 1; i < path.length; i++) metres += metresApart(path[i - 1]!, path[i]!);
  return metres;
}

/** Metres along a flat path [lng, lat, lng, lat, ...], by the great circle between its points. */
export function flatPathLength(coords: ArrayLike<number>): number {
  let metres = 0;
  for (let i = 2; i < coords.length; i += 2)
    metres += distanceBetween([coords[i - 2]!, coords[i - 1]!], [coords[i]!, coords[i + 1]!]);
  return metres;
}

/** Metres from the start of a path to each of its points, beginning with 0. */
export function distancesAlong(path: readonly LngLat[]): number[] {
  const distances = [0];
  for (let i = 1; i < path.length; i++) distances.push(distances[i - 1]! + metresApart(path[i - 1]!, path[i]!));
  return distances;
}

/** The segment of a path, counted from 0, that holds a distance in metres from its start; `distances` are `distancesAlong` it. */
export function segmentAt(distances: readonly number[], distance: number): number {
  let low = 0;
  let high = distances.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (distances[middle]! <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place so many metres from the start of a path of two points or more, at most its ends; `distances` are `distancesAlong` it. */
export function placeAlong(path: readonly LngLat[], distances: readonly number[], distance: number): LngLat {
  const at = segmentAt(distances, distance);
  const length = distances[at + 1]! - distances[at]!;
  const share = length > 0 ? Math.max(0, Math.min(1, (distance - distances[at]!) / length)) : 0;
  return interpolate(path[at]!, path[at + 1]!, share);
}
