import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { isFree, updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { pointsOf } from "~/transit/geo/shape";
import { centreOf } from "~/transit/geo/shape-geometry";
import { offerOf } from "~/kit/room/offers.server";
import { allOf, findOf, heldOf, listOf, streamOf } from "~/kit/room/source.server";
import { usesOf } from "~/kit/room/uses.server";
import { createOf, deleteOf, restoreOf, rowOf } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { DepotFilters, DepotRow, DepotValues } from "./schema";
import { depotRecord, depotReferences, depotSource } from "./source.server";

export { depotRecord, depotSource };

export const listDepots = (viewer: Viewer, state: ListState<DepotFilters>) => listOf(depotSource, viewer, state);
export const allDepots = (viewer: Viewer, filters: DepotFilters) => allOf(depotSource, viewer, filters);
export const findDepot = (viewer: Viewer, parkingUuid: string) => findOf(depotSource, viewer, parkingUuid);
export const streamDepots = (viewer: Viewer, state: ListState<DepotFilters>) => streamOf(depotSource, viewer, state);
export const offerDepots = offerOf(depotSource, ({ parkingUuid, parkingName }) => ({
  value: parkingUuid,
  label: parkingName,
}));
export const depotUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, depotReferences, keys);

export async function createDepot(viewer: Viewer, values: DepotValues): Promise<DepotRow> {
  requireOrganisation(viewer, values.orgId);
  return createOf(depotSource, viewer, placed(values));
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateDepot(
  viewer: Viewer,
  parkingUuid: string,
  changes: Partial<DepotValues>,
  version?: number,
): Promise<DepotRow> {
  requireOrganisation(viewer, changes.orgId);
  await inTransaction(async (trx) => {
    const [current] = await heldOf<DepotRow>(trx, depotSource, viewer, [parkingUuid]);
    const { lng, lat } = { ...current!, ...changes };
    if ((lng === null || lng === undefined) !== (lat === null || lat === undefined))
      throw problem.field(lng === null || lng === undefined ? "lng" : "lat", "经度和纬度请同时填写，或都留空");
    await updateRecord(trx, viewer, depotRecord, parkingUuid, placed(changes, current), version);
  });
  return rowOf(depotSource, parkingUuid);
}

/** Refused while buses park there, devices are bound or fences belong to one of them. */
export const deleteDepots = (viewer: Viewer, keys: string[]) => deleteOf(depotSource, viewer, depotReferences, keys);
/** A number taken meanwhile must be given anew. */
export const restoreDepot = (viewer: Viewer, parkingUuid: string, parkingNum?: string) =>
  restoreOf(depotSource, viewer, parkingUuid, { parkingNum });

/** Whether a depot number is free, leaving out the depot's own. */
export function isParkingNumFree(
  _viewer: Viewer,
  check: { parkingNum: string; parkingUuid?: string },
): Promise<boolean> {
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
