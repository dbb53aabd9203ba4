import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { Problem, problem } from "~/kit/ground/problem";
import { verifyCaptcha } from "./captcha.server";
import { openHalfLogin } from "./half-login.server";
import {
  bookWrongTry,
  delayAfterFailures,
  forgetLoginTries,
  giveBackLoginTry,
  type LoginTry,
  reserveLoginTry,
} from "./login-failures.server";
import { decryptPassword } from "./login-key.server";
import { isPast } from "~/kit/ground/time/is-past";
import { longestPassword, verifyPassword } from "./passwords.server";
import { acceptCode } from "./second-factor.server";
import { noteLogin } from "~/kit/data/logs/login-log.server";
import { noteSecurityEvent } from "./security-events.server";
import { openSession } from "./session.server";

export interface LoginAttempt {
  userAccount: string;
  userPassword: string;
  captchaId?: string;
  captchaCode?: string;
  /** Present when userPassword is encrypted with that key. */
  keyId?: string;
  /** The code of a second factor, or a recovery code. */
  secondFactorCode?: string;
}

export interface Caller {
  address: string;
  userAgent: string | null;
  requestId: string;
  appCode?: string | null;
  kind?: "page" | "call";
}

export interface SignedIn {
  token: string;
  sessionId: string;
  userId: string;
}

const wrong = "账号或密码不正确";
const lockWords = "在此地址失败次数过多";
export const wrongCode = "动态码或恢复码不正确，或已经用过；动态码每 30 秒换一个，请用下一个再试";

/** Checks a login and opens a new session; refuses in the same words and the same time whether or not the account exists. Who has a second factor sends its code beside the password. */
export async function login(attempt: LoginAttempt, caller: Caller): Promise<SignedIn> {
  return loggingRefusals(attempt.userAccount, caller, async () => {
    const { user, counted } = await checkPassword(attempt, caller);
    if (user.hasSecondFactor) await checkCode(user, attempt.secondFactorCode, counted, caller);
    return admit(user, counted, caller, user.hasSecondFactor);
  });
}

/** The same for a page, which asks for the code afterwards: answers a half login then. */
export async function beginLogin(attempt: LoginAttempt, caller: Caller): Promise<SignedIn | { half: string }> {
  return loggingRefusals(attempt.userAccount, caller, async () => {
    const { user, counted } = await checkPassword(attempt, caller);
    if (!user.hasSecondFactor) return admit(user, counted, caller);
    // Given back and not forgotten: failures at the code before count on.
    await giveBackLoginTry(counted);
    return { half: await openHalfLogin(user) };
  });
}

/** Runs a login and adds its refusal to the log of logins. */
export async function loggingRefusals<T>(
  userAccount: string,
  caller: Caller,
  run: () => Promise<T>,
  otherwise = "登录没有完成",
): Promise<T> {
  return run().catch((error: unknown) => {
    noteLogin(userAccount, caller, { why: error instanceof Problem ? error.message : otherwise });
    throw error;
  });
}

export async function admit(person: Person, counted: LoginTry, caller: Caller, withCode = false): Promise<SignedIn> {
  await forgetLoginTries(counted);
  const session = await openSession(db(), { userId: person.userId, ...caller });
  noteSecurityEvent({ ...actorOf(person, caller), sessionId: session.sessionId }, "login", wayOf(caller, withCode));
  noteLogin(person.userAccount, caller, session);
  return { ...session, userId: person.userId };
}

const wayOf = ({ kind }: Caller, withCode: boolean) =>
  `${kind === "call" ? "接口" : "网页"}，${withCode ? "密码和动态码" : "密码"}`;

/** Runs what judges a try. What throws was no guess. */
export async function judging<T>(counted: LoginTry, judge: () => Promise<T>): Promise<T> {
  return judge().catch(async (error: unknown) => {
    await giveBackLoginTry(counted);
    throw error;
  });
}

/** Says whether it was the last try from there. */
export function bookWrongCode(person: Person, counted: LoginTry, caller: Caller): Promise<boolean> {
  noteSecurityEvent(actorOf(person, caller), "second-factor-wrong", "登录时");
  return bookWrongTry(actorOf(person, caller), counted, lockWords);
}

interface Person {
  userId: string;
  userName: string;
  userAccount: string;
}

export const actorOf = ({ userId, userName, userAccount }: Person, { address, requestId }: Caller) => ({
  userId,
  userName,
  userAccount,
  address,
  requestId,
});

async function checkPassword(attempt: LoginAttempt, caller: Caller) {
  const counted = await reserveLoginTry(attempt.userAccount, caller.address);
  if (!counted) throw problem.field("userAccount", "登录失败次数过多，请 10 分钟后再试，或请管理员解锁");
  const user = await judging(counted, () => judge(attempt, counted));
  const actor = { userAccount: attempt.userAccount.trim(), address: caller.address, requestId: caller.requestId };
  if (!user) {
    noteSecurityEvent(actor, "login-failed", wayOf(caller, false));
    await bookWrongTry(actor, counted, lockWords);
    throw problem.field("userPassword", wrong);
  }
  return { user: { ...user, userAccount: actor.userAccount }, counted };
}

async function checkCode(person: Person, code: string | undefined, counted: LoginTry, caller: Caller): Promise<void> {
  const path = "secondFactorCode";
  if (!code) {
    await giveBackLoginTry(counted);
    throw problem.field(path, `此账号已开启两步验证，请在 ${path} 中提供验证器上的 6 位动态码或一个恢复码`);
  }
  if (await judging(counted, () => acceptCode(actorOf(person, caller), code))) return;
  await bookWrongCode(person, counted, caller);
  throw problem.field(path, wrongCode);
}

/** Who gave the right password; undefined for a wrong one. */
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
    .select(sql<boolean>`exists (select from second_factor f where f.user_id = app_user.user_id)`.as("hasSecondFactor"))
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
