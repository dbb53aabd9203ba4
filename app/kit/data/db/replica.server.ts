import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely, QueryExecutor } from "kysely";
import type pg from "pg";
import { log } from "~/kit/ground/log.server";
import { sqlState } from "./failures";
import { outageOf } from "./outages";
import type { DB } from "./tables";

/** What one request that changes nothing reads from: decided at its first question, and the primary from its first write on. */
interface ReadingRequest {
  replica?: Promise<Replica | undefined>;
  wrote: boolean;
}

/** The server, which opens the database, and its pages are two bundles. */
const holder = globalThis as typeof globalThis & { __busReplicaReads?: AsyncLocalStorage<ReadingRequest> };
const reading = (holder.__busReplicaReads ??= new AsyncLocalStorage());

const requests = new WeakMap<object, ReadingRequest>();

/** Lets what `work`, the part of a request that only shows something, asks outside of transactions be answered by the replica; all that one `request` runs so decide together. */
export function mayReadReplica<T>(request: object, work: () => T): T {
  const known = requests.get(request) ?? { wrote: false };
  requests.set(request, known);
  return reading.run(known, work);
}

/** What this request reads next must show what it has just written. */
export function readPrimaryFromNow(): void {
  const request = reading.getStore();
  if (request) request.wrote = true;
}

/** How long replicas together may take to catch up, what each has at least, and how long one that did not, or did not answer, is left alone. */
const [patienceMs, leastMs, leftAloneMs] = [1000, 100, 5000];

/** One standby that may be read from. */
export class Replica {
  #aloneUntil = 0;
  #isOther = false;
  #isTold = false;

  constructor(
    readonly kysely: Kysely<DB>,
    private readonly pool: pg.Pool,
  ) {}

  get isUsed(): boolean {
    return !this.#isOther && Date.now() >= this.#aloneUntil;
  }

  /** Whether it has, before `until`, all that the primary has committed. */
  async isFit(primary: PrimaryState, until: number): Promise<boolean> {
    if (!this.isUsed) return false;
    try {
      const why = await this.#whyUnfit(primary, until);
      if (why) this.leaveAlone(why);
      else this.#isTold = false;
      return !why;
    } catch (error) {
      this.leaveAlone(error);
      return false;
    }
  }

  /** Told once, until it is fit again. */
  leaveAlone(reason: unknown): void {
    if (!this.#isTold) log.warn({ err: reason, seconds: leftAloneMs / 1000 }, "the replica is left alone");
    this.#isTold = true;
    this.#aloneUntil = Date.now() + leftAloneMs;
  }

  async #whyUnfit({ place, system }: PrimaryState, until: number): Promise<string | undefined> {
    const late = sleep(Math.max(leastMs, until - Date.now()), undefined, { ref: false });
    do {
      const asked = this.pool.query<{ there: boolean | null; standby: boolean; system: string }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as there, pg_is_in_recovery() as standby, ${systemOf}`,
        [place],
      );
      asked.catch(() => undefined);
      const row = (await Promise.race([asked, late]))?.rows[0];
      if (!row) return "it does not answer";
      this.#isOther = row.system !== system;
      if (this.#isOther) return "it is not a copy of DATABASE_URL and is never read from";
      // The primary itself is asked as such; one that was made a primary beside it goes ways of its own.
      if (!row.standby) return "it is no standby";
      if (row.there) return undefined;
      await sleep(10);
    } while (Date.now() < until);
    return "it is behind the primary";
  }
}

/**
 * The standbys that DATABASE_READ_URL names, in their order. One is asked only once it has replayed all that was committed when the
 * request came: so nobody is shown an older state than they, or somebody who told them, had written; and nothing has to be
 * remembered of who wrote what.
 */
export class Replicas {
  constructor(
    readonly each: readonly Replica[],
    private readonly primary: pg.Pool,
  ) {}

  get isUsed(): boolean {
    return this.each.some((one) => one.isUsed);
  }

  /** The one for what begins now; undefined where the primary must be asked. Throws where that one is away. */
  async whereFit(): Promise<Replica | undefined> {
    if (!this.isUsed) return undefined;
    const { rows } = await this.primary.query<PrimaryState>(`select (${committedPlace})::text as place, ${systemOf}`);
    // While it is being handed over nobody knows what was committed last.
    if (rows[0]!.place === null) return undefined;
    const until = Date.now() + patienceMs;
    for (const replica of this.each) if (await replica.isFit(rows[0]!, until)) return replica;
    return undefined;
  }
}

interface PrimaryState {
  place: string | null;
  system: string;
}

/** Up to here all that was acknowledged has been written: to the disk, or where commits do not wait for it, into memory; null on a standby. */
const committedPlace = `case when pg_is_in_recovery() then null
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`;

/** The number that a server shares with its copies alone. */
const systemOf = "(select system_identifier::text from pg_control_system()) as system";

/** Has an executor, not one within a transaction, answer from the replica what may be read there, and from the primary after all where the replica fails. */
export function readWhereFit(executor: QueryExecutor, replicas: Replicas): void {
  const askPrimary = executor.executeQuery.bind(executor);
  executor.executeQuery = async (query) => {
    const request = reading.getStore();
    if (!request || request.wrote) return askPrimary(query);
    if (!isRead(query.sql)) {
      request.wrote = true;
      return askPrimary(query);
    }
    const fit = await (request.replica ??= replicas.whereFit());
    if (!fit) return askPrimary(query);
    try {
      return await fit.kysely.getExecutor().executeQuery(query);
    } catch (error) {
      if (isTooLate(error)) throw error;
      if (outageOf(error)) fit.leaveAlone(error);
      log.debug({ err: error }, "the replica did not answer and the primary is asked");
      return askPrimary(query);
    }
  };
}

/** A statement that took too long: the primary would not be quicker. */
export const isTooLate = (error: unknown) => sqlState(error) === "57014";

/** A statement that changes nothing. */
export const isRead = (text: string) =>
  /^\s*(\/\*[^*]*\*\/\s*)?(select|with)\b/i.test(text) &&
  !/\b(insert|update|delete|merge|nextval|set_config|pg_\w*(lock|notify)\w*)\b/i.test(text);
