import { nearestRoad } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { FoundStation } from "~/domains/line-versions/queries.server";

const besideRoad = { least: 2, most: 40 };
const mostAsked = 400;
const atOnce = 8;

/** Stations that do not say how a bus stands there face as their side of the road has it; on its middle line nothing is known. */
export async function faceRoads(viewer: Viewer, stations: readonly FoundStation[]): Promise<FoundStation[]> {
  const silent = stations.filter(({ azimuth }) => azimuth === null).slice(0, mostAsked);
  const faced = new Map<string, number>();
  for (let at = 0; at < silent.length; at += atOnce)
    await Promise.all(
      silent.slice(at, at + atOnce).map(async ({ staUuid, lng, lat }) => {
        const road = await nearestRoad(viewer, lng, lat, besideRoad.most);
        if (road && road.distance >= besideRoad.least) faced.set(staUuid, road.azimuth);
      }),
    );
  return stations.map((station) => {
    const azimuth = faced.get(station.staUuid);
    return azimuth === undefined ? station : { ...station, azimuth, byRoad: true };
  });
}
