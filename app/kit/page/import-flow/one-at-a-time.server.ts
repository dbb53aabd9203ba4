import { runBeside } from "~/kit/ground/faults.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";

const enter = limitConcurrency(1, Infinity, () => new Error("nobody is refused here"));

/** Lets one large import of this process work at a time. Whoever has to wait is told by `waits`, and leaves the queue with the signal's reason; the others come in turn and get the way out. */
export async function enterAlone(signal: AbortSignal, waits: () => Promise<void>): Promise<() => void> {
  signal.throwIfAborted();
  const turn = enter();
  const at = await Promise.race([turn, new Promise<undefined>((go) => setImmediate(() => go(undefined)))]);
  if (at) return at;
  let given = false;
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", stop);
  try {
    await Promise.race([waits(), stopped]);
    const leave = await Promise.race([turn, stopped]);
    given = true;
    return leave;
  } finally {
    signal.removeEventListener("abort", stop);
    if (!given)
      runBeside(
        "the turn of an import",
        turn.then((leave) => leave()),
      );
  }
}
