import { type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, type Database, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { setVersion, staleSet } from "~/kit/page/trees/set-version.server";
import { distinct, type Membership, recordMembers } from "./members-history.server";
import { lockAccess, reachOf, refuseUnreachable, rolesBeyond } from "./reach.server";
import { findRole, roleSource } from "./roles.server";
import type { UserAuth } from "./schema";

type Member = z.output<typeof UserAuth>["users"][number];

export async function getUserAuth(viewer: Viewer, roleId: string) {
  if (!(await findRole(viewer, roleId))) throw problem.missing("角色");
  const users = await membersOf(db(), viewer, roleId);
  return { roleId, users, version: setVersion(users.map((user) => user.userId)) };
}

/** Gives a role to exactly these of the users that the viewer sees; others keep or lack it as before. */
export async function setUserAuth(
  viewer: Viewer,
  { roleId, userIds, version }: { roleId: string; userIds: string[]; version?: number },
) {
  await inTransaction(async (trx) => {
    await lockAccess(trx);
    await changeSet(trx, viewer, {
      recordKey: roleId,
      before: (await membersOf(trx, viewer, roleId)).map((user) => user.userId),
      wanted: userIds,
      version,
      pair: (userId) => ({ userId, roleId }),
      notes: ["usersGiven", "usersTaken"],
      titles: sql`select user_id as key, user_name as title from app_user`,
      roleIds: [roleId],
    });
  });
  return getUserAuth(viewer, roleId);
}

export async function getRoleAuth(viewer: Viewer, userId: string) {
  if (!(await isSeen(db(), viewer, userId))) throw problem.missing("用户");
  const roleIds = await rolesOf(db(), userId);
  return { userId, roleIds, version: setVersion(roleIds) };
}

/** Gives a user exactly these roles; the viewer can give and take only what they hold themselves. */
export async function setRoleAuth(
  viewer: Viewer,
  { userId, roleIds, version }: { userId: string; roleIds: string[]; version?: number },
) {
  await inTransaction(async (trx) => {
    await lockAccess(trx);
    await refuseUnreachable(trx, viewer, [userId]);
    await changeSet(trx, viewer, {
      recordKey: userId,
      before: await rolesOf(trx, userId),
      wanted: roleIds,
      version,
      pair: (roleId) => ({ userId, roleId }),
      notes: ["rolesGiven", "rolesTaken"],
      titles: sql`select role_id as key, role_name as title from role`,
    });
  });
  return getRoleAuth(viewer, userId);
}

interface SetChange {
  recordKey: string;
  before: string[];
  wanted: string[];
  /** Of the set that the viewer saw. */
  version: number | undefined;
  pair(key: string): Membership;
  notes: string[];
  titles: RawBuilder<unknown>;
  /** Roles that must be within reach, whatever changes. */
  roleIds?: string[];
}

async function changeSet(
  trx: Transaction<DB>,
  viewer: Viewer,
  { recordKey, before, wanted, version, pair, notes, titles, roleIds: named = [] }: SetChange,
): Promise<void> {
  if (version !== undefined && version !== setVersion(before))
    throw await staleSet(trx, {
      recordKey,
      notes,
      mine: wanted,
      theirs: before,
      titles: await namesOf(trx, titles),
    });
  const given = wanted.filter((key) => !before.includes(key)).map(pair);
  const taken = before.filter((key) => !wanted.includes(key)).map(pair);
  const touched = [...given, ...taken];
  const roleIds = [...new Set([...distinct(touched, "roleId"), ...named])];
  const roles = await lockRows<{ roleId: string; roleName: string; version: number }>(trx, roleSource, viewer, roleIds);
  await refuseUnreachable(trx, viewer, distinct(touched, "userId"));
  if (touched.length === 0) return;
  requireFreshPassword(viewer);
  const [strong] = await rolesBeyond(trx, await reachOf(trx, viewer), roleIds);
  if (strong) throw problem.forbidden(`角色“${strong.roleName}”的权限或数据范围超出您自己的，不能由您授予或收回`);
  for (const { userId, roleId } of taken)
    await trx.deleteFrom("userRole").where("userId", "=", userId).where("roleId", "=", roleId).execute();
  if (given.length > 0) await trx.insertInto("userRole").values(given).execute();
  await recordMembers(trx, viewer, roles, given, taken);
}

async function namesOf(on: Database, named: RawBuilder<unknown>): Promise<Map<string, string>> {
  const found = await sql<{ key: string; title: string }>`${named}`.execute(on);
  return new Map(found.rows.map(({ key, title }) => [key, title]));
}

async function membersOf(on: Database, viewer: Viewer, roleId: string): Promise<Member[]> {
  const found = await sql<Member>`
    select u.user_id, u.user_account, u.user_name, u.org_id, o.org_name from user_role join app_user u using (user_id) left join organisation o using (org_id)
    where role_id = ${roleId} and u.deleted_at is null and ${inScope(viewer, sql`u.org_id`)} order by u.user_account`.execute(
    on,
  );
  return found.rows;
}

async function rolesOf(on: Database, userId: string): Promise<string[]> {
  const found = await sql<{
    roleId: string;
  }>`select role_id from user_role join role using (role_id) where user_id = ${userId} and deleted_at is null order by role_id`.execute(
    on,
  );
  return found.rows.map((row) => row.roleId);
}

async function isSeen(on: Database, viewer: Viewer, userId: string): Promise<boolean> {
  return (
    (
      await sql`select 1 from app_user where user_id = ${userId} and deleted_at is null and ${inScope(viewer, sql`org_id`)}`.execute(
        on,
      )
    ).rows.length > 0
  );
}
