import { contain } from "./faults.server";

/** Calls that come while earlier ones are answered wait and are answered together, at most `most` at a time; `answerAll` answers in their order. */
export function gatherCalls<Asked, Answered>(
  answerAll: (asked: Asked[]) => Promise<readonly Answered[]>,
  { most, atOnce = 2 }: { most: number; atOnce?: number },
): (asked: Asked) => Promise<Answered> {
  interface Call {
    asked: Asked;
    resolve: (answer: Answered) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Call[] = [];
  let running = 0;
  let together = 1;
  const answerSome = async (calls: readonly Call[]) => {
    together = calls.length;
    try {
      const answers = await answerAll(calls.map(({ asked }) => asked));
      for (const [place, { resolve }] of calls.entries()) {
        resolve(answers[place] as Answered);
        // What follows an answer runs at once: some at a time, so that others' requests come between.
        if (place % 25 === 24) await new Promise(setImmediate);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  const start = contain("calls answered together", async () => {
    while (waiting.length > 0) await answerSome(waiting.splice(0, most));
    running -= 1;
  });
  return (asked) =>
    new Promise<Answered>((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (running >= atOnce) return;
      running += 1;
      // Where calls come in numbers, a moment's wait makes fewer statements of them.
      if (together > 1) setTimeout(start, together > 50 ? 120 : together > 20 ? 60 : 20);
      else setImmediate(start);
    });
}
