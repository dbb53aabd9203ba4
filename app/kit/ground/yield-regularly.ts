/** For long work in the server's own thread: each call lets everyone else have a turn once twenty milliseconds have passed since the last. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 20) return;
    await new Promise(setImmediate);
    since = performance.now();
  };
}
