import { stat } from "node:fs/promises";
import { SHARE_ENV, type Worker } from "node:worker_threads";
import { contain } from "../faults.server";
import { log } from "../log.server";
import { newThread } from "../new-thread.server";
import { workerFile } from "../worker-file.server";

/** A reader's program: the name of its bundle, where it begins, and the folders of its sources. */
export interface ReaderProgram {
  name: string;
  entry: string;
  folders?: readonly string[];
  /** Milliseconds for which its thread waits for more work; without them it ends with its first. For programs that load much and that nobody's file can lead astray. */
  keptFor?: number;
}

/** A thread with one work at a time; `number` is what the system calls it, once the thread has told. */
export interface ReaderThread {
  worker: Worker;
  build: string;
  heap: number;
  number?: number;
}

/** Those without work, each until its time is over. */
const waiting = new Map<ReaderThread, NodeJS.Timeout>();

/** A thread that waits for work of this program, or a new one; `heap` in megabytes. */
export async function takeThread(program: ReaderProgram, heap: number): Promise<ReaderThread> {
  const file = await workerFile(program.name, program.entry, program.folders);
  const build = `${file} of ${(await stat(file)).mtimeMs}`;
  const found = [...waiting.keys()].find((one) => one.build === build && one.heap === heap);
  if (found) {
    clearTimeout(waiting.get(found));
    waiting.delete(found);
    found.worker.ref();
    return found;
  }
  const worker = newThread(file, {
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 32 },
    // One that is kept goes by the program's settings, not by those of when it began.
    ...(program.keptFor !== undefined && { env: SHARE_ENV }),
  });
  const thread: ReaderThread = { worker, build, heap };
  // While it waits nobody else listens.
  worker.on(
    "error",
    (error) => waiting.has(thread) && log.warn({ err: error }, "a reader's thread failed without work"),
  );
  worker.once("exit", () => waiting.delete(thread));
  return thread;
}

/** After work that came to its end: the thread waits for more where its program says so. */
export async function giveBackThread(thread: ReaderThread, { keptFor }: ReaderProgram): Promise<void> {
  if (keptFor === undefined) return endThread(thread);
  thread.worker.unref();
  const end = contain("the end of a reader's thread", () => endThread(thread));
  waiting.set(thread, setTimeout(end, keptFor).unref());
}

export async function endThread(thread: ReaderThread): Promise<void> {
  waiting.delete(thread);
  await thread.worker.terminate();
}
