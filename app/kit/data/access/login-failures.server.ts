import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { db, type Database } from "~/kit/data/db/pool.server";
import { networkOf } from "~/kit/ground/network-of";
import { BusyProblem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { type EventActor, noteSecurityEvent } from "./security-events.server";

const windowMinutes = 10;
const captchaAfter = 3;

/** How many failures in ten minutes make an account wait at one address, and everywhere but where its person has been let in lately. */
export const pairLimit = 5;
export const accountLimit = 30;

export const countedFor = sql`${`${windowMinutes} minutes`}::interval`;
const recent = sql<boolean>`at > now() - ${countedFor}`;
/** Wrong tries; one that was never judged, because its program was killed, is taken for wrong. */
export const counting = sql<boolean>`(${recent} and (judged or at < now() - interval '30 seconds'))`;

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
  /** Tries of the account before, over all addresses. */
  times: number;
  captchaRequired: boolean;
}

/**
 * Counts a try before it is judged; undefined where account or address must wait ten minutes. Where that, or the captcha, hangs on
 * tries that are still being judged, it waits for them: they may be right. Who has a session need fear only their own address.
 */
export async function reserveLoginTry(
  account: string,
  address: string,
  { signedIn = false } = {},
): Promise<LoginTry | undefined> {
  const [name, network] = [accountName(account), networkOf(address)];
  const most = signedIn ? 2 ** 31 - 1 : accountLimit;
  const row = await inTurn(`${network} ${name}`, async () => {
    for (const until = Date.now() + longestWait; Date.now() < until; await sleep(50)) {
      const found = await sql<{ tryId: number | null; ofAccount: number }>`
        select * from reserve_login_try(${name}, ${network}, ${[address, network]}, ${captchaAfter}, ${pairLimit}, ${most}, ${settings().ADDRESS_FAILURE_LIMIT})`.execute(
        db(),
      );
      const [row] = found.rows;
      if (row?.tryId !== null) return row;
    }
    throw new BusyProblem("此账号正有多次登录在核对，请过几秒再试");
  });
  if (!row) return undefined;
  return {
    tryId: row.tryId!,
    account: name,
    network,
    times: row.ofAccount,
    captchaRequired: row.ofAccount >= captchaAfter,
  };
}

const longestWait = 20_000;
const asking = new Map<string, Promise<unknown>>();

/** Those of one name one after the other: of many who wait only the first asks again and again. */
export async function inTurn<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const mine = (asking.get(name) ?? Promise.resolve()).then(ask, ask);
  asking.set(name, mine);
  try {
    return await mine;
  } finally {
    if (asking.get(name) === mine) asking.delete(name);
  }
}

/** Books a try as wrong, and records the locks that it has closed, each once: no try after it gets in. Says whether it was the last from there. */
export async function bookWrongTry(actor: EventActor, { tryId, network }: LoginTry, words: string): Promise<boolean> {
  const found = await sql<{ ofPair: number; ofAddress: number }>`select * from book_login_failure(${tryId})`.execute(
    db(),
  );
  const { ofPair = 0, ofAddress = 0 } = found.rows[0] ?? {};
  const isLast = ofPair >= pairLimit;
  if (isLast) noteSecurityEvent(actor, "account-locked", words);
  if (ofAddress >= settings().ADDRESS_FAILURE_LIMIT)
    noteSecurityEvent(actor, "address-locked", `地址 ${network} 失败次数过多`);
  return isLast;
}

export async function giveBackLoginTry({ tryId }: LoginTry): Promise<void> {
  await db().deleteFrom("loginFailure").where("tryId", "=", tryId).execute();
}

/** After a right password: forgets it and what its account failed at this address, and what no longer counts anywhere. */
export async function forgetLoginTries({ tryId, account, network }: LoginTry): Promise<void> {
  await sql`delete from login_failure
    where (account = ${account} and address = ${network} and (judged or try_id = ${tryId})) or not ${recent}`.execute(
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
