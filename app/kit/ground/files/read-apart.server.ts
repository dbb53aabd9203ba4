import { newThread } from "../new-thread.server";
import { workerFile } from "../worker-file.server";
import { allTold } from "./answer-apart.server";

/** A reader's program: the name of its bundle, where it begins, and the folders of its sources. */
export interface ReaderProgram {
  name: string;
  entry: string;
  folders?: readonly string[];
}

export interface Reading {
  given: unknown;
  /** Only the time counts in which the caller waits for the reader, and of it only what this process computed; four times as much by the clock. */
  milliseconds: number;
  heap: number;
  growth?: number;
  signal?: AbortSignal;
  /** What to throw beyond the time or the megabytes. */
  tooSlow(): Error;
  tooHeavy(megabytes: number): Error;
}

/** What a reader answers, read in a thread of its own that ends with the caller's interest; throws the signal's reason at once. */
export async function* readApart<Answer>(program: ReaderProgram, reading: Reading): AsyncGenerator<Answer> {
  const { signal, heap, growth } = reading;
  signal?.throwIfAborted();
  const file = await workerFile(program.name, program.entry, program.folders);
  signal?.throwIfAborted();
  const worker = newThread(file, {
    workerData: reading.given,
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 32 },
  });
  const arrived: Answer[] = [];
  let failure: unknown;
  let ended = false;
  let wake: () => void = () => undefined;
  const heard = (change: () => void) => {
    change();
    wake();
  };
  const fail = (error: unknown) => heard(() => (failure ??= error));
  worker.on("message", (answer: Answer | typeof allTold) =>
    heard(() => (answer === allTold ? (ended = true) : arrived.push(answer))),
  );
  worker.on("error", (error) => fail(isOutOfMemory(error) ? reading.tooHeavy(heap) : error));
  worker.on("exit", () => heard(() => (ended = true)));
  const stop = () => fail(signal!.reason);
  signal?.addEventListener("abort", stop);
  const growing = growth === undefined ? undefined : watchGrowth(growth, () => fail(reading.tooHeavy(growth)));
  let spent = { clock: 0, computing: 0 };
  try {
    for (;;) {
      while (arrived.length === 0 && failure === undefined && !ended) spent = await waiting(spent);
      if (failure !== undefined) throw failure as Error;
      const answer = arrived.shift();
      if (answer === undefined) return;
      yield answer;
      worker.postMessage("more");
    }
  } finally {
    clearInterval(growing);
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }

  async function waiting(before: Spent): Promise<Spent> {
    const since = stopwatch(before);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((go) => {
      wake = go;
      const look = () => {
        const { clock, computing } = since();
        const left = Math.max(reading.milliseconds - Math.min(clock, computing), 0);
        if (left === 0 || clock > 4 * reading.milliseconds) fail(reading.tooSlow());
        else timer = setTimeout(look, left);
      };
      look();
    });
    clearTimeout(timer);
    return since();
  }
}

/** Milliseconds by the clock, and of computing by all threads of the process: on a busy machine the clock runs ahead. */
interface Spent {
  clock: number;
  computing: number;
}

/** Adds to what was spent before. */
export function stopwatch({ clock, computing }: Spent): () => Spent {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { clock: clock + performance.now() - began, computing: computing + (user + system) / 1000 };
  };
}

export const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/** A thread's limits leave out what it keeps in buffers. */
export function watchGrowth(megabytes: number, beyond: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss();
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > megabytes * 2 ** 20) beyond();
  }, 100);
}
