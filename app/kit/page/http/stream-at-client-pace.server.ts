import { setTimeout as sleep } from "node:timers/promises";
import { contain } from "~/kit/ground/faults.server";

/** A client that takes nothing for so long is gone; the database would end the waiting transaction anyway. */
const patience = 60_000;

interface Flow {
  signal: AbortSignal;
  /** Settles when the client has taken what was written so far; undefined while it has. */
  waitForDrain: () => Promise<void> | undefined;
  /** Called once, however it ends. */
  ended: () => void;
}

/** A response body that is made only as fast as the client takes it, and whose source is released as soon as the client is gone. */
export function streamAtClientPace(
  source: AsyncGenerator<Uint8Array>,
  { signal, waitForDrain, ended }: Flow,
): ReadableStream<Uint8Array> {
  let over = false;
  const end = async () => {
    if (over) return;
    over = true;
    signal.removeEventListener("abort", abort);
    ended();
    await source.return(undefined);
  };
  const abort = contain("the end of a download", end);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await withPatience(waitForDrain());
          const next = over ? { done: true as const } : await source.next();
          if (next.done) {
            await end();
            controller.close();
          } else controller.enqueue(next.value);
        } catch (error) {
          await end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

async function withPatience(drained: Promise<void> | undefined): Promise<void> {
  if (!drained) return;
  const timer = new AbortController();
  const tooLong = sleep(patience, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new Error("the client took nothing for a minute");
  });
  await Promise.race([drained, tooLong]).finally(() => timer.abort());
}
