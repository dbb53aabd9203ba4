import { AsyncLocalStorage } from "node:async_hooks";
import { isRead } from "./replica.server";
import { withTimeOfPages } from "./time-for-reads.server";
import type { CompiledQuery, QueryExecutor, QueryResult } from "kysely";

/** What one request has asked the database. */
export interface SharedReads {
  /** By statement and values. */
  answers: Map<string, Promise<QueryResult<unknown>>>;
  /** How many statements went out, and the milliseconds in which at least one was on its way. */
  statements: number;
  waitedMs: number;
}

export const newReads = (): SharedReads => ({ answers: new Map(), statements: 0, waitedMs: 0 });

/** The server, which opens the database, and its pages are two bundles. */
const holder = globalThis as typeof globalThis & { __busReads?: AsyncLocalStorage<SharedReads> };
const shared = (holder.__busReads ??= new AsyncLocalStorage());

/** Has everything in `work`, a request that changes nothing, ask the same question of the database once: the page and the layouts around it read the same record. */
export const sharingReads = <T>(reads: SharedReads, work: () => T): T => shared.run(reads, work);

/** So long after an answer the same question gets it again; who waits for something to change asks later. */
const keptMs = 200;

/** What was read before a change is asked anew after it. */
export const forgetReads = (): void => shared.getStore()?.answers.clear();

/** Lets an executor, not one within a transaction, share what it reads, each statement in the time that pages have; each who asks gets rows of their own, but not what is nested in them. */
export function shareReads(executor: QueryExecutor): void {
  const askAtLeisure = executor.executeQuery.bind(executor);
  executor.executeQuery = async <R>(query: CompiledQuery<R>) => {
    const reads = shared.getStore();
    if (!reads) return askAtLeisure(query);
    const { answers } = reads;
    const ask = (one: CompiledQuery<R>) => withTimeOfPages(() => timed(reads, () => askAtLeisure(one)));
    if (!isRead(query.sql)) return ask(query).finally(() => answers.clear());
    const name = JSON.stringify([query.sql, query.parameters]);
    const known = answers.get(name) as Promise<QueryResult<R>> | undefined;
    if (known) {
      const result = await known;
      return { ...result, rows: result.rows.map((row) => ({ ...row })) };
    }
    const asked = ask(query);
    answers.set(name, asked);
    const forget = () => setTimeout(() => answers.delete(name), keptMs).unref();
    asked.then(forget, forget);
    return asked;
  };
}

const atWork = new WeakMap<SharedReads, { statements: number; since: number }>();

async function timed<T>(reads: SharedReads, ask: () => Promise<T>): Promise<T> {
  const now = atWork.get(reads) ?? { statements: 0, since: 0 };
  atWork.set(reads, now);
  reads.statements += 1;
  if (now.statements++ === 0) now.since = performance.now();
  try {
    return await ask();
  } finally {
    if (--now.statements === 0) reads.waitedMs += performance.now() - now.since;
  }
}
