import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";

const windowMinutes = 10;
const pairLimit = 5;
const captchaAfter = 3;

export interface LoginFailures {
  /** Failures of this account in the last ten minutes, over all addresses. */
  times: number;
  captchaRequired: boolean;
  locked: boolean;
}

/** How often this account, this address and both together failed lately; the same work for accounts that do not exist. */
export async function readLoginFailures(account: string, address: string): Promise<LoginFailures> {
  const found = await sql<{ ofAccount: number; ofPair: number; ofAddress: number }>`
    select count(*) filter (where account = ${nameOf(account)}) as of_account,
      count(*) filter (where account = ${nameOf(account)} and address = ${address}) as of_pair,
      count(*) filter (where address = ${address}) as of_address
    from login_failure
    where (account = ${nameOf(account)} or address = ${address}) and at > now() - ${`${windowMinutes} minutes`}::interval`.execute(
    db(),
  );
  const { ofAccount, ofPair, ofAddress } = found.rows[0] ?? { ofAccount: 0, ofPair: 0, ofAddress: 0 };
  return {
    times: ofAccount,
    captchaRequired: ofAccount >= captchaAfter,
    locked: ofPair >= pairLimit || ofAddress >= settings().ADDRESS_FAILURE_LIMIT,
  };
}

/** Remembers a failure and drops those that no longer count. */
export async function recordLoginFailure(account: string, address: string): Promise<void> {
  await db()
    .insertInto("loginFailure")
    .values({ account: nameOf(account), address })
    .execute();
  await sql`delete from login_failure where at < now() - interval '1 day'`.execute(db());
}

/** Lets an account try again at once: after a right password, or when an administrator unlocks it. */
export async function clearLoginFailures(account: string): Promise<void> {
  await db().deleteFrom("loginFailure").where("account", "=", nameOf(account)).execute();
}

/** Each failure beyond the third makes the next answer slower, up to two seconds. */
export function delayAfterFailures(times: number): Promise<void> {
  const milliseconds = times < captchaAfter ? 0 : Math.min(2_000, 250 * (times - captchaAfter + 1));
  return new Promise((done) => setTimeout(done, milliseconds));
}

function nameOf(account: string): string {
  return account.trim().toLowerCase().slice(0, 64);
}
