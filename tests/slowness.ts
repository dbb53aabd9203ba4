/** How many times longer work takes here just now than with a core to itself: the clock by the processor time of a tenth of a second of counting, at least 1. */
export function measureSlowness(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let spent = 0;
  while (spent < 100_000) {
    for (let n = 0; n < 1_000_000; n++) spent = n;
    const { user, system } = process.cpuUsage(used);
    spent = user + system;
  }
  return Math.max(1, ((performance.now() - began) * 1000) / spent);
}

/** Milliseconds that work took, less what other programs on the machine held it up by, and what it gave. */
export async function timeWork<T>(work: () => T | Promise<T>): Promise<[ms: number, done: T]> {
  const before = measureSlowness();
  const began = performance.now();
  const done = await work();
  const took = performance.now() - began;
  return [Math.round((took * 2) / (before + measureSlowness())), done];
}
