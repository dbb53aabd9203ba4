import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, databaseToRead, db, joinTransaction, perDatabase } from "~/kit/data/db/pool.server";
import { isTooLate } from "~/kit/data/db/replica.server";
import { onTold, tellOthers } from "~/kit/data/db/told.server";
import { contain } from "~/kit/ground/faults.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { log } from "~/kit/ground/log.server";
import { BusyProblem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { onDay, today } from "~/kit/ground/time/today.server";

interface MadeFigures {
  value: unknown;
  /** When they began to be made, and how long that took. */
  at: number;
  tookMs: number;
}

interface Figures {
  made?: MadeFigures;
  making?: Promise<MadeFigures>;
  /** Since when they are being made. */
  since?: number;
  /** When the last try failed, and how long it took. */
  failed?: Pick<MadeFigures, "at" | "tookMs">;
}

/** Making takes at most one part in so many of the time. */
const share = 20;
const mostKept = 500;
/** Who opens a page waits for new figures where making the last ones took no longer, and so long where there are none yet. */
const [worthWaitingMs, patienceMs] = [300, 3000];

const kept = perDatabase(() => new Map<string, Figures>());
/** Fewer than the pool has connections: a few long ones hold up neither pages nor all others. */
const enter = limitConcurrency(4, mostKept, () => new BusyProblem("统计的请求太多，请稍后再试"));
/** What makes figures belongs to no request: neither its transaction nor its day, and it goes on when nobody waits any more. */
const outside = AsyncLocalStorage.snapshot();
let changedAt = 0;

/** Says that somebody has changed something: figures are made anew as soon as making them again is cheap, here and by the other processes. */
export function figuresChanged(): void {
  changedAt = Date.now();
  telling ??= setTimeout(contain("telling that figures have changed", tellChange), tellEveryMs).unref();
}

/** Many changes are told of once. */
const tellEveryMs = 250;
let telling: NodeJS.Timeout | undefined;

async function tellChange(): Promise<void> {
  telling = undefined;
  await tellOthers("figures");
}

onTold("figures", () => void (changedAt = Date.now()));

/**
 * Figures over many rows that all who see the same organisations share (decision 161). They are made anew when they are
 * older than `seconds` (FIGURES_SECONDS at most) or somebody has changed something, but never for more
 * than a twentieth of the time; while they are, who comes gets the last ones. `make` gets a viewer who has the
 * organisations and nothing else; one that keeps what it makes in a table `writes`. Throws BusyProblem where the first ones take longer than a person waits.
 */
export function sharedFigures<Asked extends unknown[], T>(
  name: string,
  make: (viewer: Viewer, ...asked: Asked) => Promise<T>,
  { seconds = 60, writes = false } = {},
): (viewer: Pick<Viewer, "orgScope">, ...asked: Asked) => Promise<T> {
  return async ({ orgScope }, ...asked) => {
    const nobody = anyoneOf(orgScope);
    const mostSeconds = Math.min(seconds, settings().FIGURES_SECONDS);
    if (mostSeconds === 0 || db().isTransaction) return make(nobody, ...asked);
    const day = today();
    const figures = at(JSON.stringify([name, orgScope, day, asked]));
    if (!isFresh(figures, mostSeconds) && !figures.making) {
      figures.making = outside(() => makeOnce(figures, name, writes, () => onDay(day, () => make(nobody, ...asked))));
      figures.making.catch(() => undefined);
      figures.since = Date.now();
    }
    const made = await newestOf(figures);
    const ages = noted.getStore();
    if (ages) ages.oldest = Math.min(ages.oldest, made.at);
    return made.value as T;
  };
}

const noted = new AsyncLocalStorage<{ oldest: number }>();

/** What `work` gives, and when the oldest of the figures in it were made; undefined where it read none. */
export async function notingAge<T>(work: () => Promise<T>): Promise<{ value: T; madeAt: Date | undefined }> {
  const ages = { oldest: Infinity };
  const value = await noted.run(ages, work);
  return { value, madeAt: ages.oldest === Infinity ? undefined : new Date(ages.oldest) };
}

/** Figures for a page that has more to show: undefined where the first ones take longer than a person waits. */
export async function orPending<T>(figures: Promise<T>): Promise<T | undefined> {
  try {
    return await figures;
  } catch (error) {
    if (error instanceof StillCounting) return undefined;
    throw error;
  }
}

/** The figures under a key; the ones asked for longest ago are forgotten where there are too many. */
function at(key: string): Figures {
  const all = kept();
  const figures = all.get(key) ?? {};
  all.delete(key);
  all.set(key, figures);
  if (all.size > mostKept) all.delete(all.keys().next().value!);
  return figures;
}

function isFresh({ made, failed }: Figures, mostSeconds: number): boolean {
  const now = Date.now();
  if (failed && now - failed.at < share * failed.tookMs) return true;
  if (!made) return false;
  const age = now - made.at;
  return age < share * made.tookMs || (made.at > changedAt && age < mostSeconds * 1000);
}

async function newestOf({ made, making, since = 0 }: Figures): Promise<MadeFigures> {
  if (!making || (made && made.tookMs > worthWaitingMs)) {
    if (made) return made;
    throw new StillCounting();
  }
  let timer: NodeJS.Timeout | undefined;
  // Counted from their beginning: who comes later need not wait as long again.
  const left = since + patienceMs - Date.now();
  const late = new Promise<never>((_, refuse) => (timer = setTimeout(() => refuse(new StillCounting()), left)));
  try {
    return await Promise.race([making, late]);
  } catch (error) {
    if (made) return made;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

class StillCounting extends BusyProblem {
  constructor() {
    super("数据量大，还在统计，请稍后刷新");
  }
}

async function makeOnce(
  figures: Figures,
  name: string,
  writes: boolean,
  make: () => Promise<unknown>,
): Promise<MadeFigures> {
  const leave = await enter();
  const began = { at: Date.now(), clock: performance.now() };
  const end = () => ({ at: began.at, tookMs: performance.now() - began.clock });
  try {
    const value = await makeWithTime(writes, make);
    figures.failed = undefined;
    return (figures.made = { value, ...end() });
  } catch (error) {
    figures.failed = end();
    log.warn({ err: error, name }, "figures could not be made");
    throw error;
  } finally {
    figures.making = undefined;
    leave();
  }
}

/** The database's processes that make figures now, and of which server they are. */
const atWork = new Set<{ on: Database; pid: number }>();

/** Made by the replica where there is one, and by the primary where it fails. */
async function makeWithTime(writes: boolean, make: () => Promise<unknown>): Promise<unknown> {
  const on = writes ? db() : await databaseToRead();
  try {
    return await withTime(on, writes, make);
  } catch (error) {
    if (on === db() || isTooLate(error)) throw error;
    log.debug({ err: error }, "the replica did not make figures and the primary is asked");
    return withTime(db(), writes, make);
  }
}

/** Longer than pages have: nobody waits. */
const withTime = (on: Database, writes: boolean, make: () => Promise<unknown>) =>
  on
    .transaction()
    .setAccessMode(writes ? "read write" : "read only")
    .execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`
        select set_config('statement_timeout', '120s', true), pg_backend_pid() as pid`.execute(trx);
      const one = { on, pid: rows[0]!.pid };
      atWork.add(one);
      try {
        return await joinTransaction(trx, make);
      } finally {
        atWork.delete(one);
      }
    });

/** Breaks off what is being made: a stop does not wait two minutes for it. */
export async function endFigures(): Promise<void> {
  await Promise.all([...atWork].map(({ on, pid }) => sql`select pg_cancel_backend(${pid})`.execute(on)));
}

const anyoneOf = (orgScope: Viewer["orgScope"]): Viewer => ({
  userId: "",
  userName: "",
  userAccount: "",
  isSuper: false,
  userStatus: "normal",
  orgId: null,
  orgScope,
  permissions: new Set(),
  sessionId: "",
  appCode: null,
  requestId: "",
});
