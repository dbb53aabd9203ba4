import { sql, type Transaction } from "kysely";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import { refuseBroken } from "~/kit/room/checks.server";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { findRow, lockRows, listRows } from "~/kit/room/source.server";
import { refuseUsed } from "~/kit/room/uses.server";
import { loadRow } from "~/kit/room/verbs.server";
import { lockTree, placeInTree } from "~/kit/page/trees/place.server";
import { treeOf } from "~/kit/page/trees/tree";
import { organisationReferences } from "./references.server";
import { organisationRoom, type OrganisationRow, type OrganisationValues } from "./room";
import type { OrganisationNode } from "./schema";
import { organisationPlaces, organisationSource } from "./source.server";

export { organisationChoices };
export { belongingsOf } from "./references.server";
export { organisationSource };

export async function listOrganisations(viewer: Viewer): Promise<OrganisationRow[]> {
  const order = ["sort", "orgCode"].map((id) => ({ id, desc: false }));
  return (await listRows(organisationSource, viewer, { page: 1, size: 10_000, sort: order, filters: {} })).rows;
}

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

export const findOrganisation = (viewer: Viewer, orgId: string): Promise<OrganisationRow | undefined> =>
  findRow(organisationSource, viewer, orgId);

export async function createOrganisation(viewer: Viewer, values: OrganisationValues): Promise<OrganisationRow> {
  const { orgId } = await inTransaction(async (trx) => {
    await placeFits(trx, viewer, undefined, values.orgPid ?? null);
    return createRecord<OrganisationRow>(trx, viewer, organisationSource.kept, {
      ...values,
      sort: values.sort ?? lastPlace(values.orgPid ?? null),
    });
  });
  return loadRow(organisationSource, viewer, orgId);
}

/** Changes the fields given; moving takes the whole subtree along. */
export async function updateOrganisation(
  viewer: Viewer,
  orgId: string,
  changes: Partial<OrganisationValues>,
  version?: number,
): Promise<OrganisationRow> {
  await inTransaction((trx) => changeOrganisation(trx, viewer, orgId, changes, version));
  return loadRow(organisationSource, viewer, orgId);
}

export async function changeOrganisation(
  trx: Transaction<DB>,
  viewer: Viewer,
  orgId: string,
  changes: Partial<OrganisationValues>,
  version?: number,
): Promise<void> {
  // Before the record itself, as every move and delete does: two moves at once wait for each other.
  if (changes.orgPid !== undefined) await lockTree(trx, organisationPlaces);
  const [before] = await lockRows<OrganisationRow>(trx, organisationSource, viewer, [orgId]);
  // One that stands at the top of what the viewer sees keeps its place without being asked.
  if (changes.orgPid !== undefined && changes.orgPid !== before!.orgPid)
    await placeFits(trx, viewer, orgId, changes.orgPid);
  refuseBroken(organisationRoom, before!, changes);
  await updateRecord(trx, viewer, organisationSource.kept, orgId, changes, version);
}

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
      await updateRecord(trx, viewer, organisationSource.kept, one.orgId, { sort: place + 1 });
  });
  return moved;
}

export async function deleteOrganisations(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockTree(trx, organisationPlaces);
    await lockRows(trx, organisationSource, viewer, keys);
    await refuseUsed(trx, viewer, organisationSource.kept, organisationReferences(), keys);
    await deleteRecords(trx, viewer, organisationSource.kept, keys);
  });
}

/** Brings a deleted organisation back to its place; a number taken meanwhile must be given anew. */
export async function restoreOrganisation(viewer: Viewer, orgId: string, orgCode?: string): Promise<OrganisationRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<OrganisationRow>(trx, organisationSource, viewer, [orgId], true);
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
    await restoreRecord(trx, viewer, organisationSource.kept, orgId, orgCode ? { orgCode } : undefined);
  });
  return loadRow(organisationSource, viewer, orgId);
}

const lastPlace = (orgPid: string | null) =>
  sql`(select least(coalesce(max(sort), 0) + 1, 9999) from organisation where org_pid is not distinct from ${orgPid} and deleted_at is null)`;

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
