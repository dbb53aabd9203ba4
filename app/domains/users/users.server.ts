import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import { endSessionsOf } from "~/kit/data/access/session.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { findGivenUp } from "~/kit/room/relations.server";
import { lockRows } from "~/kit/room/source.server";
import { lockAccess, refuseStronger, refuseUnreachable } from "~/domains/roles/queries.server";
import { nextStatus, type StoredUser } from "./account.server";
import { requireFreePerson, requireOwnOrganisation } from "./belonging.server";
import { type UserRow, userRoom } from "./room";
import type { UserValues } from "./schema";
import { findUser, userSource } from "./source.server";

type UserChanges = Partial<UserValues> & { userStatus?: "normal" | "disabled" };

/** Changes the fields given. Only a super user makes or unmakes a super user, and one stays. */
export async function updateUser(
  viewer: Viewer,
  userId: string,
  changes: UserChanges,
  version?: number,
): Promise<UserRow> {
  await inTransaction((trx) => changeUser(trx, viewer, userId, changes, version));
  return (await findUser(viewer, userId))!;
}

export async function changeUser(
  trx: Transaction<DB>,
  viewer: Viewer,
  userId: string,
  changes: UserChanges,
  version?: number,
): Promise<void> {
  await lockAccess(trx);
  const [user] = await lockRows<StoredUser>(trx, userSource, viewer, [userId]);
  await refuseUnreachable(trx, viewer, [userId]);
  const { userStatus: wanted, ...fields } = changes;
  if (fields.isSuper !== undefined && fields.isSuper !== user!.isSuper) {
    if (!viewer.isSuper) throw problem.field("isSuper", "只有超级用户能设置超级用户");
    requireFreshPassword(viewer);
  }
  if (fields.orgId !== undefined && fields.orgId !== user!.orgId) {
    await requireOwnOrganisation(trx, viewer, fields.orgId);
    await refuseStronger(trx, viewer, userId);
  }
  if (fields.userAccount !== undefined && fields.userAccount !== user!.userAccount)
    await refuseStronger(trx, viewer, userId);
  if (fields.personUuid !== undefined && fields.personUuid !== user!.personUuid)
    await requireFreePerson(trx, viewer, fields.personUuid, userId);
  const userStatus = wanted && (await nextStatus(trx, viewer, user!, wanted));
  if (userStatus && userStatus !== user!.userStatus && (user!.isSuper || wanted === "normal"))
    requireFreshPassword(viewer);
  await updateRecord(trx, viewer, userSource.kept, userId, { ...fields, userStatus }, version);
  const { userAccount } = user!;
  if (userStatus && userStatus !== user!.userStatus)
    await recordSecurityEvent(
      trx,
      viewer,
      "account-changed",
      `${userStatus === "disabled" ? "停用" : "启用"} ${userAccount}`,
    );
  if (fields.isSuper !== undefined && fields.isSuper !== user!.isSuper)
    await recordSecurityEvent(
      trx,
      viewer,
      "roles-changed",
      `${fields.isSuper ? "设为" : "取消"}超级用户 ${userAccount}`,
    );
  await refuseNoSuper(trx);
}

export async function deleteUsers(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockAccess(trx);
    await refuseUnreachable(trx, viewer, keys);
    if (await isAnySuper(trx, keys)) requireFreshPassword(viewer);
    if (keys.includes(viewer.userId)) throw problem.used("不能删除自己的账号，请由其他管理员操作");
    await deleteRecords(trx, viewer, userSource.kept, keys);
    await recordSecurityEvent(trx, viewer, "account-changed", `删除 ${keys.length} 个用户`);
    for (const key of keys) await endSessionsOf(trx, key, "user-deleted", { by: viewer.userId });
    await refuseNoSuper(trx);
  });
}

/** Brings a deleted user back with the roles they had; an account taken meanwhile must be given anew. */
export async function restoreUser(viewer: Viewer, userId: string, userAccount?: string): Promise<UserRow> {
  await inTransaction(async (trx) => {
    await lockAccess(trx);
    const [user] = await lockRows<StoredUser>(trx, userSource, viewer, [userId], true);
    refuseChief(viewer, user!);
    await refuseStronger(trx, viewer, userId);
    requireFreshPassword(viewer);
    const givenUp = await findGivenUp(trx, userRoom, { ...user });
    await restoreRecord(trx, viewer, userSource.kept, userId, { ...givenUp, ...(userAccount && { userAccount }) });
  });
  return (await findUser(viewer, userId))!;
}

/** Refuses a super user's pages to everybody else. */
export function refuseChief(viewer: Viewer, user: Pick<UserRow, "isSuper">): void {
  if (user.isSuper && !viewer.isSuper) throw problem.forbidden("超级用户只能由超级用户管理");
}

/** Refuses a change after which no super user could log in. */
async function refuseNoSuper(trx: Transaction<DB>): Promise<void> {
  const left =
    await sql`select 1 from app_user where is_super and deleted_at is null and (user_status = 'normal' or user_status = 'must-change-password' and first_password_ends_at is null) limit 1`.execute(
      trx,
    );
  if (left.rows.length === 0) throw problem.used("至少要保留一个可以登录的超级用户，请先设置另一个超级用户");
}

async function isAnySuper(trx: Transaction<DB>, keys: string[]): Promise<boolean> {
  const found = await sql`select 1 from app_user where user_id = any(${keys}) and is_super limit 1`.execute(trx);
  return found.rows.length > 0;
}
