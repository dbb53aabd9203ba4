import { within } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { createRecord, deleteRecords, isFree, restoreRecord, updateRecord } from "~/kernel/db/records.server";
import { problem } from "~/kernel/http/problem";
import { pointsOf } from "~/kernel/map/shape";
import { centreOf } from "~/kernel/map/shape-geometry";
import { allOf, findOf, heldOf, keysFound, listOf, streamOf } from "~/kernel/rooms/source.server";
import { refuseUsed, usesOf } from "~/kernel/rooms/uses.server";
import type { ListState } from "~/kernel/tables/page-rows.server";
import type { DepotFilters, DepotRow, DepotValues } from "./schema";
import { depotRecord, depotReferences, depotSource } from "./source.server";

export { depotRecord, depotSource };

export const listDepots = (viewer: Viewer, state: ListState<DepotFilters>) => listOf(depotSource, viewer, state);
export const allDepots = (viewer: Viewer, filters: DepotFilters) => allOf(depotSource, viewer, filters);
export const findDepot = (viewer: Viewer, parkingUuid: string) => findOf(depotSource, viewer, parkingUuid);
export const streamDepots = (viewer: Viewer, state: ListState<DepotFilters>) => streamOf(depotSource, viewer, state);
export const depotKeys = (viewer: Viewer, filters: DepotFilters, most: number) => keysFound(depotSource, viewer, filters, most);
export const depotUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, depotReferences, keys);

export async function createDepot(viewer: Viewer, values: DepotValues): Promise<DepotRow> {
  requireOrganisation(viewer, values.orgId);
  const { parkingUuid } = await inTransaction((trx) => createRecord<{ parkingUuid: string }>(trx, viewer, depotRecord, placed(values)));
  return required(viewer, parkingUuid);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateDepot(viewer: Viewer, parkingUuid: string, changes: Partial<DepotValues>, version?: number): Promise<DepotRow> {
  requireOrganisation(viewer, changes.orgId);
  await inTransaction(async (trx) => {
    const [current] = await heldOf<DepotRow>(trx, depotSource, viewer, [parkingUuid]);
    const { lng, lat } = { ...current!, ...changes };
    if ((lng === null || lng === undefined) !== (lat === null || lat === undefined)) throw problem.field(lng === null || lng === undefined ? "lng" : "lat", "经度和纬度请同时填写，或都留空");
    await updateRecord(trx, viewer, depotRecord, parkingUuid, placed(changes, current), version);
  });
  return required(viewer, parkingUuid);
}

/** Deletes depots, all or none; refused while buses park there, devices are bound or fences belong to one of them. */
export async function deleteDepots(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await heldOf(trx, depotSource, viewer, keys);
    await refuseUsed(trx, viewer, depotRecord, depotReferences, keys);
    await deleteRecords(trx, viewer, depotRecord, keys);
  });
}

/** Brings a deleted depot back; a number taken meanwhile must be given anew. */
export async function restoreDepot(viewer: Viewer, parkingUuid: string, parkingNum?: string): Promise<DepotRow> {
  await inTransaction(async (trx) => {
    await heldOf(trx, depotSource, viewer, [parkingUuid], true);
    await restoreRecord(trx, viewer, depotRecord, parkingUuid, parkingNum ? { parkingNum } : {});
  });
  return required(viewer, parkingUuid);
}

/** Whether a depot number is free, leaving out the depot's own. */
export function isParkingNumFree(_viewer: Viewer, check: { parkingNum: string; parkingUuid?: string }): Promise<boolean> {
  return isFree(db(), depotRecord, "parkingNum", check.parkingNum, check.parkingUuid);
}

/** An empty outline is none; a depot without a point of its own stands in the middle of its outline. */
function placed<V extends Partial<DepotValues>>(values: V, current?: DepotRow): V {
  const outline = values.outline?.length ? values.outline : values.outline && null;
  const point = values.lng === undefined ? current?.lng : values.lng;
  if (!outline || (point ?? null) !== null) return { ...values, outline };
  const [lng, lat] = centreOf({ kind: "polygon", ring: pointsOf(outline) });
  return { ...values, outline, lng, lat };
}

function requireOrganisation(viewer: Viewer, orgId: string | undefined) {
  if (orgId !== undefined && !within(viewer, orgId)) throw problem.field("orgId", "请从您的机构范围内选择所属机构");
}

async function required(viewer: Viewer, parkingUuid: string): Promise<DepotRow> {
  const depot = await findDepot(viewer, parkingUuid);
  if (!depot) throw problem.missing("场站");
  return depot;
}
