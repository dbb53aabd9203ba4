import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Kysely,
  type LogEvent,
  PostgresDialect,
  type Transaction,
  CamelCasePlugin,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import { contain } from "~/kit/ground/faults.server";
import { hostsOf } from "~/kit/ground/database-hosts";
import { log } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { workNumber } from "~/kit/ground/work-number.server";
import { isPooled, timeLimits } from "./direct.server";
import { sqlState } from "./failures";
import { KeepingClient } from "./planned-once.server";
import { readPrimaryFromNow, readWhereFit, Replica, Replicas } from "./replica.server";
import { forgetReads, shareReads } from "./shared-reads.server";
import { SilentConnections } from "./silent-connections.server";
import type { DB } from "./tables";

export { newKey } from "~/kit/ground/key";
export { plannedOnce } from "./planned-once.server";
export type Database = Kysely<DB> | Transaction<DB>;

interface OpenPool {
  url: string;
  pool: pg.Pool;
  kysely: Kysely<DB>;
  silent: SilentConnections;
  replicas: Replicas | undefined;
  replicasSilent: SilentConnections[];
}
const holder = globalThis as typeof globalThis & { __busDatabase?: OpenPool };

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** The process's one query builder over the database that DATABASE_URL names; dates come as 'YYYY-MM-DD', numerics as numbers. */
export function db(): Kysely<DB> {
  return joined.getStore() ?? held().kysely;
}

export function pool(): pg.Pool {
  return held().pool;
}

/** The database for a long read in a transaction of its own: the replica where there is one that has all that is committed now, else the primary; an open transaction stays what it is. */
export const databaseToRead = async (): Promise<Kysely<DB>> =>
  joined.getStore() ?? (await held().replicas?.whereFit())?.kysely ?? held().kysely;

/** Whether a replica is read from now; undefined where there is none. */
export const isReplicaUsed = (): boolean | undefined => held().replicas?.isUsed;

/** Runs `work` in one transaction; everything in it is kept or nothing is. Chosen by the database to give way to another that waited for it in turn, it is run again. */
export async function inTransaction<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  const open = joined.getStore();
  if (open) return work(open);
  for (let tries = 1; ; tries++) {
    try {
      return await db().transaction().execute(work).finally(afterWriting);
    } catch (error) {
      if (tries === 3 || sqlState(error) !== deadlock) throw error;
      log.warn({ err: error, tries }, "a transaction gave way to another and is run again");
      // At once it could take what the other was just given, before that one has woken up, and both would wait again.
      await sleep(randomInt(100, 200));
    }
  }
}

const deadlock = "40P01";

function afterWriting(): void {
  forgetReads();
  readPrimaryFromNow();
}

/** Has everything in `work` that asks for the database or begins a transaction join one that is open already: many changes by verbs of their own, kept together or not at all. */
export const joinTransaction = <T>(trx: Transaction<DB>, work: () => Promise<T>): Promise<T> => joined.run(trx, work);

const joined = new AsyncLocalStorage<Transaction<DB>>();

export async function closeDatabase(): Promise<void> {
  const open = holder.__busDatabase;
  holder.__busDatabase = undefined;
  open?.silent.end();
  for (const silent of open?.replicasSilent ?? []) silent.end();
  await open?.kysely.destroy();
  await Promise.all((open?.replicas?.each ?? []).map(({ kysely }) => kysely.destroy()));
}

export type DatabaseState = "writable" | "read-only" | "away";

/** How the database answers pages: asked as they ask it, and given two seconds. A standby, and a primary that is being handed over, can be read only. */
export function databaseState(): Promise<DatabaseState> {
  const asked = pool()
    .query<{ only: boolean }>("select current_setting('transaction_read_only')::boolean as only")
    .then(
      ({ rows }): DatabaseState => (rows[0]?.only ? "read-only" : "writable"),
      (): DatabaseState => "away",
    );
  return Promise.race([asked, sleep<DatabaseState>(2000, "away", { ref: false })]);
}

/** Has a connection beside the pool watched as those of the pool are, until it ends. */
export function watchConnection(client: pg.Client): void {
  held().silent.add(client);
}

