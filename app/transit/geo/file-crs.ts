import { type Crs, CRS, CRS_LABELS, convert, isInChinaBox, type LngLat } from "./coordinates";

/** What a file from outside may be in: besides the systems themselves GCJ-02 applied twice, which real published data has. */
export const FILE_CRS = [...CRS, "GCJ02x2"] as const;
export type FileCrs = (typeof FILE_CRS)[number];

export const FILE_CRS_LABELS: Record<FileCrs, string> = { ...CRS_LABELS, GCJ02x2: "GCJ02×2（误加偏两次的火星坐标）" };

export const isFileCrs = (text: string | undefined): text is FileCrs => FILE_CRS.some((crs) => crs === text);

/** WGS84 points of a file's points, to seven decimals (a centimetre). */
export function fromFile(points: readonly LngLat[], crs: FileCrs): LngLat[] {
  const once =
    crs === "GCJ02x2"
      ? convert(convert(points, "GCJ02", "WGS84"), "GCJ02", "WGS84")
      : convert(points, crs as Crs, "WGS84");
  return once.map(([lng, lat]) => [Number(lng.toFixed(7)), Number(lat.toFixed(7))] as const);
}

/** The other way: WGS84 points as a file in that system would have them. */
export function toFile(points: readonly LngLat[], crs: FileCrs): LngLat[] {
  return crs === "GCJ02x2"
    ? convert(convert(points, "WGS84", "GCJ02"), "WGS84", "GCJ02")
    : convert(points, "WGS84", crs as Crs);
}

/** Whether points could be in a system at all: metres are no degrees, and the shifted systems are China's. */
export function isPossible(points: readonly LngLat[], crs: FileCrs): boolean {
  const degrees = points.filter(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
  if (crs === "EPSG:3857") return degrees.length < points.length / 2;
  if (degrees.length < points.length / 2) return false;
  return crs === "WGS84" || degrees.filter(isInChinaBox).length > degrees.length / 2;
}
