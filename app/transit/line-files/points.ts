import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";

/** Points that cannot be meant, taken out of a way; `at` is the place in it from 1. */
export interface Stray {
  at: number;
  point: LngLat;
  why: string;
}

const farthest = 50_000;

/** Leaves out points that no bus reaches: outside the earth, or 50 km from the two on either side; metres (EPSG:3857) are left alone as far as they are on it, and lists with places that are yet to be looked up. */
export function removeStrays(points: readonly LngLat[]): { kept: LngLat[]; strays: Stray[] } {
  if (points.some(([lng]) => Number.isNaN(lng))) return { kept: [...points], strays: [] };
  const onEarth = points.filter(isOnEarth);
  if (onEarth.length < points.length / 2) {
    const beyond = points.flatMap((point, at) =>
      isPlace(point) ? [] : [{ at: at + 1, point, why: "超出了地球的范围" }],
    );
    return { kept: points.filter(isPlace), strays: beyond };
  }
  const strays: Stray[] = [];
  const kept = points.filter((point, at) => {
    const why = strayBecause(
      point,
      onEarth,
      [at - 2, at - 1, at + 1, at + 2].map((beside) => points[beside]),
    );
    if (why) strays.push({ at: at + 1, point, why });
    return !why;
  });
  return { kept, strays };
}

/** `120.19,30.25` or `120.19 30.25`; null where it is no pair of numbers. */
export function pairOf(text: string): LngLat | null {
  const parts = text.trim().split(/[\s,，]+/);
  if (parts.length !== 2 || parts.some((part) => part === "")) return null;
  const [x, y] = [Number(parts[0]), Number(parts[1])];
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

function isOnEarth([lng, lat]: LngLat): boolean {
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
}

/** In degrees or in metres; false for what is no number. */
function isPlace([x, y]: LngLat): boolean {
  return Math.abs(x) <= 20_100_000 && Math.abs(y) <= 20_100_000;
}

function strayBecause(
  point: LngLat,
  onEarth: readonly LngLat[],
  neighbours: readonly (LngLat | undefined)[],
): string | null {
  if (!isOnEarth(point)) return Math.abs(point[0]) > 180 ? "经度不在 -180 到 180 之间" : "纬度不在 -90 到 90 之间";
  const beside = neighbours.filter((other): other is LngLat => other !== undefined && isOnEarth(other));
  if (onEarth.length < 3 || beside.length === 0) return null;
  return beside.every((other) => distanceBetween(point, other) > farthest) ? "与前后各点相距超过 50 公里" : null;
}
