import { sql, type Transaction } from "kysely";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { clearLoginFailures, readLoginFailures } from "~/kit/data/access/login-failures.server";
import { firstPasswordEnd, generatePassword, hashPassword } from "~/kit/data/access/passwords.server";
import { endSessionsOf } from "~/kit/data/access/session.server";
import type { SecurityEventKind } from "~/kit/data/access/security-event-kinds";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import { plainRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { lockAccess, refuseStronger, refuseUnreachable } from "~/domains/roles/queries.server";
import { noteOnUser } from "./note.server";
import { userSource } from "./source.server";

export interface StoredUser extends Record<string, unknown> {
  userId: string;
  userAccount: string;
  userName: string;
  orgId: string | null;
  personUuid: string | null;
  userStatus: string;
  isSuper: boolean;
  passwordOnce: boolean;
  version: number;
}

/** The status after disabling a user or letting them in again; disabling ends their sessions, letting in asks the viewer to hold what the user holds. */
export async function nextStatus(
  trx: Transaction<DB>,
  viewer: Viewer,
  user: StoredUser,
  wanted: "normal" | "disabled",
): Promise<string> {
  if (wanted === "disabled") {
    if (user.userId === viewer.userId) throw problem.used("不能停用自己的账号，请由其他管理员操作");
    await endSessionsOf(trx, user.userId, "disabled", { by: viewer.userId });
    return "disabled";
  }
  if (user.userStatus !== "normal") await refuseStronger(trx, viewer, user.userId);
  return user.passwordOnce || user.userStatus === "must-change-password" ? "must-change-password" : "normal";
}

/** Lets a user try to log in again at once: forgets failed attempts, which their history says, and takes a lock away. */
export async function unlockUser(viewer: Viewer, userId: string): Promise<void> {
  const { userAccount } = await changeAccount(viewer, userId, async (trx, user) => {
    if (user.userStatus !== "locked") return {};
    return { userStatus: await nextStatus(trx, viewer, user, "normal") };
  });
  await inTransaction(async (trx) => {
    const times = await clearLoginFailures(userAccount, trx);
    if (times > 0) await noteOnUser(trx, viewer, userId, "lock-lifted", `清除了 ${times} 次登录失败`);
  });
}

/** Gives a user a new password to hand over, answered here and nowhere else; it must be changed at the next login, and all sessions end. */
export async function resetPassword(
  viewer: Viewer,
  userId: string,
): Promise<{ userId: string; userAccount: string; password: string }> {
  requireFreshPassword(viewer);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const { userAccount } = await changeAccount(
    viewer,
    userId,
    async (trx, user) => {
      if (userId === viewer.userId) throw problem.used("请在“修改密码”页面修改自己的密码");
      await refuseStronger(trx, viewer, userId);
      await endSessionsOf(trx, userId, "password-reset", { by: viewer.userId });
      return {
        passwordHash,
        passwordOnce: true,
        firstPasswordEndsAt: firstPasswordEnd(),
        userStatus: user.userStatus === "disabled" ? "disabled" : "must-change-password",
      };
    },
    { password: "（已重置为一次性密码）" },
    "password-reset",
  );
  await clearLoginFailures(userAccount);
  return { userId, userAccount, password };
}

/** A change of a user that no form makes; `note` stands in the history beside the fields. */
async function changeAccount(
  viewer: Viewer,
  userId: string,
  change: (trx: Transaction<DB>, user: StoredUser) => Promise<Record<string, unknown>>,
  note: Record<string, unknown> = {},
  kind: SecurityEventKind = "account-changed",
): Promise<StoredUser> {
  return inTransaction(async (trx) => {
    await lockAccess(trx);
    const [user] = await lockRows<StoredUser>(trx, userSource, viewer, [userId]);
    await refuseUnreachable(trx, viewer, [userId]);
    const changes = await change(trx, user!);
    if (Object.keys(changes).length === 0) return user!;
    const version = user!.version + 1;
    await trx
      .updateTable("appUser")
      .set({ ...changes, version, updatedAt: sql`now()`, updatedBy: viewer.userId })
      .where("userId", "=", userId)
      .execute();
    const [before, after] = [
      plainRecord(userSource.kept, user!),
      { ...plainRecord(userSource.kept, { ...user, ...changes }), ...note },
    ];
    await recordChange(trx, viewer, { room: "users", key: userId, action: "update", version, before, after });
    await recordSecurityEvent(trx, viewer, kind, user!.userAccount);
    return user!;
  });
}

export async function failuresOf(userAccount: string): Promise<number> {
  return (await readLoginFailures(userAccount)).times;
}
