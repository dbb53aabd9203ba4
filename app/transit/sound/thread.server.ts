import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { contain } from "~/kit/ground/faults.server";
import type { ReaderBegun } from "~/kit/ground/files/answer-apart.server";
import { beyond, readingLimits } from "~/kit/ground/files/limits";
import { isOutOfMemory, stopwatch, watchGrowth } from "~/kit/ground/files/read-apart.server";
import { log } from "~/kit/ground/log.server";
import { newThread } from "~/kit/ground/new-thread.server";
import { workerFile } from "~/kit/ground/worker-file.server";
import type { SoundAnswer, SoundAsked } from "./asked";
import { SoundFault } from "./sound";

/** Asks the thread for sounds, which takes one at a time and is ended by what goes beyond its limits. */
export function askThread(asked: SoundAsked, signal?: AbortSignal): Promise<SoundAnswer> {
  const answer = last.then(() => {
    signal?.throwIfAborted();
    return askNow(asked, signal);
  });
  last = answer.catch(() => undefined);
  return answer;
}

const { seconds, heap, growth } = readingLimits.sound;
/** What has been read once may take longer: nobody sent it to fill the machine, and encoders are slow. */
const makingSeconds = 30;
/** To start it takes longer than most sounds do. */
const keptMs = 20_000;
const keptFor = 200;

let last: Promise<unknown> = Promise.resolve();
let thread: { worker: Worker; number: number | undefined; asked: number; idle?: NodeJS.Timeout } | undefined;

async function askNow(asked: SoundAsked, signal?: AbortSignal): Promise<SoundAnswer> {
  const { worker, ...used } = (thread ??= { ...(await start()), asked: 0 });
  clearTimeout(used.idle);
  worker.ref();
  let stop: () => void = () => undefined;
  const answer = new Promise<SoundAnswer>((resolve, reject) => {
    const heavy = (most: number) => reject(new SoundFault(beyond.memory(most)));
    const abort = () => reject(signal!.reason as Error);
    const failed = (error: Error) => (isOutOfMemory(error) ? heavy(heap) : reject(error));
    const ended = () => reject(new Error("the thread for sounds ended"));
    const allowed = 1000 * (asked.kind === "make" ? makingSeconds : seconds);
    const slow = watchTime(allowed, used.number, () => reject(new SoundFault(beyond.time(allowed))));
    const growing = watchGrowth(growth, () => heavy(growth));
    worker.once("message", resolve).once("error", failed).once("exit", ended);
    signal?.addEventListener("abort", abort);
    stop = () => {
      clearInterval(slow);
      clearInterval(growing);
      worker.off("message", resolve).off("error", failed).off("exit", ended);
      signal?.removeEventListener("abort", abort);
    };
    worker.postMessage(asked);
  });
  try {
    const said = await answer;
    keep(used.asked + 1);
    return said;
  } catch (error) {
    await end();
    throw error;
  } finally {
    stop();
  }
}

async function start() {
  const file = await workerFile("sound-worker", "app/transit/sound/sound.worker.ts", ["app/transit/sound"]);
  const worker = newThread(file, { resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 32 } });
  // Between two questions nobody else listens, and a thread may die then, too.
  worker.on("error", (error) => log.warn({ err: error }, "the thread for sounds failed"));
  worker.once("exit", () => {
    if (thread?.worker === worker) thread = undefined;
  });
  const [begun] = (await once(worker, "message")) as [ReaderBegun];
  return { worker, number: begun.readerThread };
}

function keep(asked: number): void {
  if (!thread) return;
  thread.worker.unref();
  thread.asked = asked;
  if (asked >= keptFor) return endBeside();
  thread.idle = setTimeout(endBeside, keptMs);
  thread.idle.unref();
}

const endBeside = contain("the end of the thread for sounds", end);

async function end(): Promise<void> {
  const ending = thread?.worker;
  thread = undefined;
  await ending?.terminate();
}

/** What the thread computed counts, and a quarter of the clock: on a busy machine the clock runs ahead. */
function watchTime(milliseconds: number, number: number | undefined, beyondIt: () => void): NodeJS.Timeout {
  const since = stopwatch({ clock: 0, computing: 0 }, number);
  return setInterval(() => {
    const { clock, computing } = since();
    if (Math.min(clock, computing) > milliseconds || clock > 4 * milliseconds) beyondIt();
  }, 100);
}
