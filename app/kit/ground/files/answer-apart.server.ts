import { parentPort } from "node:worker_threads";
import { ownThread } from "./thread-time.server";

/** What a reader says last. Whoever reads it ends its thread: one that ends by itself can wait for ever for its own optimiser (nodejs/node pull request 47452). */
export const endOfAnswers = null;

export interface ReaderBegun {
  readerThread: number | undefined;
}

/** What a reader's thread is told: a work, or that of its answers one was taken. */
export type ReaderMessage = { given: unknown } | "more";

/** In a reader's thread: hands over what `read` answers to each work, no more than two ahead of whoever takes it; `tell` says something at once. A fault that `faultOf` has an answer for is told, any other ends the thread. */
export async function answerApart<Given, Answer>(
  read: (given: Given, tell: (answer: Answer) => void) => AsyncIterable<Answer>,
  faultOf: (error: unknown) => Answer | undefined,
): Promise<never> {
  const port = parentPort!;
  const tell = (answer: Answer) => port.postMessage(answer);
  const works: Given[] = [];
  let wanted = 0;
  let wake: () => void = () => undefined;
  port.on("message", (said: ReaderMessage) => {
    if (said === "more") wanted++;
    else works.push(said.given as Given);
    wake();
  });
  const told = () => new Promise<void>((resolve) => (wake = resolve));
  port.postMessage({ readerThread: ownThread() } satisfies ReaderBegun);
  for (;;) {
    while (works.length === 0) await told();
    wanted = 2;
    try {
      for await (const answer of read(works.shift()!, tell)) {
        while (wanted <= 0) await told();
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
}