/** How each connection of a running program finds out by TCP that its other end is gone, where nothing between them answers in its place. */
export const connectionLife = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** What a process keeps in memory about its database: what `make` gives, made anew once another has been opened. */
export function perDatabase<T extends object>(make: () => T): () => T {
  const kept = new WeakMap<OpenPool, T>();
  return () => {
    const found = kept.get(held()) ?? make();
    kept.set(held(), found);
    return found;
  };
}

function held(): OpenPool {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start the database first");
  if (holder.__busDatabase?.url === url) return holder.__busDatabase;
  const { DATABASE_READ_URL: readUrl } = settings();
  const { pool, silent } = openPool(url);
  const kysely = queriesOver(pool);
  // Each by itself: what one has replayed says nothing of another.
  const standbys = readUrl ? hostsOf(readUrl).urls.map(openPool) : [];
  const replicas = readUrl
    ? new Replicas(
        standbys.map((one) => new Replica(queriesOver(one.pool), one.pool)),
        pool,
      )
    : undefined;
  if (replicas) readWhereFit(kysely.getExecutor(), replicas);
  shareReads(kysely.getExecutor());
  const replicasSilent = standbys.map((one) => one.silent);
  holder.__busDatabase = { url, pool, kysely, silent, replicas, replicasSilent };
  return holder.__busDatabase;
}

function openPool(url: string): { pool: pg.Pool; silent: SilentConnections } {
  const { DB_POOL_SIZE: max, STATEMENT_TIMEOUT_MS: statementTimeout, DB_SILENCE_SECONDS: seconds } = settings();
  const pool = new pg.Pool({
    ...connectionLife,
    connectionString: url,
    max,
    Client: KeepingClient as unknown as new () => pg.ClientBase,
    idleTimeoutMillis: 30_000,
    application_name: "bus-back-office",
    // A pooler takes none: there they are the role's own.
    options: isPooled()
      ? undefined
      : [
          ...Object.entries(timeLimits()).map(([name, value]) => `-c ${name}=${value}`),
          "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
        ].join(" "),
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // The pool listens only while a connection is idle; one lost between two statements of a transaction would end the process.
  pool.on(
    "connect",
    contain("a new database connection", (client: pg.PoolClient) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    ),
  );
  const silent = new SilentConnections({ seconds, most: Math.ceil(statementTimeout / 1000) + seconds });
  silent.addPool(pool);
  return { pool, silent };
}

const queriesOver = (pool: pg.Pool) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: tellSlow(settings().SLOW_STATEMENT_MS),
    plugins: [new CamelNames({ maintainNestedObjectKeys: true })],
  });

/** Tells the log of statements that took long, by the number of the request or job that asked; the values of records are left out. */
const tellSlow = (slowMs: number) =>
  function tell({ query, queryDurationMillis: took }: LogEvent): void {
    if (slowMs === 0 || took < slowMs) return;
    const text = query.sql.replace(/\s+/g, " ").trim();
    const shown = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
    const slow = { ms: Math.round(took), requestId: workNumber(), sql: shown };
    log.warn(slow, "a slow statement");
    hearer?.({ ...slow, at: Date.now() });
  };

/** A statement that took long; `at` is when it ended, in milliseconds. */
export interface SlowStatement {
  at: number;
  ms: number;
  requestId: string | undefined;
  sql: string;
}

let hearer: ((slow: SlowStatement) => void) | undefined;

/** Has each slow statement of this process told to one more than the log. */
export const hearOfSlowStatements = (hear: typeof hearer): void => void (hearer = hear);

const longestText = 2000;

/** Columns in camel case: each result's names are made once, not for each of its rows. */
class CamelNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const { rows } = result;
    if (!rows[0]) return Promise.resolve(result);
    const names = Object.keys(rows[0]);
    const camelNames = names.map((name) => this.camelCase(name));
    const rename = (row: UnknownRow) => {
      const renamed: UnknownRow = {};
      for (let at = 0; at < names.length; at++) renamed[camelNames[at]!] = row[names[at]!];
      return renamed;
    };
    return Promise.resolve({ ...result, rows: rows.map(rename) });
  }
}
