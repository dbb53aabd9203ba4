import proj4 from "proj4";
import { bd09ToGcj02, gcj02ToBd09, gcj02ToWgs84, wgs84ToGcj02 } from "./china-offset";
import type { LngLat } from "./lng-lat";

export { CHINA_BOX, isInChinaBox } from "./china-offset";
export { boxOf, boxSize, distanceBetween, growBox, parseLngLat } from "./lng-lat";
export type { Box, LngLat } from "./lng-lat";

/** Coordinate systems a file or a tile source may declare; EPSG:3857 is in metres, the others in degrees. */
export const CRS = ["WGS84", "GCJ02", "BD09", "EPSG:3857"] as const;
export type Crs = (typeof CRS)[number];

/** Metres from the middle of the map of EPSG:3857 to its edge. */
export const worldEdge = 20_037_509;

export const CRS_LABELS: Record<Crs, string> = {
  WGS84: "WGS84（GPS坐标）",
  GCJ02: "GCJ02（火星坐标，高德、腾讯）",
  BD09: "BD09（百度坐标）",
  "EPSG:3857": "EPSG:3857（Web墨卡托，米）",
};

/** Converts points (x or longitude first) from one system to another, by way of WGS84. */
export function convert(points: readonly LngLat[], from: Crs, to: Crs): LngLat[] {
  if (from === to) return points.map(([x, y]) => [x, y]);
  return points.map((point) => FROM_WGS84[to](TO_WGS84[from](point)));
}

export function convertPoint(point: LngLat, from: Crs, to: Crs): LngLat {
  return convert([point], from, to)[0]!;
}

const mercator = proj4("EPSG:4326", "EPSG:3857");

const TO_WGS84: Record<Crs, (point: LngLat) => LngLat> = {
  WGS84: (point) => point,
  GCJ02: gcj02ToWgs84,
  BD09: (point) => gcj02ToWgs84(bd09ToGcj02(point)),
  "EPSG:3857": ([x, y]) => mercator.inverse([x, y]) as [number, number],
};

const FROM_WGS84: Record<Crs, (point: LngLat) => LngLat> = {
  WGS84: (point) => point,
  GCJ02: wgs84ToGcj02,
  BD09: (point) => gcj02ToBd09(wgs84ToGcj02(point)),
  "EPSG:3857": ([lng, lat]) => mercator.forward([lng, lat]) as [number, number],
};
