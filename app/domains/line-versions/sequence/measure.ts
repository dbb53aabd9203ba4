import type { LngLat } from "~/transit/geo/lng-lat";
import { bearing } from "~/transit/geo/metres";
import { distancesAlong, pathLength, placeAlong } from "~/transit/geo/path";
import { stopsAlong } from "~/transit/roads/stops-along";

export interface StopOnPath {
  /** Kilometres from the first stop on the path; null where the path does not pass the stop in its order. */
  distance: number | null;
  /** The same from where the path begins. */
  along: number | null;
  /** Metres beside the path. */
  offset: number;
  /** Degrees in which the path heads there, 0 to 359. */
  heading: number;
}

/** Metres beside the path within which a stop counts as on it. */
export const offPath = 100;

/** Measures stops along a path, in order; kilometres rise from each stop to the next. */
export function measureStops(path: readonly LngLat[], stops: readonly LngLat[]): StopOnPath[] {
  if (path.length < 2) return stops.map(() => ({ distance: null, along: null, offset: Infinity, heading: 0 }));
  const starts = distancesAlong(path);
  let first: number | undefined;
  let farthest = -1;
  return stopsAlong(path, stops).map(({ distance: metres, offset }) => {
    const heading = headingAt(path, starts, metres);
    const distance = kilometres(metres - (first ?? metres));
    if (offset > offPath || distance <= farthest) return { distance: null, along: null, offset, heading };
    farthest = distance;
    first ??= metres;
    return { distance, along: kilometres(metres), offset, heading };
  });
}

/** Kilometres of a path, to the metre. */
export function lengthOf(path: readonly LngLat[]): number {
  return kilometres(pathLength(path));
}

/** The only rounding of lengths: every other figure is one of these, or a difference of two. */
export const kilometres = (metres: number) => Math.round(metres) / 1000;

/** Looks 15 metres back and ahead, so that a kink at the stop itself says nothing. */
function headingAt(path: readonly LngLat[], starts: readonly number[], distance: number): number {
  const from = placeAlong(path, starts, distance - 15);
  return Math.round(bearing(from, placeAlong(path, starts, distance + 15))) % 360;
}
