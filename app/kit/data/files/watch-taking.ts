const everyMs = 250;
const patience = 6;

/** Hands pieces on and calls `stop` when the next stage takes none though it is idle: at a long part that it skips, busboy waits for ever. */
export function watchTaking(isIdle: () => boolean, stop: () => void) {
  let isWaiting = false;
  let times = 0;
  // Counted, not timed: a process that was held up has waited no longer for the reader.
  const watch = setInterval(() => {
    times = isWaiting && isIdle() ? times + 1 : 0;
    if (times === patience) stop();
  }, everyMs);
  return {
    async *pieces(source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        [isWaiting, times] = [true, 0];
        yield piece;
        isWaiting = false;
      }
      [isWaiting, times] = [true, 0];
    },
    end: () => clearInterval(watch),
  };
}
