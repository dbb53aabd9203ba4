import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { QueryExecutor } from "kysely";
import type { Kysely } from "kysely";
import type pg from "pg";
import { log } from "~/kit/ground/log.server";
import { sqlState } from "./failures";
import { outageOf } from "./outages";
import type { DB } from "./tables";

/** What one request that changes nothing reads from: decided at its first question, and the primary from its first write on. */
interface ReadingRequest {
  replica?: Promise<Kysely<DB> | undefined>;
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

/** How long a replica may take to catch up, and how long one that did not, or did not answer, is left alone. */
const [patienceMs, leftAloneMs] = [1000, 5000];

/**
 * The second database that DATABASE_READ_URL names. It is asked only once it has replayed all that was committed when the
 * request came: so nobody is shown an older state than they, or somebody who told them, had written; and nothing has to be
 * remembered of who wrote what.
 */
export class Replica {
  #aloneUntil = 0;
  #isOther = false;

  constructor(
    readonly kysely: Kysely<DB>,
    private readonly pool: pg.Pool,
    private readonly primary: pg.Pool,
  ) {}

  get isUsed(): boolean {
    return !this.#isOther && Date.now() >= this.#aloneUntil;
  }

  /** The replica for what begins now; undefined where the primary must be asked. Throws where that one is away. */
  async whereFit(): Promise<Kysely<DB> | undefined> {
    if (!this.isUsed) return undefined;
    const { rows } = await this.primary.query<PrimaryState>(`select (${committedPlace})::text as place, ${itself}`);
    // While it is being handed over nobody knows what was committed last.
    if (rows[0]!.place === null) return undefined;
    try {
      if (await this.#catchesUp(rows[0]!)) return this.kysely;
      if (!this.#isOther) this.leaveAlone("it has not all that the primary has");
    } catch (error) {
      this.leaveAlone(error);
    }
    return undefined;
  }

  leaveAlone(reason: unknown): void {
    if (this.isUsed) log.warn({ err: reason, seconds: leftAloneMs / 1000 }, "the replica is left alone");
    this.#aloneUntil = Date.now() + leftAloneMs;
  }

  async #catchesUp({ place, system, started }: PrimaryState): Promise<boolean> {
    const until = Date.now() + patienceMs;
    const late = sleep(patienceMs, undefined, { ref: false });
    do {
      const asked = this.pool.query<ServerItself & { there: boolean; standby: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as there, pg_is_in_recovery() as standby, ${itself}`,
        [place],
      );
      asked.catch(() => undefined);
      const row = (await Promise.race([asked, late]))?.rows[0];
      if (!row) return false;
      if (row.system !== system) {
        this.#isOther = true;
        log.error("DATABASE_READ_URL is not a copy of DATABASE_URL: nothing is read from it");
        return false;
      }
      // A standby that has become the primary is that; one that was made a primary beside it goes ways of its own.
      if (!row.standby) return row.started === started;
      if (row.there) return true;
      await sleep(10);
    } while (Date.now() < until);
    return false;
  }
}

interface ServerItself {
  system: string;
  started: string;
}

type PrimaryState = ServerItself & { place: string | null };

/** Up to here all that was acknowledged has been written: to the disk, or where commits do not wait for it, into memory; null on a standby. */
const committedPlace = `case when pg_is_in_recovery() then null
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`;

/** Which cluster of servers it is of, and which of them it is. */
const itself =
  "(select system_identifier::text from pg_control_system()) as system, pg_postmaster_start_time()::text as started";

/** Has an executor, not one within a transaction, answer from the replica what may be read there, and from the primary after all where the replica fails. */
export function readWhereFit(executor: QueryExecutor, replica: Replica): void {
  const askPrimary = executor.executeQuery.bind(executor);
  executor.executeQuery = async (query) => {
    const request = reading.getStore();
    if (!request || request.wrote) return askPrimary(query);
    if (!isRead(query.sql)) {
      request.wrote = true;
      return askPrimary(query);
    }
    const fit = await (request.replica ??= replica.whereFit());
    if (!fit) return askPrimary(query);
    try {
      return await fit.getExecutor().executeQuery(query);
    } catch (error) {
      if (isTooLate(error)) throw error;
      if (outageOf(error)) replica.leaveAlone(error);
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
