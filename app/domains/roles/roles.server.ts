import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { inScope, within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { findGivenUp } from "~/kit/room/relations.server";
import { defineRecords } from "~/kit/room/served.server";
import { listAllRows, findRow, lockRows } from "~/kit/room/source.server";
import { type Reference, refuseUsed } from "~/kit/room/uses.server";
import { lockTree, placeInTree, type TreeRecord } from "~/kit/page/trees/place.server";
import { treeOf } from "~/kit/page/trees/tree";
import { reachOf, refuseUnchangeable, refuseWidened } from "./reach.server";
import { type RoleRow, roleRoom, type RoleValues } from "./room";
import type { RoleNode } from "./schema";
import { isDeepStrictEqual } from "node:util";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";

const deepestRole = 5;

const rolePlaces: TreeRecord = { table: "role", key: "roleId", parent: "parentId", deepest: deepestRole, noun: "角色" };

const named = (part: string) => sql`strpos(lower(role.role_name), ${part.toLowerCase()}) > 0`;

interface Filters {
  keyword?: string;
  roleName?: string;
}

export const roleSource = defineRecords<RoleRow, Filters>(roleRoom, {
  table: "role",
  unique: { role_name_living: { path: "roleName", message: "同一上级下已有这个角色名称" } },
  more: sql`(select count(*) from role_resource rr join resource res using (resource_id) where rr.role_id = role.role_id and res.deleted_at is null) as resource_count`,
  filters: { keyword: named, roleName: named },
  order: ["roleName", "dataScope", "enabled", "updatedAt"],
});

export const allRoles = (viewer: Viewer) => listAllRows(roleSource, viewer, {});
export const findRole = (viewer: Viewer, roleId: string) => findRow(roleSource, viewer, roleId);

export async function roleTree(viewer: Viewer): Promise<RoleNode[]> {
  return treeOf(await allRoles(viewer), { id: "roleId", pid: "parentId" });
}

/** Creates a role within the viewer's own reach. */
export async function createRole(viewer: Viewer, values: RoleValues): Promise<RoleRow> {
  const { roleId } = await inTransaction(async (trx) => {
    const reach = await reachOf(trx, viewer);
    await placeInTree(trx, rolePlaces, undefined, values.parentId ?? null);
    const role = await createRecord<{ roleId: string }>(trx, viewer, roleSource.kept, {
      ...values,
      ...(await scopeOf(trx, viewer, values)),
    });
    await refuseWidened(trx, reach, role.roleId);
    return role;
  });
  return (await findRole(viewer, roleId))!;
}

/** Changes the fields given, of a role within the viewer's reach, and not beyond it. */
export async function updateRole(
  viewer: Viewer,
  roleId: string,
  changes: Partial<RoleValues>,
  version?: number,
): Promise<RoleRow> {
  await inTransaction((trx) => changeRole(trx, viewer, roleId, changes, version));
  return (await findRole(viewer, roleId))!;
}

export async function changeRole(
  trx: Transaction<DB>,
  viewer: Viewer,
  roleId: string,
  changes: Partial<RoleValues>,
  version?: number,
): Promise<void> {
  await lockTree(trx, rolePlaces);
  const [role] = await lockRows<RoleRow>(trx, roleSource, viewer, [roleId]);
  const reach = await reachOf(trx, viewer);
  await refuseUnchangeable(trx, reach, [roleId]);
  if (changes.parentId !== undefined && changes.parentId !== role!.parentId)
    await placeInTree(trx, rolePlaces, roleId, changes.parentId);
  await noteRights(trx, viewer, role!, changes);
  const { dataScope, orgIds } = changes;
  const scope =
    (dataScope ?? orgIds)
      ? await scopeOf(trx, viewer, { dataScope: dataScope ?? role!.dataScope, orgIds: orgIds ?? role!.orgIds })
      : {};
  await updateRecord(trx, viewer, roleSource.kept, roleId, { ...changes, ...scope }, version);
  await refuseWidened(trx, reach, roleId);
}

/** Deletes roles, all or none; refused while users have one or roles stand below one. */
export async function deleteRoles(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockTree(trx, rolePlaces);
    await lockRows(trx, roleSource, viewer, keys);
    await refuseUsed(trx, viewer, roleSource.kept, roleReferences, keys);
    await refuseUnchangeable(trx, await reachOf(trx, viewer), keys);
    await deleteRecords(trx, viewer, roleSource.kept, keys);
  });
}

