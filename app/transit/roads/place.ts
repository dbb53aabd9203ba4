import type { LngLat } from "~/transit/geo/lng-lat";

/** A place in WGS84 degrees. */
export interface Place {
  lng: number;
  lat: number;
}

/** A place as a pair; refuses what is no number. */
export function toLngLat({ lng, lat }: Place): LngLat {
  if (!Number.isFinite(lng + lat)) throw new RangeError(`not a place: ${lng}, ${lat}`);
  return [lng, lat];
}
