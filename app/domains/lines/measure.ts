import { metresApart } from "~/transit/geo/metres";
import { stopsAlong } from "~/transit/roads/stops-along";

export type LngLat = readonly [lng: number, lat: number];

/** Where a stop lies on its direction's path. */
export interface Measured {
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
export function measureStops(path: readonly LngLat[], stops: readonly LngLat[]): Measured[] {
  if (path.length < 2) return stops.map(() => ({ distance: null, along: null, offset: Infinity, heading: 0 }));
  const starts = [0];
  for (let i = 1; i < path.length; i++) starts.push(starts[i - 1]! + metresApart(path[i - 1]!, path[i]!));
  let first: number | undefined;
  let farthest = -1;
  return stopsAlong(path, stops).map(({ distance, offset }) => {
    const along = kilometres(distance);
    const heading = headingAt(path, starts, distance);
    if (offset > offPath || along <= farthest) return { distance: null, along: null, offset, heading };
    farthest = along;
    first ??= along;
    return { distance: Math.round((along - first) * 1000) / 1000, along, offset, heading };
  });
}

/** Kilometres of a path, to the metre. */
export function lengthOf(path: readonly LngLat[]): number {
  let metres = 0;
  for (let i = 1; i < path.length; i++) metres += metresApart(path[i - 1]!, path[i]!);
  return kilometres(metres);
}

/** Degrees between two headings, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return turn > 180 ? 360 - turn : turn;
}

const kilometres = (metres: number) => Math.round(metres) / 1000;

/** Looks 15 metres back and ahead, so that a kink at the stop itself says nothing. */
function headingAt(path: readonly LngLat[], starts: readonly number[], distance: number): number {
  const from = pointAt(path, starts, distance - 15);
  const to = pointAt(path, starts, distance + 15);
  const east = (to[0] - from[0]) * Math.cos((from[1] * Math.PI) / 180);
  return (Math.round((Math.atan2(east, to[1] - from[1]) * 180) / Math.PI) + 360) % 360;
}

function pointAt(path: readonly LngLat[], starts: readonly number[], distance: number): LngLat {
  let low = 0;
  let high = path.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= distance) low = middle;
    else high = middle - 1;
  }
  const length = starts[low + 1]! - starts[low]!;
  const part = length > 0 ? Math.max(0, Math.min(1, (distance - starts[low]!) / length)) : 0;
  const [a, b] = [path[low]!, path[low + 1]!];
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}
