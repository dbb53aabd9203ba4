import { settings } from "~/kit/ground/settings.server";
import type { Doubt } from "~/kit/room/checks.server";

/** What is doubtful about where a station stands: outside the area that the operator serves, perhaps because its numbers stand the wrong way round. */
export function doubtPlace({ lng, lat }: { lng?: unknown; lat?: unknown }): Doubt[] {
  const area = settings().SERVICE_AREA;
  if (!area || typeof lng !== "number" || typeof lat !== "number" || isWithin(area, lng, lat)) return [];
  const why = isWithin(area, lat, lng) ? "，对调后在范围之内：经纬度可能填反了" : "，请核对坐标和坐标系";
  return [{ path: "lng", message: `站点在运营范围之外${why}`, confirm: "outside-area" }];
}

function isWithin(
  [minLng, minLat, maxLng, maxLat]: readonly [number, number, number, number],
  lng: number,
  lat: number,
) {
  return lng >= minLng && lng <= maxLng && lat >= minLat && lat <= maxLat;
}
