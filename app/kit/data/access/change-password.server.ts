import { db, inTransaction } from "~/kit/data/db/pool.server";
import { attempt, type FieldError, problem } from "~/kit/ground/problem";
import { recordOwnChange } from "./own-change.server";
import { judgeOwnPassword, SessionEnded } from "./own-guess.server";
import { findPasswordWeakness } from "./password-strength.server";
import { hashPassword } from "./passwords.server";
import { recordSecurityEvent } from "./security-events.server";
import { endSessionsOf } from "./session.server";
import type { Viewer } from "./viewer";

const named = "原密码";

/** Changes the viewer's own password and ends all their other sessions. A wrong old one is counted as a failed login from that address. */
export async function changePassword(
  viewer: Viewer,
  sent: { oldPassword: string; newPassword: string },
  address: string,
): Promise<void> {
  // Before the transaction: no database connection waits while a hash is computed.
  const { oldHash, errors } = await judgeChange(viewer, sent, address);
  if (errors.length > 0) throw problem.fields(errors);
  const passwordHash = await hashPassword(sent.newPassword);
  await inTransaction(async (trx) => {
    const user = await trx
      .selectFrom("appUser")
      .select(["passwordHash", "version", "userStatus"])
      .where("userId", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (user.passwordHash !== oldHash) throw problem.field("oldPassword", `${named}不正确`);
    const userStatus = user.userStatus === "must-change-password" ? "normal" : user.userStatus;
    await trx
      .updateTable("appUser")
      .set({
        passwordHash,
        passwordOnce: false,
        passwordChosenAt: new Date(),
        firstPasswordEndsAt: null,
        userStatus,
        version: user.version + 1,
        updatedAt: new Date(),
        updatedBy: viewer.userId,
      })
      .where("userId", "=", viewer.userId)
      .execute();
    await recordOwnChange(trx, viewer, user.version + 1, {
      before: { userStatus: user.userStatus },
      after: { userStatus, password: "（已修改）" },
    });
    await recordSecurityEvent(trx, viewer, "password-changed");
    await endSessionsOf(trx, viewer.userId, "password-changed", { except: viewer.sessionId });
  });
}

/** What is wrong with a change of the viewer's own password, all at once; what is not given is not judged. */
export async function judgeChange(
  viewer: Viewer,
  { oldPassword, newPassword }: { oldPassword?: string; newPassword?: string },
  address: string,
): Promise<{ oldHash?: string; errors: FieldError[] }> {
  const old = oldPassword
    ? await attempt(() => judgeOwnPassword(viewer, oldPassword, address, { path: "oldPassword", named }))
    : undefined;
  if (old && !old.ok && old.problem instanceof SessionEnded) throw old.problem;
  const weakness = newPassword && (await findWeakness(viewer, newPassword, oldPassword));
  return {
    ...(old?.ok && { oldHash: old.value }),
    errors: [
      ...(old && !old.ok ? old.problem.errors : []),
      ...(weakness ? [{ path: "newPassword", message: weakness }] : []),
    ],
  };
}

async function findWeakness(viewer: Viewer, newPassword: string, oldPassword?: string): Promise<string | undefined> {
  if (newPassword === oldPassword) return "新密码不能与原密码相同";
  const organisations = await namesOfOrganisations(viewer.orgId);
  return findPasswordWeakness(newPassword, viewer.userAccount, viewer.userName, ...organisations);
}

/** Why somebody must change their password: they never chose one, or an administrator made another since; `until` when that one expires. */
export async function findForcedChange(userId: string): Promise<{ isFirst: boolean; until: Date | null }> {
  const { passwordChosenAt, firstPasswordEndsAt } = await db()
    .selectFrom("appUser")
    .select(["passwordChosenAt", "firstPasswordEndsAt"])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return { isFirst: passwordChosenAt === null, until: firstPasswordEndsAt };
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
