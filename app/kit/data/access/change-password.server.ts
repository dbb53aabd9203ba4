import { db, inTransaction } from "~/kit/data/db/pool.server";
import { recordChange } from "~/kit/data/db/history.server";
import { Problem, problem } from "~/kit/ground/problem";
import {
  delayAfterFailures,
  forgetLoginTries,
  giveBackLoginTry,
  noteLocks,
  reserveLoginTry,
} from "./login-failures.server";
import { findPasswordWeakness } from "./password-strength.server";
import { hashPassword, verifyPassword } from "./passwords.server";
import { recordSecurityEvent } from "./security-events.server";
import { endSession, endSessionsOf } from "./session.server";
import type { Viewer } from "./viewer";

const wrong = "原密码不正确";

export class SessionEnded extends Problem {
  constructor() {
    const words = "原密码错误次数过多，登录已结束，请 10 分钟后重新登录，或请管理员解锁";
    super("field", words, [{ path: "oldPassword", message: words }]);
  }
}

/** Changes the viewer's own password and ends all their other sessions. A wrong old one is counted as a failed login from that address. */
export async function changePassword(
  viewer: Viewer,
  sent: { oldPassword: string; newPassword: string },
  address: string,
): Promise<void> {
  if (sent.newPassword === sent.oldPassword) throw problem.field("newPassword", "新密码不能与原密码相同");
  const oldHash = await verifyOldPassword(viewer, sent.oldPassword, address);
  const known = [viewer.userAccount, viewer.userName, ...(await namesOfOrganisations(viewer.orgId))];
  const bad = await findPasswordWeakness(sent.newPassword, ...known);
  if (bad) throw problem.field("newPassword", bad);
  const passwordHash = await hashPassword(sent.newPassword);
  await inTransaction(async (trx) => {
    const user = await trx
      .selectFrom("appUser")
      .select(["passwordHash", "version", "userStatus"])
      .where("userId", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (user.passwordHash !== oldHash) throw problem.field("oldPassword", wrong);
    const userStatus = user.userStatus === "must-change-password" ? "normal" : user.userStatus;
    await trx
      .updateTable("appUser")
      .set({
        passwordHash,
        passwordOnce: false,
        firstPasswordEndsAt: null,
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
    await recordSecurityEvent(trx, viewer, "password-changed");
    await endSessionsOf(trx, viewer.userId, "password-changed", viewer.sessionId);
  });
}

/** The person's own and those above all others. */
async function namesOfOrganisations(orgId: string | null): Promise<string[]> {
  const found = await db()
    .selectFrom("organisation")
    .select("orgName")
    .where((either) => either.or([either("orgId", "=", orgId), either("orgPid", "is", null)]))
    .where("deletedAt", "is", null)
    .limit(20)
    .execute();
  return found.map(({ orgName }) => orgName);
}

/** The hash that the password fits. Before any transaction: no database connection waits while it is computed. */
async function verifyOldPassword(viewer: Viewer, password: string, address: string): Promise<string> {
  const counted = await reserveLoginTry(viewer.userAccount, address, { signedIn: true });
  if (!counted) throw problem.field("oldPassword", "密码错误次数过多，请 10 分钟后再试，或请管理员解锁");
  const judge = async () => {
    await delayAfterFailures(counted.times);
    const { passwordHash } = await db()
      .selectFrom("appUser")
      .select("passwordHash")
      .where("userId", "=", viewer.userId)
      .executeTakeFirstOrThrow();
    return (await verifyPassword(passwordHash, password)) ? passwordHash : undefined;
  };
  const fitting = await judge().catch(async (error: unknown) => {
    await giveBackLoginTry(counted);
    throw error;
  });
  if (fitting) {
    await forgetLoginTries(counted);
    return fitting;
  }
  noteLocks({ ...viewer, address }, counted, "原密码错误次数过多，登录已结束");
  if (!counted.last) throw problem.field("oldPassword", wrong);
  await endSession(viewer.sessionId, "guessed-password");
  throw new SessionEnded();
}
