import { type LngLat } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresApart } from "~/transit/geo/metres";
import { interpolate, nearestShare } from "~/transit/geo/segment";

/** The part of a path between two distances in metres from its start, ends included; never fewer than two points. */
export function partOf(path: readonly LngLat[], from: number, to: number): LngLat[] {
  const part: LngLat[] = [];
  let along = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const length = metresApart(a, b);
    if (along + length >= from && along <= to) {
      if (part.length === 0) part.push(between(a, b, (from - along) / length));
      part.push(along + length <= to ? b : between(a, b, (to - along) / length));
    }
    along += length;
  }
  return part.length > 1 ? part : [path[0]!, path.at(-1)!];
}

/** Metres beside an accepted stretch within which a path still drives along it. */
const besideAccepted = 15;

export function isBeside([lng, lat]: LngLat, line: readonly LngLat[]): boolean {
  const east = Math.cos((lat * Math.PI) / 180);
  const reach = besideAccepted / METRES_PER_DEGREE;
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

/** Whether a stretch lies along an accepted one: nine tenths of it within fifteen metres. */
export function isCovered(stretch: readonly LngLat[], accepted: readonly LngLat[]): boolean {
  const looks = spread(stretch, 10);
  return looks.filter((point) => isBeside(point, accepted)).length >= 0.9 * looks.length;
}

/** Points as flat pairs, seven decimals. */
export const flatOf = (points: readonly LngLat[]): number[] =>
  points.flatMap(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]);

/** Of one leg: a point on the other side of the earth must not make millions of them. */
const mostLooks = 500;

/** Points along a line, at most so many metres apart on legs of a length that roads have. */
function spread(line: readonly LngLat[], metres: number): LngLat[] {
  return line.flatMap((point, at) => {
    const before = line[at - 1];
    if (!before) return [point];
    const count = Math.min(mostLooks, Math.max(1, Math.ceil(metresApart(before, point) / metres)));
    return Array.from({ length: count }, (_, n) => between(before, point, (n + 1) / count));
  });
}

function between(a: LngLat, b: LngLat, share: number): LngLat {
  const part = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  return interpolate(a, b, part);
}
