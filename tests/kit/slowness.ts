import { availableParallelism, loadavg } from "node:os";
import { isLongRun } from "./long-run";

/**
 * How many times longer work takes here than with a core to itself, at least 1: the clock by the processor time of a tenth
 * of a second of counting, or the last minute's load of each core where that is more, since a thread that slept gets its
 * turn at once.
 */
export function measureSlowness(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let spent = 0;
  while (spent < 100_000) {
    for (let n = 0; n < 1_000_000; n++) spent = n;
    const { user, system } = process.cpuUsage(used);
    spent = user + system;
  }
  return Math.max(1, ((performance.now() - began) * 1000) / spent, loadavg()[0]! / availableParallelism());
}

/** Begins to count; what it gives tells the milliseconds since, by the clock or of this process's computing, whichever is less: the clock counts other programs too. */
export function startCount(): () => number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}

/** Milliseconds that work took, less what other programs on the machine held it up by, and what it gave. */
export async function timeWork<T>(work: () => T | Promise<T>): Promise<[ms: number, done: T]> {
  const before = measureSlowness();
  const began = performance.now();
  const done = await work();
  const took = performance.now() - began;
  return [Math.round((took * 2) / (before + measureSlowness())), done];
}

/**
 * What work may take: the bound given, before a release; three times as much on other days, when the machine may be anybody's.
 * That still notices what grows faster than what it is given.
 */
export function mayTake(most: number): number {
  return isLongRun ? most : 3 * most;
}
