import type { RoadRectangle } from "./schema";

export const roadsUrl = "/map/data-down-load";
export const importsUrl = `${roadsUrl}/import`;
export const piecesUrl = `${importsUrl}/upload`;
export const importUrl = (one: { importId: string }) => `${importsUrl}/${one.importId}`;

export function downloadUrl(box: RoadRectangle, format: "geojson" | "osm"): string {
  const { minLng, minLat, maxLng, maxLat } = box;
  return `${roadsUrl}/download?${new URLSearchParams({ format, minLng: String(minLng), minLat: String(minLat), maxLng: String(maxLng), maxLat: String(maxLat) })}`;
}
