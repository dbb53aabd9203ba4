import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * A thread whose optimiser works in the thread itself. At work beside it, it can still ask for memory when the thread has
 * ended, and Node 20 ends the whole program then. Threads that are there already, the first one too, keep theirs.
 */
export function newThread(file: string | URL, options?: WorkerOptions): Worker {
  setFlagsFromString("--no-concurrent-recompilation");
  return new Worker(file, options);
}
