import { type ReaderBegun, endOfAnswers, type ReaderMessage } from "./answer-apart.server";
import { endThread, giveBackThread, type ReaderProgram, takeThread } from "./reader-threads.server";
import { threadTime } from "./thread-time.server";

export interface Reading {
  given: unknown;
  /** Only the time counts in which the caller waits for the reader, and of it only what the reader computed; four times as much by the clock. */
  milliseconds: number;
  heap: number;
  growth?: number;
  signal?: AbortSignal;
  /** What to throw beyond the time or the megabytes. */
  tooSlow(): Error;
  tooHeavy(megabytes: number): Error;
}

/** What a reader answers, read in a thread of its own that stops with the caller's interest; throws the signal's reason at once. */
export async function* readApart<Answer>(program: ReaderProgram, reading: Reading): AsyncGenerator<Answer> {
  const { signal, heap, growth } = reading;
  signal?.throwIfAborted();
  const thread = await takeThread(program, heap);
  const { worker } = thread;
  const arrived: Answer[] = [];
  let failure: unknown;
  let ended: "work" | "thread" | undefined;
  let wake: () => void = () => undefined;
  const heard = (change: () => void) => {
    change();
    wake();
  };
  const fail = (error: unknown) => heard(() => (failure ??= error));
  const answered = (answer: Answer | ReaderBegun | typeof endOfAnswers) =>
    heard(() => {
      if (answer === endOfAnswers) ended = "work";
      else if (hasBegun(answer)) thread.number = answer.readerThread;
      else arrived.push(answer);
    });
  const failed = (error: unknown) => fail(isOutOfMemory(error) ? reading.tooHeavy(heap) : error);
  const exited = () => heard(() => (ended = "thread"));
  worker.on("message", answered);
  worker.on("error", failed);
  worker.on("exit", exited);
  const stop = () => fail(signal!.reason);
  signal?.addEventListener("abort", stop);
  const growing = growth === undefined ? undefined : watchGrowth(growth, () => fail(reading.tooHeavy(growth)));
  let spent = { clock: 0, computing: 0 };
  try {
    signal?.throwIfAborted();
    worker.postMessage({ given: reading.given } satisfies ReaderMessage);
    for (;;) {
      while (arrived.length === 0 && failure === undefined && !ended) spent = await waiting(spent);
      if (failure !== undefined) throw failure as Error;
      const answer = arrived.shift();
      if (answer === undefined) return;
      yield answer;
      worker.postMessage("more" satisfies ReaderMessage);
    }
  } finally {
    clearInterval(growing);
    signal?.removeEventListener("abort", stop);
    worker.off("message", answered).off("error", failed).off("exit", exited);
    await (ended === "work" && failure === undefined ? giveBackThread(thread, program) : endThread(thread));
  }

  async function waiting(before: Spent): Promise<Spent> {
    const since = stopwatch(before, thread.number);
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

const hasBegun = (answer: unknown): answer is ReaderBegun =>
  typeof answer === "object" && answer !== null && "readerThread" in answer;

/** Milliseconds by the clock, and of computing: on a busy machine the clock runs ahead. */
interface Spent {
  clock: number;
  computing: number;
}

/** Adds to what was spent before, by that thread or else by all of the process. */
export function stopwatch({ clock, computing }: Spent, thread?: number): () => Spent {
  const [began, before] = [performance.now(), computed(thread)];
  return () => ({
    clock: clock + performance.now() - began,
    computing: computing + Math.max(0, computed(thread) - before),
  });
}

function computed(thread: number | undefined): number {
  if (thread !== undefined) return threadTime(thread) ?? 0;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/** A thread's limits leave out what it keeps in buffers. */
export function watchGrowth(megabytes: number, beyond: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss();
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > megabytes * 2 ** 20) beyond();
  }, 100);
}
