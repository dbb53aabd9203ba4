import { AsyncLocalStorage } from "node:async_hooks";

/** The server and its pages are two bundles. */
const shared = globalThis as typeof globalThis & { __busWork?: AsyncLocalStorage<string> };
const numbers = (shared.__busWork ??= new AsyncLocalStorage());

/** Does `work` under a number by which its parts are found in the log: that of a request, or a job's name and its own. */
export const underNumber = <T>(number: string, work: () => T): T => numbers.run(number, work);

export const workNumber = (): string | undefined => numbers.getStore();
