import Projection from "ol/proj/Projection.js";
import { addCoordinateTransforms, addProjection, fromLonLat, get, toLonLat } from "ol/proj.js";
import { EXTENT } from "ol/proj/epsg3857.js";
import { bd09ToGcj02, gcj02ToBd09, gcj02ToWgs84, wgs84ToGcj02 } from "~/transit/geo/china-offset";
import type { LngLat } from "~/transit/geo/lng-lat";

/** Makes "GCJ02" and "BD09" known to OpenLayers, so that tiles drawn in them are bent back onto the true map. */
export function registerShiftedProjections(): void {
  if (get("GCJ02")) return;
  register("GCJ02", wgs84ToGcj02, gcj02ToWgs84);
  register(
    "BD09",
    (point) => gcj02ToBd09(wgs84ToGcj02(point)),
    (point) => gcj02ToWgs84(bd09ToGcj02(point)),
  );
}

function register(code: string, shift: (point: LngLat) => LngLat, unshift: (point: LngLat) => LngLat) {
  addProjection(new Projection({ code, units: "m", extent: EXTENT, global: true, worldExtent: [-180, -85, 180, 85] }));
  const degrees = (point: number[]): LngLat => [point[0]!, point[1]!];
  const lonLat = (point: number[]) => degrees(toLonLat(point));
  addCoordinateTransforms(
    "EPSG:3857",
    code,
    (at) => fromLonLat([...shift(lonLat(at))]),
    (at) => fromLonLat([...unshift(lonLat(at))]),
  );
  addCoordinateTransforms(
    "EPSG:4326",
    code,
    (at) => fromLonLat([...shift(degrees(at))]),
    (at) => [...unshift(lonLat(at))],
  );
}
