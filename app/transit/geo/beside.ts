import type { LngLat } from "./lng-lat";
import { METRES_PER_DEGREE, metresApart } from "./metres";
import { interpolate, nearestShare } from "./segment";

export function isBeside([lng, lat]: LngLat, line: readonly LngLat[], metres: number): boolean {
  const east = Math.cos((lat * Math.PI) / 180);
  const reach = metres / METRES_PER_DEGREE;
  let [bx, by] = [Infinity, Infinity];
  return line.some((point) => {
    const [ax, ay] = [bx, by];
    [bx, by] = [(point[0] - lng) * east, point[1] - lat];
    // Most of a line lies far away, which costs next to nothing to see.
    if (
      ax === Infinity ||
      (ax > reach && bx > reach) ||
      (ax < -reach && bx < -reach) ||
      (ay > reach && by > reach) ||
      (ay < -reach && by < -reach)
    )
      return false;
    const [dx, dy] = [bx - ax, by - ay];
    const share = nearestShare(ax, ay, dx, dy);
    return Math.hypot(ax + share * dx, ay + share * dy) <= reach;
  });
}

/** Of one leg: a point on the other side of the earth must not make millions of them. */
const mostLooks = 500;

/** Points along a line, at most so many metres apart on legs of a length that roads have. */
export function spread(line: readonly LngLat[], metres: number): LngLat[] {
  return line.flatMap((point, at) => {
    const before = line[at - 1];
    if (!before) return [point];
    const count = Math.min(mostLooks, Math.max(1, Math.ceil(metresApart(before, point) / metres)));
    return Array.from({ length: count }, (_, n) => interpolate(before, point, (n + 1) / count));
  });
}

/** Metres of a line that lie farther than `reach` metres from another, to about `step` metres. */
export function metresBeyond(line: readonly LngLat[], other: readonly LngLat[], reach: number, step = 50): number {
  let metres = 0;
  spread(line, step).forEach((point, at, looks) => {
    const before = looks[at - 1];
    if (before && !isBeside(point, other, reach)) metres += metresApart(before, point);
  });
  return metres;
}
