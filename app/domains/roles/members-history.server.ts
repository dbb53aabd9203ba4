import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";

export interface Membership {
  userId: string;
  roleId: string;
}

export const distinct = (some: Membership[], key: keyof Membership) => [...new Set(some.map((one) => one[key]))];

/** In the history of each user by the roles' names, in that of each role by the users' keys: who reads it may not see all of them. */
export async function recordMembers(
  trx: Transaction<DB>,
  viewer: Viewer,
  roles: { roleId: string; roleName: string; version: number }[],
  given: Membership[],
  taken: Membership[],
): Promise<void> {
  const users = await trx
    .selectFrom("appUser")
    .select(["userId", "version"])
    .where("userId", "in", distinct([...given, ...taken], "userId"))
    .execute();
  const userKeys = (some: Membership[], roleId: string) =>
    some.filter((one) => one.roleId === roleId).map(({ userId }) => userId);
  const roleNames = (some: Membership[], userId: string) =>
    roles
      .filter(({ roleId }) => some.some((one) => one.userId === userId && one.roleId === roleId))
      .map(({ roleName }) => roleName);
  await recordChange(
    trx,
    viewer,
    ...users.map(({ userId, version }) => ({
      room: "users",
      key: userId,
      action: "update" as const,
      version,
      after: withoutEmpty({ rolesGiven: roleNames(given, userId), rolesTaken: roleNames(taken, userId) }),
    })),
    ...roles.map(({ roleId, version }) => ({
      room: "roles",
      key: roleId,
      action: "update" as const,
      version,
      after: withoutEmpty({ usersGiven: userKeys(given, roleId), usersTaken: userKeys(taken, roleId) }),
    })),
  );
  await recordSecurityEvent(
    trx,
    viewer,
    "roles-changed",
    `角色 ${roles.map(({ roleName }) => roleName).join("、")}：授予 ${given.length} 处，收回 ${taken.length} 处`,
  );
}

const withoutEmpty = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));

/** A role's changes as the viewer may read them: users outside their organisations are counted, not named. */
export async function hideForeignUsers<C extends { after: Record<string, unknown> | null }>(
  viewer: Viewer,
  changes: C[],
): Promise<C[]> {
  if (viewer.orgScope === "all") return changes;
  const lists = ["usersGiven", "usersTaken"];
  const keys = changes.flatMap(({ after }) => lists.flatMap((list) => (after?.[list] as string[] | undefined) ?? []));
  const found = await sql<{
    userId: string;
  }>`select user_id from app_user where user_id = any(${keys}) and ${inScope(viewer, sql`org_id`)}`.execute(db());
  const visible = new Set(found.rows.map(({ userId }) => userId));
  const nameUsers = (users: string[]) => {
    const named = users.filter((key) => visible.has(key));
    return named.length < users.length ? [...named, `其他机构的 ${users.length - named.length} 人`] : named;
  };
  return changes.map((change) => ({
    ...change,
    after:
      change.after &&
      Object.fromEntries(
        Object.entries(change.after).map(([name, value]) => [
          name,
          lists.includes(name) ? nameUsers(value as string[]) : value,
        ]),
      ),
  }));
}
