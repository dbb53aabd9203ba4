import autocannon from "autocannon";
import { atMost, type Figure, percentile, reported } from "./figure";
import { stationList } from "./full-menu";
import { usageBelow } from "./processes";
import type { Program } from "./program";
import type { Visitor } from "./visitor";

const rounds = 12;
const pagesPerRound = 100;
/** Another page of the list each time, so that the tab's address changes too. */
const address = (i: number) => `${stationList}?page=${1 + (i % 20)}`;

interface Cpu {
  application: number;
  database: number;
}

/**
 * CPU that one page costs, the program's process (all its threads) and the database's processes apart and together, one page
 * after another: the best and the middle round, to see how much the machine's other work makes of it.
 */
export async function* costFigures(program: Program, visitor: Visitor, databaseServer: number): AsyncGenerator<Figure> {
  // Until the compiler has done its work.
  for (let i = 0; i < 500; i++) await visitor.visit(address(i));
  const [cpu, wall]: [Cpu[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = await usedBy(program, databaseServer);
    for (let i = 0; i < pagesPerRound; i++) wall.push((await visitor.visit(address(i))).ms);
    cpu.push(perPage(before, await usedBy(program, databaseServer), pagesPerRound));
  }
  for (const [who, of] of parts) {
    const values = cpu.map(of);
    const name = `one page after another: CPU a page, ${who}`;
    yield reported(`${name}, best of ${rounds} rounds of ${pagesPerRound}`, Math.min(...values), "ms");
    yield reported(`${name}, median of them`, percentile(values, 0.5), "ms");
  }
  yield reported("one page after another, p50", percentile(wall, 0.5), "ms");
  yield reported("one page after another, p99", percentile(wall, 0.99), "ms");
}

/**
 * What one process answers when eight connections ask without a pause, 10 s or 5,000 pages at most. The bounds on CPU are for
 * the mean of all these pages: nothing is picked, and it is how a server is used.
 */
export async function* loadFigures(program: Program, visitor: Visitor, databaseServer: number): AsyncGenerator<Figure> {
  const before = await usedBy(program, databaseServer);
  const result = await askWithoutPause(visitor);
  const cpu = perPage(before, await usedBy(program, databaseServer), result["2xx"]);
  yield reported("8 connections: pages a second", result.requests.average, "1/s");
  yield reported("8 connections: p50", result.latency.p50, "ms");
  yield reported("8 connections: p99", result.latency.p99, "ms");
  const bounds = { application: 10, database: Infinity, both: 12 };
  for (const [who, of] of parts) {
    const name = `8 connections: CPU a page, ${who}, brotli, mean of all`;
    yield bounds[who] === Infinity ? reported(name, of(cpu), "ms") : atMost(name, of(cpu), bounds[who], "ms");
  }
}

/** Eight connections that ask for the list's pages without a pause, for 10 s or 5,000 pages at most; an error where one was not answered. */
export async function askWithoutPause(visitor: Pick<Visitor, "url" | "cookie">, paths = firstPages, connections = 8) {
  const result = await autocannon({
    url: visitor.url,
    requests: paths.map((path) => ({ path })),
    connections,
    duration: 10,
    maxOverallRequests: 5000,
    timeout: 30,
    headers: { cookie: visitor.cookie, "accept-encoding": "br" },
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`under load ${result.non2xx} answers were not pages and ${result.errors} requests failed`);
  return result;
}

const firstPages = Array.from({ length: 20 }, (_, i) => address(i));

const parts = [
  ["application", ({ application }: Cpu) => application],
  ["database", ({ database }: Cpu) => database],
  ["both", ({ application, database }: Cpu) => application + database],
] as const;

async function usedBy(program: Program, databaseServer: number): Promise<Cpu> {
  return { application: (await program.usage()).cpuMs, database: usageBelow(databaseServer).cpuMs };
}

const perPage = (before: Cpu, after: Cpu, pages: number): Cpu => ({
  application: (after.application - before.application) / pages,
  database: (after.database - before.database) / pages,
});
