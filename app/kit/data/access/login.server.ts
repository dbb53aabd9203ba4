import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { verifyCaptcha } from "./captcha.server";
import {
  delayAfterFailures,
  forgetLoginTries,
  giveBackLoginTry,
  type LoginTry,
  noteLocks,
  reserveLoginTry,
} from "./login-failures.server";
import { decryptPassword } from "./login-key.server";
import { isPast } from "~/kit/ground/time/is-past";
import { longestPassword, verifyPassword } from "./passwords.server";
import { noteSecurityEvent } from "./security-events.server";
import { openSession } from "./session.server";

export interface LoginAttempt {
  userAccount: string;
  userPassword: string;
  captchaId?: string;
  captchaCode?: string;
  /** Present when userPassword is encrypted with that key. */
  keyId?: string;
}

export interface Caller {
  address: string;
  userAgent: string | null;
  requestId: string;
  appCode?: string | null;
  kind?: "page" | "call";
}

const wrong = "账号或密码不正确";

/** Checks a login and opens a new session; refuses in the same words and the same time whether or not the account exists. */
export async function login(
  attempt: LoginAttempt,
  caller: Caller,
): Promise<{ token: string; sessionId: string; userId: string }> {
  const counted = await reserveLoginTry(attempt.userAccount, caller.address);
  if (!counted) throw problem.field("userAccount", "登录失败次数过多，请 10 分钟后再试，或请管理员解锁");
  const user = await judge(attempt, counted).catch(async (error: unknown) => {
    await giveBackLoginTry(counted);
    throw error;
  });
  const { address, requestId } = caller;
  const actor = { userAccount: attempt.userAccount.trim(), address, requestId };
  if (!user) {
    noteSecurityEvent(actor, "login-failed");
    noteLocks(actor, counted, "在此地址失败次数过多");
    throw problem.field("userPassword", wrong);
  }
  await forgetLoginTries(counted);
  const { userId, userName } = user;
  const session = await openSession(db(), { userId, ...caller });
  noteSecurityEvent({ ...actor, userId, userName, sessionId: session.sessionId }, "login");
  return { ...session, userId };
}

/** Who gave the right password; undefined for a wrong one. What throws was no guess. */
async function judge(attempt: LoginAttempt, { captchaRequired, times }: LoginTry) {
  if (captchaRequired && !(await verifyCaptcha(attempt.captchaId, attempt.captchaCode))) {
    throw problem.field("captchaCode", attempt.captchaCode ? "验证码不正确或已过期，请输入新的验证码" : "请输入验证码");
  }
  await delayAfterFailures(times);
  const password = attempt.keyId ? await decryptPassword(attempt.keyId, attempt.userPassword) : attempt.userPassword;
  if (password === undefined) throw problem.field("userPassword", "登录公钥已过期，请重新获取后再试");

  if (password.length > longestPassword) throw problem.field("userPassword", `密码最多 ${longestPassword} 个字符`);

  const user = await db()
    .selectFrom("appUser")
    .select(["userId", "userName", "passwordHash", "userStatus", "firstPasswordEndsAt"])
    .where(sql`lower(user_account)`, "=", attempt.userAccount.trim().toLowerCase())
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!(await verifyPassword(user?.passwordHash, password))) return undefined;
  if (user?.userStatus === "disabled") throw problem.field("userAccount", "此账号已停用，请联系管理员");
  if (user?.userStatus === "locked") throw problem.field("userAccount", "此账号已锁定，请联系管理员解锁");
  if (user?.userStatus === "must-change-password" && isPast(user.firstPasswordEndsAt))
    throw problem.field("userPassword", "首次密码已过期，请联系管理员重置密码");
  return user;
}