/** Brings a deleted role back, to the top where its parent is gone; a name taken meanwhile must be given anew. */
export async function restoreRole(viewer: Viewer, roleId: string, roleName?: string): Promise<RoleRow> {
  await inTransaction(async (trx) => {
    await lockTree(trx, rolePlaces);
    const [role] = await lockRows<RoleRow>(trx, roleSource, viewer, [roleId], true);
    await refuseUnchangeable(trx, await reachOf(trx, viewer), [roleId]);
    requireFreshPassword(viewer);
    const givenUp = await findGivenUp(trx, roleRoom, { ...role });
    await restoreRecord(trx, viewer, roleSource.kept, roleId, { ...givenUp, ...(roleName && { roleName }) });
  });
  return (await findRole(viewer, roleId))!;
}

export const roleReferences: Reference[] = [
  {
    label: "用户",
    blocking: true,
    // A user without an organisation is seen only by those who see all.
    select: (
      keys,
    ) => sql`select ur.role_id as used, u.user_id as key, u.user_name as title, coalesce(u.org_id::text, '') as org_id
      from user_role ur join app_user u using (user_id) where ur.role_id = any(${keys}) and u.deleted_at is null`,
    href: (key) => `/system/user/${key}`,
  },
  {
    label: "下级角色",
    blocking: true,
    select: (keys) => sql`select parent_id as used, role_id as key, role_name as title, null::text as org_id
      from role where parent_id = any(${keys}) and role_id <> all(${keys}) and deleted_at is null`,
    href: (key) => `/system/role/${key}`,
  },
];

export async function countHolders(viewer: Viewer): Promise<Map<string, number>> {
  const found = await sql<{ roleId: string; users: number }>`
    select role_id, count(*) as users from user_role join app_user u using (user_id) where u.deleted_at is null and ${inScope(viewer, sql`u.org_id`)} group by role_id`.execute(
    db(),
  );
  return new Map(found.rows.map(({ roleId, users }) => [roleId, users]));
}

/** The organisations go with data scope `chosen` and with no other; each of them living and the viewer's. */
async function scopeOf(
  trx: Transaction<DB>,
  viewer: Viewer,
  { dataScope, orgIds }: Pick<RoleValues, "dataScope" | "orgIds">,
) {
  if (dataScope !== "chosen") return { orgIds: [] };
  if (orgIds.length === 0) throw problem.field("orgIds", "请至少勾选一个机构");
  const living = await sql<{
    orgId: string;
  }>`select org_id from organisation where org_id = any(${orgIds}) and deleted_at is null order by org_id`.execute(trx);
  if (living.rows.length < orgIds.length || !orgIds.every((orgId) => within(viewer, orgId)))
    throw problem.field("orgIds", "请从您可管理的机构中选择");
  return { orgIds: living.rows.map(({ orgId }) => orgId) };
}

const rightsOf = ["dataScope", "orgIds", "enabled", "secondFactor"] as const;

/** Of a change that gives a role's people more or less than before: asks for a fresh password, and says it among the security events. */
async function noteRights(
  trx: Transaction<DB>,
  viewer: Viewer,
  role: RoleRow,
  changes: Partial<RoleValues>,
): Promise<void> {
  const changed = rightsOf.filter((name) => name in changes && !isDeepStrictEqual(changes[name], role[name]));
  if (changed.length === 0) return;
  requireFreshPassword(viewer);
  const labels = changed.map((name) => roleRoom.words.labels[name]).join("、");
  await recordSecurityEvent(trx, viewer, "roles-changed", `角色 ${role.roleName}：修改${labels}`);
}
