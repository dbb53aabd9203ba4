import gcoord from "gcoord";
import type { Box, LngLat } from "./lng-lat";

/** Outside this box GCJ-02 is the identity. */
export const CHINA_BOX: Box = Object.freeze({ minLng: 72.004, minLat: 0.8293, maxLng: 137.8347, maxLat: 55.8271 });

export function isInChinaBox([lng, lat]: LngLat): boolean {
  return lng >= CHINA_BOX.minLng && lng <= CHINA_BOX.maxLng && lat >= CHINA_BOX.minLat && lat <= CHINA_BOX.maxLat;
}

export function wgs84ToGcj02([lng, lat]: LngLat): LngLat {
  return gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02) as [number, number];
}

/** In a bounded number of tries: gcoord's own inverse never returns for some points on the edge of the China box. */
export function gcj02ToWgs84(point: LngLat): LngLat {
  if (!isInChinaBox(point)) return point;
  let [lng, lat] = point;
  for (let round = 0; round < 12; round++) {
    const there = wgs84ToGcj02([lng, lat]);
    const [east, north] = [there[0] - point[0], there[1] - point[1]];
    if (Math.abs(east) < 1e-10 && Math.abs(north) < 1e-10) break;
    lng -= east;
    lat -= north;
  }
  return [lng, lat];
}

export function gcj02ToBd09([lng, lat]: LngLat): LngLat {
  return gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.BD09) as [number, number];
}

export function bd09ToGcj02([lng, lat]: LngLat): LngLat {
  return gcoord.transform([lng, lat], gcoord.BD09, gcoord.GCJ02) as [number, number];
}
