import { type LngLat } from "~/transit/geo/lng-lat";
import { isBeside as within, spread } from "~/transit/geo/beside";
import { metresApart } from "~/transit/geo/metres";
import { interpolate } from "~/transit/geo/segment";

export interface StoredStretch {
  from: number;
  to: number;
  cause: string;
  whiteUuid?: string;
}

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

export const isBeside = (place: LngLat, line: readonly LngLat[]): boolean => within(place, line, besideAccepted);

/** Whether a stretch lies along an accepted one: nine tenths of it within fifteen metres. */
export function isCovered(stretch: readonly LngLat[], accepted: readonly LngLat[]): boolean {
  const looks = spread(stretch, 10);
  return looks.filter((point) => isBeside(point, accepted)).length >= 0.9 * looks.length;
}

export const flatOf = (points: readonly LngLat[]): number[] =>
  points.flatMap(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))]);

function between(a: LngLat, b: LngLat, share: number): LngLat {
  const part = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  return interpolate(a, b, part);
}
