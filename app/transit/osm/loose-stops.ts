import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { cellsBetween, Grid } from "./grid";
import type { StopPlace } from "./route-relation";
import type { KnownStop } from "./stop-places";

const standsFor = 200;

/** Stops that no route uses: those that are stations by themselves, and how many are left out for want of a name. */
export function looseStops(
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
