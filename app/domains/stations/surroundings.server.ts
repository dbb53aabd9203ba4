import { nearestRoad, roadsForMap } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { boxOf, growBox } from "~/transit/geo/coordinates";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import type { MapRoad } from "~/kit/page/map/line-drawing";

/** A station further than this from every road is probably in the wrong place. */
const nearEnough = 50;

/** What a map around a station shows, and the nearest road within 50 m; without a place, the city's centre. */
export async function loadSurroundings(viewer: Viewer, place: { lng: number; lat: number } | null) {
  const settings = await operatorMap();
  const [lng, lat] = place ? [place.lng, place.lat] : settings.centre;
  const box = growBox(boxOf([[lng, lat]])!, place ? 400 : 3000);
  const [roads, nearest]: [MapRoad[], NearRoad] = await Promise.all([
    roadsForMap(viewer, box),
    place ? findNearRoad(viewer, place) : Promise.resolve(null),
  ]);
  return { settings, roads, nearest };
}

type NearRoad = Awaited<ReturnType<typeof nearestRoad>>;

/** The nearest road within 50 m of a place. */
export const findNearRoad = (viewer: Viewer, { lng, lat }: { lng: number; lat: number }): Promise<NearRoad> =>
  nearestRoad(viewer, lng, lat, nearEnough);
