import type { Viewer } from "~/kernel/access/viewer";
import { boxSize, growBox } from "~/kernel/map/lng-lat";
import type { Box } from "~/kernel/map/lng-lat";
import type { MapRoad } from "~/kernel/map/line-drawing";
import type { MapSettings } from "~/kernel/map/map-settings";
import { operatorMap } from "~/kernel/map/operator-map.server";
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
  return { settings, roads: await roadsForMap(viewer, growBox(shown, box ? Math.max(width, height, 400) : 4000)) };
}
