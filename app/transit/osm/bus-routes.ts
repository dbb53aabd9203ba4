import type { BusNetwork } from "./bus-network";
import type { OsmExtract } from "./extract";
import { linesOf } from "./lines";
import { stationKey } from "./places";
import { relationsOf } from "./relations";
import type { RouteRelation, StopPlace } from "./route-relation";
import { stationsOf } from "./stations";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { cellsBetween, Grid } from "./grid";
import type { KnownStop } from "./stop-places";

export type * from "./bus-network";

/** Bus lines, stations and what is wrong with them, out of one file; named stops that no route uses come along. */
export function toBusRoutes(extract: OsmExtract): BusNetwork {
  const { relations, stops, skipped } = relationsOf(extract);
  const onRoutes = new Set(relations.flatMap((relation) => relation.stops.map((stop) => `${stop.type}${stop.id}`)));
  const { stations, nameless } = looseStops(stops, ({ type, id }) => onRoutes.has(`${type}${id}`));
  const network = buildBusNetwork(
    relations,
    new Map(stations.map(({ type, id, place }) => [stationKey(type, id), place])),
    skipped,
  );
  const [first] = nameless;
  if (first)
    network.problems.push({
      ref: `${first.type}/${first.id}`,
      text: `有 ${nameless.length} 个停靠点没有名称，也没有线路停靠，没有作为站点导入（这是其中一个）`,
    });
  return network;
}

/** The same from relations that were kept, merged or both; `loose` are stations that no route uses, by key. */
export function buildBusNetwork(
  relations: RouteRelation[],
  loose: ReadonlyMap<string, StopPlace> = new Map(),
  skipped: Record<string, number> = {},
): BusNetwork {
  const { lines, places, problems } = linesOf(relations);
  const { stations, problems: nameless } = stationsOf(places, loose);
  return { relations, lines, stations, problems: [...problems, ...nameless], skipped };
}

const standsFor = 200;

/** Stops that no route uses: those that are stations by themselves, and how many are left out for want of a name. */
function looseStops(
  stops: readonly KnownStop[],
  isOnRoute: (stop: KnownStop) => boolean,
): { stations: KnownStop[]; nameless: KnownStop[] } {
  const beside = new Grid<KnownStop>();
  for (const stop of stops)
    if (!stop.onRoad) for (const cell of cellsBetween(at(stop.place), at(stop.place), 0)) beside.add(cell, stop);
  const hasPlatform = ({ place, area }: KnownStop) =>
    cellsBetween(at(place), at(place), 2).some((cell) =>
      beside.at(cell).some((other) => {
        const isAlike = (place.name !== "" && other.place.name === place.name) || (area !== 0 && other.area === area);
        return isAlike && distanceBetween(at(place), at(other.place)) <= standsFor;
      }),
    );
  const loose = stops.filter((stop) => !isOnRoute(stop) && !(stop.onRoad && hasPlatform(stop)));
  return {
    stations: loose.filter(({ place }) => place.name !== ""),
    nameless: loose.filter(({ place }) => place.name === ""),
  };
}

const at = (place: StopPlace): LngLat => [place.lng, place.lat];
