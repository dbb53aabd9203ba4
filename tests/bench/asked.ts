import { atMost, type Figure, percentile, reported } from "./figure";
import { usageBelow } from "./processes";
import type { Program } from "./program";

const asksPerAddress = 12;

/** Asks the same once and then a dozen times; the clock must keep the bound, in seconds, and the CPU is said beside it. */
export async function* askOften(
  { program, databaseServer }: { program: Program; databaseServer: number },
  name: string,
  bound: number,
  ask: () => Promise<{ ms: number }>,
): AsyncGenerator<Figure> {
  const used = async () => [(await program.usage()).cpuMs, usageBelow(databaseServer).cpuMs] as const;
  const [first, before] = [(await ask()).ms, await used()];
  const times: number[] = [];
  for (let i = 0; i < asksPerAddress; i++) times.push((await ask()).ms);
  const after = await used();
  // Counts are remembered for a minute: the first answer has to count.
  yield atMost(`${name}: the first`, first / 1000, bound, "s");
  yield atMost(`${name}: p95`, percentile(times, 0.95) / 1000, bound, "s");
  yield reported(`${name}: the program's CPU`, (after[0] - before[0]) / asksPerAddress / 1000, "s");
  yield reported(`${name}: the database's CPU`, (after[1] - before[1]) / asksPerAddress / 1000, "s");
}
