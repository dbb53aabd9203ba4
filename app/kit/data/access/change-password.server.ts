import { inTransaction } from "~/kit/data/db/pool.server";
import { recordChange } from "~/kit/data/db/history.server";
import { problem } from "~/kit/ground/problem";
import { hashPassword, verifyPassword, findPasswordWeakness } from "./passwords.server";
import { endSessionsOf } from "./session.server";
import type { Viewer } from "./viewer";

/** Changes the viewer's own password and ends all their other sessions. */
export async function changePassword(
  viewer: Viewer,
  sent: { oldPassword: string; newPassword: string },
): Promise<void> {
  const bad = findPasswordWeakness(sent.newPassword, viewer.userAccount, viewer.userName);
  if (bad) throw problem.field("newPassword", bad);
  if (sent.newPassword === sent.oldPassword) throw problem.field("newPassword", "新密码不能与原密码相同");
  await inTransaction(async (trx) => {
    const user = await trx
      .selectFrom("appUser")
      .select(["passwordHash", "version", "userStatus"])
      .where("userId", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(user.passwordHash, sent.oldPassword)))
      throw problem.field("oldPassword", "原密码不正确");
    const userStatus = user.userStatus === "must-change-password" ? "normal" : user.userStatus;
    await trx
      .updateTable("appUser")
      .set({
        passwordHash: await hashPassword(sent.newPassword),
        passwordOnce: false,
        userStatus,
        version: user.version + 1,
        updatedAt: new Date(),
        updatedBy: viewer.userId,
      })
      .where("userId", "=", viewer.userId)
      .execute();
    await recordChange(trx, viewer, {
      room: "users",
      key: viewer.userId,
      action: "update",
      version: user.version + 1,
      before: { userStatus: user.userStatus },
      after: { userStatus, password: "（已修改）" },
    });
    await endSessionsOf(trx, viewer.userId, "password-changed", viewer.sessionId);
  });
}
