import { type NearRoad, nearestRoad, roadsForMap } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import type { MapRoad } from "~/kit/page/map/line-drawing";

/** A station further than this from every road is probably in the wrong place. */
const nearEnough = 50;

/** What a map around a station shows; without a place, the city's centre. */
export async function loadSurroundings(viewer: Viewer, place: { lng: number; lat: number } | null) {
  const settings = await operatorMap();
  const [lng, lat] = place ? [place.lng, place.lat] : settings.centre;
  const roads: MapRoad[] = await roadsForMap(viewer, growBox(boxOf([[lng, lat]])!, place ? 400 : 3000));
  return { settings, roads };
}

/** The nearest road within 50 m of a place. */
export const findNearRoad = (viewer: Viewer, { lng, lat }: { lng: number; lat: number }): Promise<NearRoad | null> =>
  nearestRoad(viewer, lng, lat, nearEnough);
