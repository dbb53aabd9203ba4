import { problem } from "~/kit/ground/problem";
import { endHalfLogin, giveBackHalfLoginTry, type HalfLogin, takeHalfLoginTry } from "./half-login.server";
import { delayAfterFailures, reserveLoginTry } from "./login-failures.server";
import {
  actorOf,
  admit,
  bookWrongCode,
  type Caller,
  judging,
  loggingRefusals,
  type SignedIn,
  wrongCode,
} from "./login.server";
import { acceptCode } from "./second-factor.server";

/** A half login that nothing can be made of any more: the person begins anew. */
export class LoginOver extends Error {
  override name = "LoginOver";
}

/** Opens the session of a half login whose code is right. A wrong one counts as a failed login; throws LoginOver after the fifth. */
export async function finishLogin(token: string, code: string, caller: Caller): Promise<SignedIn> {
  const person = await takeHalfLoginTry(token);
  if (!person) throw new LoginOver();
  return loggingRefusals(
    person.userAccount,
    caller,
    () => judgeCode(person, token, code, caller),
    "动态码错误次数过多",
  );
}

async function judgeCode(person: HalfLogin, token: string, code: string, caller: Caller): Promise<SignedIn> {
  const giveBack = async (error: unknown): Promise<never> => {
    await giveBackHalfLoginTry(token);
    throw error;
  };
  const counted = await reserveLoginTry(person.userAccount, caller.address).catch(giveBack);
  if (!counted) throw new LoginOver();
  const right = await judging(counted, async () => {
    await delayAfterFailures(counted.times);
    return acceptCode(actorOf(person, caller), code);
  }).catch(giveBack);
  if (right) {
    await endHalfLogin(token);
    return admit(person, counted, caller, true);
  }
  const isLast = await bookWrongCode(person, counted, caller);
  if (isLast || person.last) {
    await endHalfLogin(token);
    throw new LoginOver();
  }
  throw problem.field("code", wrongCode);
}
