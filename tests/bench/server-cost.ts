import autocannon from "autocannon";
import { atMost, type Figure, percentile, reported } from "./figure";
import { stationList } from "./full-menu";
import type { Program } from "./program";
import type { Visitor } from "./visitor";

const rounds = 12;
const pagesPerRound = 100;
/** Another page of the list each time, so that the tab's address changes too. */
const address = (i: number) => `${stationList}?page=${1 + (i % 20)}`;

/**
 * CPU that the server's process spends on one page (all its threads; the database's own is not in it), one page after
 * another: the best and the middle round, to see how much the machine's other work makes of it.
 */
export async function* costFigures(program: Program, visitor: Visitor): AsyncGenerator<Figure> {
  // Until the compiler has done its work.
  for (let i = 0; i < 500; i++) await visitor.visit(address(i));
  const [cpu, wall]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = await program.usage();
    for (let i = 0; i < pagesPerRound; i++) wall.push((await visitor.visit(address(i))).ms);
    cpu.push(((await program.usage()).cpuMs - before.cpuMs) / pagesPerRound);
  }
  yield reported(
    `one page after another: server CPU a page, best of ${rounds} rounds of ${pagesPerRound}`,
    Math.min(...cpu),
    "ms",
  );
  yield reported("one page after another: server CPU a page, median of them", percentile(cpu, 0.5), "ms");
  yield reported("one page after another, p50", percentile(wall, 0.5), "ms");
  yield reported("one page after another, p99", percentile(wall, 0.99), "ms");
}

/**
 * What one process answers when eight connections ask without a pause, 10 s or 5,000 pages at most. The bound on CPU is for
 * the mean of all these pages: nothing is picked, and it is how a server is used.
 */
export async function* loadFigures(program: Program, visitor: Visitor): AsyncGenerator<Figure> {
  const before = await program.usage();
  const result = await autocannon({
    url: visitor.url,
    requests: Array.from({ length: 20 }, (_, i) => ({ path: address(i) })),
    connections: 8,
    duration: 10,
    maxOverallRequests: 5000,
    timeout: 30,
    headers: { cookie: visitor.cookie, "accept-encoding": "br" },
  });
  const after = await program.usage();
  if (result.non2xx + result.errors > 0)
    throw new Error(`under load ${result.non2xx} answers were not pages and ${result.errors} requests failed`);
  yield reported("8 connections: pages a second", result.requests.average, "1/s");
  yield reported("8 connections: p50", result.latency.p50, "ms");
  yield reported("8 connections: p99", result.latency.p99, "ms");
  yield atMost(
    "8 connections: server CPU a page, brotli, mean of all",
    (after.cpuMs - before.cpuMs) / result["2xx"],
    10,
    "ms",
  );
}
