import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Figure, reported } from "./figure";
import { usageBelow } from "./processes";
import type { Program } from "./program";
import type { Visitor } from "./visitor";

/** Where sheets are measured: the program, its database and who works with it. */
export interface Desk {
  program: Program;
  client: pg.Client;
  database: number;
  person: Visitor;
}

export interface Measured<T> {
  result: T;
  seconds: number;
  cpu: { program: number; database: number };
  /** By how many megabytes the whole program grew at most, its threads with what they keep outside of their heaps. */
  growth: number;
}

/** What a piece of work takes of the program and its database. */
export async function measured<T>({ program, database }: Desk, work: () => Promise<T>): Promise<Measured<T>> {
  const before = { program: await program.usage(), database: usageBelow(database) };
  const seen: number[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    for (; !ended.signal.aborted; await sleep(100)) seen.push((await program.usage()).rssMb);
  })();
  const began = performance.now();
  const result = await work().finally(() => ended.abort());
  const seconds = (performance.now() - began) / 1000;
  await watching;
  const cpu = {
    program: ((await program.usage()).cpuMs - before.program.cpuMs) / 1000,
    database: (usageBelow(database).cpuMs - before.database.cpuMs) / 1000,
  };
  return { result, seconds, cpu, growth: Math.max(before.program.rssMb, ...seen) - before.program.rssMb };
}

export function* usage(what: string, { cpu }: Measured<unknown>): Generator<Figure> {
  yield reported(`sheets: ${what}: program`, cpu.program, "s CPU");
  yield reported(`sheets: ${what}: database`, cpu.database, "s CPU");
}
