import { sql } from "kysely";
import { db, type Database } from "~/kit/data/db/pool.server";
import { networkOf } from "~/kit/ground/network-of";
import { settings } from "~/kit/ground/settings.server";
import { type EventActor, noteSecurityEvent } from "./security-events.server";

const windowMinutes = 10;
const captchaAfter = 3;

/** How many failures in ten minutes make an account wait at one address, and everywhere but where its person has been let in lately. */
export const pairLimit = 5;
export const accountLimit = 30;

export const counting = sql<boolean>`at > now() - ${`${windowMinutes} minutes`}::interval`;
export const countedFor = sql`${`${windowMinutes} minutes`}::interval`;

export interface LoginFailures {
  /** Failures of this account in the last ten minutes, over all addresses. */
  times: number;
  captchaRequired: boolean;
}

export async function readLoginFailures(account: string): Promise<LoginFailures> {
  const found = await sql<{ times: number }>`
    select count(*) as times from login_failure where account = ${accountName(account)} and ${counting}`.execute(db());
  const times = found.rows[0]!.times;
  return { times, captchaRequired: times >= captchaAfter };
}

export interface LoginTry {
  tryId: number;
  account: string;
  network: string;
  /** Failures of the account before, over all addresses. */
  times: number;
  captchaRequired: boolean;
  /** No more is to be had after this one from here. */
  last: boolean;
  lastOfAddress: boolean;
}

/** Counts a try before it is judged; undefined where account or address must wait. Who has a session need fear only their own address. */
export async function reserveLoginTry(
  account: string,
  address: string,
  { signedIn = false } = {},
): Promise<LoginTry | undefined> {
  const [name, network] = [accountName(account), networkOf(address)];
  const most = signedIn ? 2 ** 31 - 1 : accountLimit;
  const found = await sql<{ tryId: number; ofAccount: number; ofPair: number; ofAddress: number }>`
    select * from reserve_login_try(${name}, ${network}, ${[address, network]}, ${pairLimit}, ${most}, ${settings().ADDRESS_FAILURE_LIMIT})`.execute(
    db(),
  );
  const row = found.rows[0];
  if (!row) return undefined;
  return {
    tryId: row.tryId,
    account: name,
    network,
    times: row.ofAccount,
    captchaRequired: row.ofAccount >= captchaAfter,
    last: row.ofPair >= pairLimit,
    lastOfAddress: row.ofAddress >= settings().ADDRESS_FAILURE_LIMIT,
  };
}

/** Records the locks that a wrong try has closed, each once: no try after it gets in. */
export function noteLocks(actor: EventActor, { last, lastOfAddress, network }: LoginTry, words: string): void {
  if (last) noteSecurityEvent(actor, "account-locked", words);
  if (lastOfAddress) noteSecurityEvent(actor, "address-locked", `地址 ${network} 失败次数过多`);
}

export async function giveBackLoginTry({ tryId }: LoginTry): Promise<void> {
  await db().deleteFrom("loginFailure").where("tryId", "=", tryId).execute();
}

/** After a right password: forgets what its account failed at this address, and what no longer counts anywhere. */
export async function forgetLoginTries({ account, network }: LoginTry): Promise<void> {
  await sql`delete from login_failure where (account = ${account} and address = ${network}) or not (${counting})`.execute(
    db(),
  );
}

export async function clearLoginFailures(account: string, on: Database = db()): Promise<number> {
  const gone = await on.deleteFrom("loginFailure").where("account", "=", accountName(account)).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Each failure beyond the third makes the next answer slower, up to two seconds. */
export function delayAfterFailures(times: number): Promise<void> {
  const milliseconds = times < captchaAfter ? 0 : Math.min(2_000, 250 * (times - captchaAfter + 1));
  return new Promise((done) => setTimeout(done, milliseconds));
}

function accountName(account: string): string {
  return account.trim().toLowerCase().slice(0, 64);
}
