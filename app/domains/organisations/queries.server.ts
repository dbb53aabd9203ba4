import { sql, type Transaction } from "kysely";
import { inScope, within } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { createRecord, deleteRecords, type RecordTable, updateRecord } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import type { Choice } from "~/kernel/forms/field";
import { problem } from "~/kernel/http/problem";
import { lockTree, placeInTree, type TreeRecord } from "~/kernel/trees/place.server";
import { treeChoices, treeOf } from "~/kernel/trees/tree";
import { deepestLevel, type OrganisationNode, type OrganisationRow, type OrganisationValues } from "./schema";

export const organisationRecord: RecordTable = {
  table: "organisation",
  key: "orgId",
  room: "organisations",
  noun: "机构",
  unique: {
    organisation_code_living: { path: "orgCode", message: "机构编号已被使用" },
    organisation_name_living: { path: "orgName", message: "同一上级下已有这个机构名称" },
  },
};

const organisationPlaces: TreeRecord = { table: "organisation", key: "orgId", parent: "orgPid", deepest: deepestLevel, noun: "机构" };

const columns = ["orgId", "orgPid", "orgCode", "orgName", "orgType", "sort", "leader", "phone", "address", "lng", "lat", "state", "version"] as const;

/** The living organisations within the viewer's scope, in the order of the tree's levels. */
export async function listOrganisations(viewer: Viewer): Promise<OrganisationRow[]> {
  return db().selectFrom("organisation").select(columns).where("deletedAt", "is", null).where(inScope(viewer, sql`org_id`)).orderBy("sort").orderBy("orgCode").execute();
}

/** The same as a tree; an organisation whose parent is out of scope stands at the top. */
export async function organisationTree(viewer: Viewer): Promise<OrganisationNode[]> {
  return treeOf(await listOrganisations(viewer), { id: "orgId", pid: "orgPid" });
}

/** The tree's branches one after the other for a select, each level further in. */
export async function organisationChoices(viewer: Viewer): Promise<Choice[]> {
  return treeChoices(await organisationTree(viewer), ({ orgName }) => orgName);
}

/** One living organisation within the viewer's scope; throws problem.missing. */
export async function findOrganisation(viewer: Viewer, orgId: string): Promise<OrganisationRow> {
  const row = await db().selectFrom("organisation").select(columns).where("orgId", "=", orgId).where("deletedAt", "is", null).executeTakeFirst();
  if (!row || !within(viewer, orgId)) throw problem.missing("机构");
  return row;
}

export async function createOrganisation(viewer: Viewer, values: OrganisationValues): Promise<OrganisationRow> {
  return inTransaction(async (trx) => {
    await placeFits(trx, viewer, undefined, values.orgPid ?? null);
    return createRecord<OrganisationRow>(trx, viewer, organisationRecord, values);
  });
}

/** Changes the fields given; moving takes the whole subtree along. */
export async function updateOrganisation(viewer: Viewer, orgId: string, changes: Partial<OrganisationValues>, version?: number): Promise<OrganisationRow> {
  await findOrganisation(viewer, orgId);
  return inTransaction(async (trx) => {
    if (changes.orgPid !== undefined) await placeFits(trx, viewer, orgId, changes.orgPid);
    return updateRecord<OrganisationRow>(trx, viewer, organisationRecord, orgId, changes, version);
  });
}

/** Deletes organisations, all or none; refused while anything belongs to one of them. */
export async function deleteOrganisations(viewer: Viewer, keys: string[]): Promise<void> {
  for (const key of keys) await findOrganisation(viewer, key);
  await inTransaction(async (trx) => {
    await lockTree(trx, organisationPlaces);
    const used = await sql<{ orgName: string; children: number; users: number; lines: number }>`
      select o.org_name,
        (select count(*) from organisation c where c.org_pid = o.org_id and c.deleted_at is null and c.org_id <> all(${keys})) as children,
        (select count(*) from app_user u where u.org_id = o.org_id and u.deleted_at is null) as users,
        (select count(*) from line l where l.org_id = o.org_id and l.deleted_at is null) as lines
      from organisation o where o.org_id = any(${keys})`.execute(trx);
    for (const { orgName, children, users, lines } of used.rows) {
      const uses = [children && `${children} 个下级机构`, users && `${users} 个用户`, lines && `${lines} 条线路`].filter(Boolean);
      if (uses.length > 0) throw problem.used(`机构“${orgName}”还有${uses.join("、")}，请先移走`);
    }
    await deleteRecords(trx, viewer, organisationRecord, keys);
  });
}

/** Refuses, at the form's `orgId`, an organisation that is gone or not the viewer's. */
export async function requireOrganisation(trx: Transaction<DB>, viewer: Viewer, orgId: string): Promise<void> {
  const known = await trx.selectFrom("organisation").select("orgId").where("orgId", "=", orgId).where("deletedAt", "is", null).executeTakeFirst();
  if (!known || !within(viewer, orgId)) throw problem.field("orgId", "请从您可管理的机构中选择");
}

async function placeFits(trx: Transaction<DB>, viewer: Viewer, orgId: string | undefined, orgPid: string | null): Promise<void> {
  if (orgPid === null && viewer.orgScope !== "all") throw problem.field("orgPid", "请选择您机构范围内的上级机构");
  if (orgPid !== null && !within(viewer, orgPid)) throw problem.field("orgPid", "上级机构不存在或不在您的机构范围内");
  await placeInTree(trx, organisationPlaces, orgId, orgPid);
}
