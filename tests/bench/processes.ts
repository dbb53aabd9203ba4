import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** What processes have used since they began, those that have ended among them: milliseconds of CPU; their own memory and their part of what they share, in megabytes. */
export interface ProcessUsage {
  cpuMs: number;
  memoryMb: number;
}

/** The server process of the database at this address, which must run on this machine (Linux). */
export async function findDatabaseServer(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return readStat(rows[0]!.pid)!.parent;
  } finally {
    await client.end();
  }
}

/** The processes that a process has started itself. */
export const childrenOf = (pid: number): number[] => allStats().flatMap((one) => (one.parent === pid ? one.pid : []));

const allStats = () =>
  readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));

/** Adds up a process and all below it: a database's server with its backends and background workers. */
export function usageBelow(root: number): ProcessUsage {
  const stats = allStats();
  const found = stats.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...stats.filter(({ parent }) => parent === pid));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    cpuMs: sum(found.map(({ ticks, endedTicks }) => ticks + endedTicks)) * msPerTick,
    memoryMb: sum(found.map(({ pid }) => proportionalMb(pid))),
  };
}

/** Linux counts a hundred ticks a second for its readers, whatever its own clock does. */
const msPerTick = 10;

interface Stat {
  pid: number;
  parent: number;
  ticks: number;
  /** Of its children that have ended. */
  endedTicks: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, spaces among it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const number = (place: number) => Number(fields[place - 3]);
    return { pid, parent: number(4), ticks: number(14) + number(15), endedTicks: number(16) + number(17) };
  } catch {
    return undefined;
  }
}

function proportionalMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
