import { getDistance } from "ol/sphere.js";
import { axisNamed, readDegrees } from "./degrees";

/** Degrees, longitude first. */
export type LngLat = readonly [lng: number, lat: number];

/** A rectangle in degrees; it never crosses the 180th meridian. */
export interface Box {
  minLng: number;
  minLat: number;
  maxLng: number;
  maxLat: number;
}

/** Reads "116.38,39.87" (a Chinese comma or blanks will do too), or both as degrees and minutes in either order; null when it is not a place on earth. */
export function parseLngLat(text: string): LngLat | null {
  const parts = text.trim().split(/\s*[,，;；]\s*/);
  const [first, second, ...rest] =
    parts.length > 1 ? parts : text.trim().split(betweenPlain.test(text.trim()) ? /\s+/ : betweenMarked);
  if (!first || !second || rest.length > 0 || /\de\d|0x/i.test(text)) return null;
  const isTurned = axisNamed(first) === "lat" && axisNamed(second) === "lng";
  const [lng, lat] = [readDegrees(isTurned ? second : first, "lng"), readDegrees(isTurned ? first : second, "lat")];
  return lng !== null && lat !== null && isLngLat(lng, lat) ? [lng, lat] : null;
}

const betweenPlain = /^[+-]?[\d.]+\s+[+-]?[\d.]+$/;
const betweenMarked = /(?<=[EWNS])\s+(?=[+-]?\d)|(?<=[^EWNS\s])\s+(?=[EWNS东西南北])/i;

/** Whether both are finite degrees within -180..180 and -90..90. */
export function isLngLat(lng: number, lat: number): boolean {
  return Number.isFinite(lng) && Number.isFinite(lat) && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
}

/** Six decimals, about a decimetre: what forms show and store. */
export function formatLngLat([lng, lat]: LngLat): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`;
}

/** Metres along the great circle, however long, as the database measures in `metres_between`. */
export function distanceBetween(a: LngLat, b: LngLat): number {
  return getDistance(a as [number, number], b as [number, number]);
}

/** Whether a place lies in the box or on its edge. */
export function isInBox([lng, lat]: LngLat, { minLng, minLat, maxLng, maxLat }: Box): boolean {
  return lng >= minLng && lng <= maxLng && lat >= minLat && lat <= maxLat;
}

export function boxOf(points: Iterable<LngLat>): Box | null {
  let box: Box | null = null;
  for (const [lng, lat] of points) {
    box ??= { minLng: lng, minLat: lat, maxLng: lng, maxLat: lat };
    if (lng < box.minLng) box.minLng = lng;
    if (lng > box.maxLng) box.maxLng = lng;
    if (lat < box.minLat) box.minLat = lat;
    if (lat > box.maxLat) box.maxLat = lat;
  }
  return box;
}

export function boxAround(boxes: readonly Box[]): Box | null {
  return boxOf(
    boxes.flatMap(({ minLng, minLat, maxLng, maxLat }): LngLat[] => [
      [minLng, minLat],
      [maxLng, maxLat],
    ]),
  );
}

/** The box grown by so many metres on every side, kept on earth. */
export function growBox(box: Box, metres: number): Box {
  // A trifle less than METRES_PER_DEGREE, so that rounding never leaves out what lies on the edge.
  const lat = metres / 111_195;
  const lng = lat / Math.max(0.01, Math.cos((Math.max(Math.abs(box.minLat), Math.abs(box.maxLat)) * Math.PI) / 180));
  return {
    minLng: Math.max(-180, box.minLng - lng),
    minLat: Math.max(-90, box.minLat - lat),
    maxLng: Math.min(180, box.maxLng + lng),
    maxLat: Math.min(90, box.maxLat + lat),
  };
}

/** Width and height in metres, measured through the middle of the box. */
export function boxSize(box: Box): { width: number; height: number } {
  const lat = (box.minLat + box.maxLat) / 2;
  const lng = (box.minLng + box.maxLng) / 2;
  return {
    width: distanceBetween([box.minLng, lat], [box.maxLng, lat]),
    height: distanceBetween([lng, box.minLat], [lng, box.maxLat]),
  };
}
