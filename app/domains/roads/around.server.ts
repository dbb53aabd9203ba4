import type { Viewer } from "~/kit/data/access/viewer";
import { boxSize, growBox } from "~/transit/geo/lng-lat";
import type { Box } from "~/transit/geo/lng-lat";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import { roadsForMap } from "./rectangle.server";

/** The base map and, for the picture without JavaScript, the roads around a box; without a box, those around the city's centre. */
export async function mapAround(
  viewer: Viewer,
  box: Box | null | undefined,
): Promise<{ settings: MapSettings; roads: MapRoad[] }> {
  const settings = await operatorMap();
  const [lng, lat] = settings.centre;
  const shown = box ?? { minLng: lng, minLat: lat, maxLng: lng, maxLat: lat };
  const { width, height } = boxSize(shown);
  const margin = box ? Math.max(0, 400 - Math.max(width, height)) : 3000;
  return { settings, roads: await roadsForMap(viewer, growBox(shown, margin)) };
}
