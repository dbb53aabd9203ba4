import type { Viewer } from "~/kit/data/access/viewer";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import { listAllRows, listRows, loadRows, streamRows } from "~/kit/room/source.server";
import type { StationFilters } from "./filters";
import type { StationRow } from "./room";
import { stationsAround, stationsAsOf, stationSource } from "./source.server";

export { readingsOf } from "./readings/names.server";
export { doubtPlace } from "./doubtful-place.server";
export { liesElsewhere, samePlace } from "./elsewhere.server";
export { deleteStations, updateStation } from "./opposites.server";
export { farMove } from "./moving.server";
export { findOpposites } from "./find-opposites.server";
export { stationsCalled } from "./namesakes.server";
export { stationRecord, stationSource } from "./source.server";
export { type LineAtStation, linesOfStation } from "./uses.server";

/** One page of living stations; around a point also with the distance from it. */
export function listStations(viewer: Viewer, state: ListState<StationFilters>): Promise<ListPage<StationRow>> {
  return listRows(sourceFor(state.filters), viewer, state);
}

export const stationsWithin = async (
  viewer: Viewer,
  place: { lng: number; lat: number },
  radius: number | undefined,
  size: number,
): Promise<StationRow[]> => {
  const filters = { lng: place.lng, lat: place.lat, radius };
  return (await listStations(viewer, { page: 1, size, sort: [{ id: "away", desc: false }], filters })).rows;
};

export const streamStations = (viewer: Viewer, state: ListState<StationFilters>) =>
  streamRows(sourceFor(state.filters), viewer, state);

const sourceFor = ({ lng, lat, asOf }: StationFilters) =>
  lng !== undefined && lat !== undefined ? stationsAround({ lng, lat }, asOf) : stationsAsOf(asOf);

export const allStations = (viewer: Viewer, filters: StationFilters) =>
  listAllRows(sourceFor(filters), viewer, filters);
export const loadStations = (keys: readonly string[]) => loadRows(stationSource, { orgScope: "all" }, keys);
