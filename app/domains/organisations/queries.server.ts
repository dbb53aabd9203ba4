import type { Transaction } from "kysely";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { findOf, heldOf, listOf, streamOf } from "~/kit/room/source.server";
import { refuseUsed, usesOf } from "~/kit/room/uses.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { lockTree, placeInTree } from "~/kit/page/trees/place.server";
import { treeOf } from "~/kit/page/trees/tree";
import { organisationReferences } from "./references.server";
import type { OrganisationFilters, OrganisationNode, OrganisationRow, OrganisationValues } from "./schema";
import { organisationPlaces, organisationRecord, organisationSource } from "./source.server";

export { organisationChoices };
export { belongingsOf } from "./references.server";
export { organisationRecord, organisationSource };

/** The living organisations within the viewer's scope, in the order of the tree's levels. */
export async function listOrganisations(viewer: Viewer): Promise<OrganisationRow[]> {
  const order = ["sort", "orgCode"].map((id) => ({ id, desc: false }));
  return (await listOf(organisationSource, viewer, { page: 1, size: 10_000, sort: order, filters: {} })).rows;
}

export const streamOrganisations = (viewer: Viewer, state: Pick<ListState<OrganisationFilters>, "sort" | "filters">) =>
  streamOf(organisationSource, viewer, state);

/** The same as a tree; an organisation whose parent is out of scope stands at the top. */
export async function organisationTree(viewer: Viewer): Promise<OrganisationNode[]> {
  return treeOf(await listOrganisations(viewer), { id: "orgId", pid: "orgPid" });
}

/** Where an organisation, or a new one, may stand: not below itself. A parent outside the viewer's scope stays. */
export async function placesFor(viewer: Viewer, record: OrganisationRow | null): Promise<Choice[]> {
  const places = await organisationChoices(viewer, record?.orgId);
  const { orgPid = null } = record ?? {};
  return orgPid === null || places.some(({ value }) => value === orgPid)
    ? places
    : [{ value: orgPid, label: "（您的机构范围以外）" }, ...places];
}

/** A living organisation within the viewer's scope, or undefined. */
export const findOrganisation = (viewer: Viewer, orgId: string): Promise<OrganisationRow | undefined> =>
  findOf(organisationSource, viewer, orgId);

export async function createOrganisation(viewer: Viewer, values: OrganisationValues): Promise<OrganisationRow> {
  return inTransaction(async (trx) => {
    await placeFits(trx, viewer, undefined, values.orgPid ?? null);
    return createRecord<OrganisationRow>(trx, viewer, organisationRecord, values);
  });
}

/** Changes the fields given; moving takes the whole subtree along. */
export const updateOrganisation = (
  viewer: Viewer,
  orgId: string,
  changes: Partial<OrganisationValues>,
  version?: number,
): Promise<OrganisationRow> => inTransaction((trx) => changeOrganisation(trx, viewer, orgId, changes, version));

/** The same in a transaction that is open already. */
export async function changeOrganisation(
  trx: Transaction<DB>,
  viewer: Viewer,
  orgId: string,
  changes: Partial<OrganisationValues>,
  version?: number,
): Promise<OrganisationRow> {
  // Before the record itself, as every move and delete does: two moves at once wait for each other.
  if (changes.orgPid !== undefined) await lockTree(trx, organisationPlaces);
  const [before] = await heldOf<OrganisationRow>(trx, organisationSource, viewer, [orgId]);
  // One that stands at the top of what the viewer sees keeps its place without being asked.
  if (changes.orgPid !== undefined && changes.orgPid !== before!.orgPid)
    await placeFits(trx, viewer, orgId, changes.orgPid);
  return updateRecord<OrganisationRow>(trx, viewer, organisationRecord, orgId, changes, version);
}

/** Moves an organisation one place up or down among those below the same parent. */
export async function shiftOrganisation(viewer: Viewer, orgId: string, by: "up" | "down"): Promise<OrganisationRow> {
  const moved = await findOrganisation(viewer, orgId);
  if (!moved) throw problem.missing("机构");
  await inTransaction(async (trx) => {
    await lockTree(trx, organisationPlaces);
    const beside = (await listOrganisations(viewer)).filter(({ orgPid }) => orgPid === moved.orgPid);
    const from = beside.findIndex((one) => one.orgId === orgId);
    const other = beside[by === "up" ? from - 1 : from + 1];
    if (!other) return;
    const order = beside.map((one) => (one.orgId === orgId ? other : one === other ? moved : one));
    for (const [place, one] of order.entries())
      await updateRecord(trx, viewer, organisationRecord, one.orgId, { sort: place + 1 });
  });
  return moved;
}

/** What stops an organisation's delete, and what else speaks of it. */
export const organisationUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, organisationReferences(), keys);

/** Deletes organisations, all or none; refused while anything belongs to one of them. */
export async function deleteOrganisations(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockTree(trx, organisationPlaces);
    await heldOf(trx, organisationSource, viewer, keys);
    await refuseUsed(trx, viewer, organisationRecord, organisationReferences(), keys);
    await deleteRecords(trx, viewer, organisationRecord, keys);
  });
}

/** Brings a deleted organisation back to its place; a number taken meanwhile must be given anew. */
export async function restoreOrganisation(viewer: Viewer, orgId: string, orgCode?: string): Promise<OrganisationRow> {
  return inTransaction(async (trx) => {
    const [deleted] = await heldOf<OrganisationRow>(trx, organisationSource, viewer, [orgId], true);
    const { orgPid, orgName } = deleted!;
    const above =
      orgPid &&
      (await trx
        .selectFrom("organisation")
        .select(["orgName", "deletedAt"])
        .where("orgId", "=", orgPid)
        .executeTakeFirst());
    if (above && above.deletedAt) throw problem.used(`上级机构“${above.orgName}”已删除，请先恢复它`);
    await placeInTree(trx, organisationPlaces, undefined, orgPid);
    const named = await trx
      .selectFrom("organisation")
      .select("orgId")
      .where("orgName", "=", orgName)
      .where("orgPid", orgPid ? "=" : "is", orgPid)
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    if (named) throw problem.used(`同一上级下已有机构“${orgName}”，请先给它改名`);
    return restoreRecord<OrganisationRow>(trx, viewer, organisationRecord, orgId, orgCode ? { orgCode } : undefined);
  });
}

async function placeFits(
  trx: Transaction<DB>,
  viewer: Viewer,
  orgId: string | undefined,
  orgPid: string | null,
): Promise<void> {
  if (orgPid === null && viewer.orgScope !== "all") throw problem.field("orgPid", "请选择您机构范围内的上级机构");
  if (orgPid !== null && !within(viewer, orgPid)) throw problem.field("orgPid", "上级机构不存在或不在您的机构范围内");
  await placeInTree(trx, organisationPlaces, orgId, orgPid);
}
