import { parentPort, workerData } from "node:worker_threads";
import { ownThread } from "./thread-time.server";

/** What a reader says last. Whoever reads it ends its thread: one that ends by itself can wait for ever for its own optimiser (nodejs/node pull request 47452). */
export const endOfAnswers = null;

export interface Begun {
  readerThread: number | undefined;
}

/** In a reader's thread: hands over what `read` answers, no more than two ahead of whoever takes it; `tell` says something at once. A fault that `faultOf` has an answer for is told, any other ends the thread. */
export async function answerApart<Given, Answer>(
  read: (given: Given, tell: (answer: Answer) => void) => AsyncIterable<Answer>,
  faultOf: (error: unknown) => Answer | undefined,
): Promise<void> {
  const port = parentPort!;
  port.postMessage({ readerThread: ownThread() } satisfies Begun);
  const tell = (answer: Answer) => port.postMessage(answer);
  let wanted = 2;
  let wake: (() => void) | undefined;
  port.on("message", () => {
    wanted++;
    wake?.();
  });
  try {
    for await (const answer of read(workerData as Given, tell)) {
      while (wanted <= 0) await new Promise<void>((resolve) => (wake = resolve));
      wanted--;
      tell(answer);
    }
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    tell(fault);
  }
  port.postMessage(endOfAnswers);
}
