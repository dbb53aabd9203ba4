import { placeFault } from "~/kit/page/forms/rules";
import { type LngLat, worldEdge } from "~/transit/geo/coordinates";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";

interface PlaceFault {
  fault: string;
  axis: "lng" | "lat";
}

/** A point of the file in WGS84, to six decimals, or what is wrong with it and in which of its numbers. */
export function placeOf(point: LngLat, crs: FileCrs): { place: LngLat } | PlaceFault {
  const fault = faultOf(point, crs);
  if (fault) return fault;
  const [lng, lat] = fromFile([point], crs)[0]!;
  return { place: [Number(lng.toFixed(6)), Number(lat.toFixed(6))] };
}

export function faultOf([x, y]: LngLat, crs: FileCrs): PlaceFault | null {
  const fault = placeFault({ lng: x, lat: y });
  if (fault) return { fault, axis: "lng" };
  if (crs === "EPSG:3857") {
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90)
      return { fault: "坐标像是经纬度，而选择的坐标系单位是米", axis: "lng" };
    return Math.max(Math.abs(x), Math.abs(y)) > worldEdge ? { fault: "坐标超出 EPSG:3857 的范围", axis: "lng" } : null;
  }
  if (Math.abs(x) > 180)
    return {
      fault: Math.abs(x) > 1000 ? "经度应在 -180 到 180 之间；单位像是米，请检查坐标系" : "经度应在 -180 到 180 之间",
      axis: "lng",
    };
  if (Math.abs(y) > 90)
    return {
      fault: Math.abs(x) <= 90 ? "纬度应在 -90 到 90 之间；经度和纬度像是颠倒了" : "纬度应在 -90 到 90 之间",
      axis: "lat",
    };
  return null;
}
