import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { isFree, updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { allOf, findOf, heldOf, listOf, rowsOf, streamOf } from "~/kit/room/source.server";
import { createOf, deleteOf, restoreOf, rowOf } from "~/kit/room/verbs.server";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import type { StationFilters, StationRow, StationValues } from "./schema";
import { stationRecord, stationsAround, stationsAsOf, stationSource } from "./source.server";
import { stationReferences } from "./uses.server";

export { farMove } from "./moving.server";
export { stationsCalled } from "./namesakes.server";
export { stationRecord, stationSource } from "./source.server";
export { type LineAtStation, linesOfStation, stationUses } from "./uses.server";

/** One page of living stations; around a point also with the distance from it. */
export function listStations(viewer: Viewer, state: ListState<StationFilters>): Promise<ListPage<StationRow>> {
  return listOf(sourceFor(state.filters), viewer, state);
}

/** All of them in that order, batch by batch. */
export const streamStations = (viewer: Viewer, state: ListState<StationFilters>) =>
  streamOf(sourceFor(state.filters), viewer, state);

const sourceFor = ({ lng, lat, asOf }: StationFilters) =>
  lng !== undefined && lat !== undefined ? stationsAround({ lng, lat }, asOf) : stationsAsOf(asOf);

export const allStations = (viewer: Viewer, filters: StationFilters) =>
  allOf(stationsAsOf(filters.asOf), viewer, filters);
export const findStation = (viewer: Viewer, staUuid: string) => findOf(stationSource, viewer, staUuid);
/** The living stations with these keys, in their order. */
export const loadStations = (keys: readonly string[]) => rowsOf(stationSource, keys);

export const createStation = (viewer: Viewer, values: StationValues) => createOf(stationSource, viewer, values);

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateStation(
  viewer: Viewer,
  staUuid: string,
  changes: Partial<StationValues>,
  version?: number,
): Promise<StationRow> {
  await inTransaction(async (trx) => {
    const [current] = await heldOf<StationRow>(trx, stationSource, viewer, [staUuid]);
    const { openDate = current!.openDate, stopDate = current!.stopDate } = changes;
    if (openDate && stopDate && openDate > stopDate) throw problem.field("stopDate", "停用日期不能早于启用日期");
    await updateRecord(trx, viewer, stationRecord, staUuid, changes, version);
  });
  return rowOf(stationSource, staUuid);
}

/** Refused while a living line calls at one of them or a device is bound to it. */
export const deleteStations = (viewer: Viewer, keys: string[]) =>
  deleteOf(stationSource, viewer, stationReferences, keys);
/** A number taken meanwhile must be given anew. */
export const restoreStation = (viewer: Viewer, staUuid: string, staSelfCode?: string) =>
  restoreOf(stationSource, viewer, staUuid, { staSelfCode });

/** Whether a station number is free, leaving out the station's own. */
export function isStationNumFree(_viewer: Viewer, check: { staSelfCode: string; staUuid?: string }): Promise<boolean> {
  return isFree(db(), stationRecord, "staSelfCode", check.staSelfCode, check.staUuid);
}
