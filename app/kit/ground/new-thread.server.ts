import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** A thread that compiles by itself: Node 20 ends the whole program where an optimiser beside it outlives it. Threads that are there already keep theirs. */
export function newThread(file: string | URL, options?: WorkerOptions): Worker {
  setFlagsFromString("--no-concurrent-recompilation");
  return new Worker(file, options);
}
