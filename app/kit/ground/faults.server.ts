import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log.server";

/** What is ended by a fault in a callback that nobody waits for: one request, one job, one archive. */
interface Owner {
  what: string;
  end(error: unknown): void;
  isOver?(): boolean;
}

/** The server and its pages are two bundles. */
const shared = globalThis as typeof globalThis & { __busOwners?: AsyncLocalStorage<Owner> };
const owners = (shared.__busOwners ??= new AsyncLocalStorage());

/** Runs `work`: what a callback that it leaves with a library throws later ends this owner. The innermost one is asked. */
export const own = <T>(owner: Owner, work: () => T): T => owners.run(owner, work);

/** A callback for a library that nobody waits for: what it throws, or its promise rejects, is logged and handed to `end`. */
export function contain<Args extends unknown[]>(
  what: string,
  callback: (...args: Args) => unknown,
  end?: (error: unknown) => void,
): (...args: Args) => void {
  const failed = (error: unknown) => {
    log.error({ err: error, what }, "a callback failed");
    end?.(error);
  };
  return (...args) => {
    try {
      const answer = callback(...args);
      if (answer instanceof Promise) answer.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** For a promise that nobody waits for: what it rejects with is logged. */
export function runBeside(what: string, promise: Promise<unknown>): void {
  promise.catch((error: unknown) => log.error({ err: error, what }, "work beside others failed"));
}

const [mostTimes, withinMs] = [20, 60_000];

/** The last resort of a process (decision 121): a fault ends its owner; without one the program goes on, unless it has not started or the same fault comes again and again. */
export function surviveFaults({ hasStarted, stop }: { hasStarted(): boolean; stop(code: number): void }): void {
  const times = new Map<string, number[]>();
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a promise was rejected unseen"));
  process.on("uncaughtException", (error) => {
    const owner = owners.getStore();
    if (owner && !owner.isOver?.()) {
      log.error({ err: error, what: owner.what }, "uncaught error, ending what it belongs to");
      return contain(owner.what, () => owner.end(error))();
    }
    if (hasStarted() && !isOfNode(error) && !comesAgain(error, times))
      return log.error({ err: error }, "uncaught error that belongs to nothing, going on");
    log.fatal({ err: error }, "uncaught error, stopping");
    stop(1);
  });
}

/** Node found its own state to be wrong. */
const isOfNode = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === "ERR_INTERNAL_ASSERTION";

function comesAgain(error: unknown, times: Map<string, number[]>): boolean {
  const name = error instanceof Error ? String(error.stack?.split("\n", 2).join()) : String(error);
  const since = Date.now() - withinMs;
  for (const [other, at] of times) if (at.at(-1)! < since) times.delete(other);
  const recent = [...(times.get(name) ?? []).filter((at) => at >= since), Date.now()];
  times.set(name, recent);
  return recent.length > mostTimes;
}
