import type { BusNetwork } from "./bus-network";
import type { OsmExtract } from "./extract";
import { linesOf } from "./lines";
import { stationKey } from "./places";
import { relationsOf } from "./relations";
import type { RouteRelation, StopPlace } from "./route-relation";
import { stationsOf } from "./stations";

export type * from "./bus-network";

/** Bus lines, stations and what is wrong with them, out of one file; named stops that no route uses come along. */
export function toBusRoutes(extract: OsmExtract): BusNetwork {
  const { relations, stops, skipped } = relationsOf(extract);
  const onRoutes = new Set(relations.flatMap((relation) => relation.stops.map((stop) => `${stop.type}${stop.id}`)));
  const loose = stops.filter((stop) => !stop.onRoad && stop.place.name && !onRoutes.has(`${stop.type}${stop.id}`));
  return buildBusNetwork(
    relations,
    new Map(loose.map((stop) => [stationKey(stop.type, stop.id), stop.place])),
    skipped,
  );
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
