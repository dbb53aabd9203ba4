import type { Transaction } from "kysely";
import { within } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { inTransaction } from "~/kernel/db/pool.server";
import { createRecord, deleteRecords, restoreRecord, updateRecord } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { problem } from "~/kernel/http/problem";
import { shapeOf } from "~/kernel/map/shape";
import { boxOfShape } from "~/kernel/map/shape-geometry";
import { storedShape } from "~/kernel/map/shape-rules";
import { allOf, findOf, heldOf, listOf, streamOf } from "~/kernel/rooms/source.server";
import { refuseUsed, usesOf } from "~/kernel/rooms/uses.server";
import type { ListPage, ListState } from "~/kernel/tables/page-rows.server";
import { faultsOfFence } from "./faults";
import { fencesHolding } from "./for-map.server";
import { resolveParties } from "./parties.server";
import type { FenceFilters, FenceRow, FenceValues } from "./schema";
import { boxText, fenceRecord, fenceReferences, fenceSource, type FoundFences } from "./source.server";

export { fencesHolding, selectFenceForMap } from "./for-map.server";
export { partiesShown } from "./parties.server";
export { fenceRecord, fenceSource } from "./source.server";
export { fenceCounts, fenceTree, fenceTreeByOrganisation } from "./tree.server";

export async function listFences(viewer: Viewer, state: ListState<FenceFilters>): Promise<ListPage<FenceRow>> {
  return listOf(fenceSource, viewer, { ...state, filters: await found(viewer, state.filters) });
}
export const allFences = async (viewer: Viewer, filters: FenceFilters) => allOf(fenceSource, viewer, await found(viewer, filters));
export async function* streamFences(viewer: Viewer, state: Pick<ListState<FenceFilters>, "sort" | "filters">) {
  yield* streamOf(fenceSource, viewer, { ...state, filters: await found(viewer, state.filters) });
}
export const findFence = (viewer: Viewer, fenceUuid: string) => findOf(fenceSource, viewer, fenceUuid);
export const fenceUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, fenceReferences, keys);

export async function createFence(viewer: Viewer, values: FenceValues): Promise<FenceRow> {
  requireOrganisation(viewer, values.orgId);
  const { fenceUuid } = await inTransaction(async (trx) => createRecord<{ fenceUuid: string }>(trx, viewer, fenceRecord, { ...(await tidied(trx, viewer, values)), ...placed(values) }));
  return required(viewer, fenceUuid);
}

/** Changes the fields given, checked together with those that stay; `version` sent and out of date throws problem.stale. */
export async function updateFence(viewer: Viewer, fenceUuid: string, changes: Partial<FenceValues>, version?: number): Promise<FenceRow> {
  requireOrganisation(viewer, changes.orgId);
  await inTransaction(async (trx) => {
    const [current] = await heldOf<FenceRow>(trx, fenceSource, viewer, [fenceUuid]);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<FenceValues>;
    const next = { ...current!, ...given } as FenceRow;
    const faults = faultsOfFence(next);
    if (faults.length > 0) throw problem.fields(faults);
    const reshaped = (["shape", "lng", "lat", "radius", "coords", "width"] as const).some((name) => name in given && JSON.stringify(given[name]) !== JSON.stringify(current![name]));
    const clearing = await tidied(trx, viewer, next, current);
    const kept = Object.fromEntries(Object.entries(clearing).filter(([name]) => name in given || dependent.has(name)));
    await updateRecord(trx, viewer, fenceRecord, fenceUuid, { ...kept, ...(reshaped && placed(next)) }, version);
  });
  return required(viewer, fenceUuid);
}

/** Deletes fences, all or none; refused while one has waiting areas. */
export async function deleteFences(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await heldOf(trx, fenceSource, viewer, keys);
    await refuseUsed(trx, viewer, fenceRecord, fenceReferences, keys);
    await deleteRecords(trx, viewer, fenceRecord, keys);
  });
}

/** Brings a deleted fence back; a number taken meanwhile must be given anew. */
export async function restoreFence(viewer: Viewer, fenceUuid: string, fenceNum?: string): Promise<FenceRow> {
  await inTransaction(async (trx) => {
    await heldOf(trx, fenceSource, viewer, [fenceUuid], true);
    await restoreRecord(trx, viewer, fenceRecord, fenceUuid, fenceNum ? { fenceNum } : {});
  });
  return required(viewer, fenceUuid);
}

/** Fields that follow from another: a limit from its rule, a scope from 适用于全部. */
const dependent = new Set(["limitSpeed", "stopMinutes", "busUuids", "lineUuids", "ownerUuid"]);

/** A fence's own fields as they are stored: no limit without its rule, no buses where all are meant, keys for what was named. */
async function tidied(trx: Transaction<DB>, viewer: Viewer, values: Partial<FenceRow> | FenceValues, kept?: FenceRow) {
  const { ruleType, scopeAll = true } = values;
  const { fenceUuid, fenceNum, fenceName, useType, orgId, ownerType, ownerUuid, colour, enabled, remark, timeWindows = [], weekdays, beginDate, endDate } = values;
  const parties = await resolveParties(trx, viewer, { ownerType, ownerUuid: ownerType ? ownerUuid : null, busUuids: scopeAll ? [] : values.busUuids, lineUuids: scopeAll ? [] : values.lineUuids }, kept);
  return {
    ...{ fenceUuid, fenceNum, fenceName, useType, orgId, colour, enabled, remark, weekdays, beginDate, endDate, ruleType, scopeAll },
    limitSpeed: ruleType === 30 ? values.limitSpeed : null,
    stopMinutes: ruleType === 40 ? values.stopMinutes : null,
    timeWindows,
    ...parties,
  };
}

/** The columns of a shape with its box. */
function placed(values: Parameters<typeof storedShape>[0]) {
  return { ...storedShape(values), bounds: boxText(boxOfShape(shapeOf(values)!)) };
}

async function found(viewer: Viewer, { lng, lat, ...filters }: FenceFilters): Promise<FoundFences> {
  return lng === undefined || lat === undefined ? filters : { ...filters, among: await fencesHolding(viewer, { lng, lat }) };
}

function requireOrganisation(viewer: Viewer, orgId: string | undefined) {
  if (orgId !== undefined && !within(viewer, orgId)) throw problem.field("orgId", "请从您的机构范围内选择所属机构");
}

async function required(viewer: Viewer, fenceUuid: string): Promise<FenceRow> {
  const fence = await findFence(viewer, fenceUuid);
  if (!fence) throw problem.missing("电子围栏");
  return fence;
}
