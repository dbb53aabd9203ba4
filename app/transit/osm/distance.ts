import { distanceBetween } from "~/transit/geo/lng-lat";

/** Metres along the great circle between two WGS84 positions, for flat coordinate lists. */
export function haversine(lngA: number, latA: number, lngB: number, latB: number): number {
  return distanceBetween([lngA, latA], [lngB, latB]);
}
