import type { LngLat } from "~/kernel/map/coordinates";
import { type FileCrs, fromFile } from "~/kernel/map/file-crs";

export type Placed = { place: LngLat } | { fault: string; axis: "lng" | "lat" };

/** A point of the file in WGS84, to six decimals, or what is wrong with it and in which of its numbers. */
export function placeOf(point: LngLat, crs: FileCrs): Placed {
  const [x, y] = point;
  const wrong = (fault: string, axis: "lng" | "lat" = "lng"): Placed => ({ fault, axis });
  if (x === 0 && y === 0) return wrong("坐标是 0,0");
  if (crs === "EPSG:3857") {
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return wrong("坐标像是经纬度，而选择的坐标系单位是米");
    if (Math.max(Math.abs(x), Math.abs(y)) > worldEdge) return wrong("坐标超出 EPSG:3857 的范围");
  } else {
    if (Math.abs(x) > 180) return wrong(Math.abs(x) > 1000 ? "经度应在 -180 到 180 之间；单位像是米，请检查坐标系" : "经度应在 -180 到 180 之间");
    if (Math.abs(y) > 90) return wrong(Math.abs(x) <= 90 ? "纬度应在 -90 到 90 之间；经度和纬度像是颠倒了" : "纬度应在 -90 到 90 之间", "lat");
  }
  const [lng, lat] = fromFile([point], crs)[0]!;
  return { place: [Number(lng.toFixed(6)), Number(lat.toFixed(6))] };
}

/** Metres from the middle of the Mercator map to its edge. */
const worldEdge = 20_037_509;
