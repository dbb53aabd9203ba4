import { AsyncLocalStorage } from "node:async_hooks";
import { withTimeOfPages } from "./time-for-reads.server";
import type { CompiledQuery, QueryExecutor, QueryResult } from "kysely";

/** What one request has asked the database, by statement and values. */
export type SharedReads = Map<string, Promise<QueryResult<unknown>>>;

/** The server, which opens the database, and its pages are two bundles. */
const holder = globalThis as typeof globalThis & { __busReads?: AsyncLocalStorage<SharedReads> };
const shared = (holder.__busReads ??= new AsyncLocalStorage());

/** Has everything in `work`, a request that changes nothing, ask the same question of the database once: the page and the layouts around it read the same record. */
export const sharingReads = <T>(reads: SharedReads, work: () => T): T => shared.run(reads, work);

/** So long after an answer the same question gets it again; who waits for something to change asks later. */
const keptMs = 200;

/** What was read before a change is asked anew after it. */
export const forgetReads = (): void => shared.getStore()?.clear();

/** Lets an executor, not one within a transaction, share what it reads, each statement in the time that pages have; each who asks gets rows of their own, but not what is nested in them. */
export function shareReads(executor: QueryExecutor): void {
  const askAtLeisure = executor.executeQuery.bind(executor);
  executor.executeQuery = async <R>(query: CompiledQuery<R>) => {
    const reads = shared.getStore();
    if (!reads) return askAtLeisure(query);
    const ask = (one: CompiledQuery<R>) => withTimeOfPages(() => askAtLeisure(one));
    if (!isRead(query.sql)) return ask(query).finally(() => reads.clear());
    const name = JSON.stringify([query.sql, query.parameters]);
    const known = reads.get(name) as Promise<QueryResult<R>> | undefined;
    if (known) {
      const result = await known;
      return { ...result, rows: result.rows.map((row) => ({ ...row })) };
    }
    const asked = ask(query);
    reads.set(name, asked);
    const forget = () => setTimeout(() => reads.delete(name), keptMs).unref();
    asked.then(forget, forget);
    return asked;
  };
}

const isRead = (text: string) =>
  /^\s*(\/\*[^*]*\*\/\s*)?(select|with)\b/i.test(text) &&
  !/\b(insert|update|delete|merge|nextval|set_config|pg_\w*(lock|notify)\w*)\b/i.test(text);
