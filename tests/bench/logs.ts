import { passwords } from "../kit/database";
import { atMost, type Figure, percentile, reported } from "./figure";
import { logReadingFigures } from "./logs-read";
import { startProgram } from "./program";
import { findDatabaseServer, usageBelow } from "./processes";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const [generations, rounds, pagesPerRound] = [5, 8, 100];

/** What logging costs a page, and how the logs are read once they are long. */
export async function* logFigures(stage: Stage): AsyncGenerator<Figure> {
  yield* logCostFigures(stage);
  yield* logReadingFigures(stage);
}

/** Two programs on two databases take turns, one that logs requests and one that does not. Two processes of one program differ by more than logs cost, so both are started anew several times. */
async function* logCostFigures(stage: Stage): AsyncGenerator<Figure> {
  const [server, database]: [number[][], number[][]] = [
    [[], []],
    [[], []],
  ];
  for (let generation = 0; generation < generations; generation++) {
    const sides = await startSides(stage, generation % 2 ? ["0", "1"] : ["1", "0"]);
    const databaseServer = await findDatabaseServer(sides[0]!.url);
    for (const { visitor } of sides) await visitMany(visitor, 400);
    for (let round = 0; round < rounds; round++)
      for (const { side, program, visitor } of round % 2 ? [...sides].reverse() : sides) {
        const before = [(await program.usage()).cpuMs, usageBelow(databaseServer).cpuMs] as const;
        await visitMany(visitor, pagesPerRound);
        server[side]!.push(((await program.usage()).cpuMs - before[0]) / pagesPerRound);
        database[side]!.push((usageBelow(databaseServer).cpuMs - before[1]) / pagesPerRound);
      }
    for (const { program } of sides) await program.stop();
  }
  const what = `${generations} starts of ${rounds} rounds of ${pagesPerRound}`;
  const [without, with_] = server.map((cpu) => percentile(cpu, 0.5)) as [number, number];
  yield reported(`server CPU a page with logs, median of ${what}`, with_, "ms");
  yield reported(`server CPU a page without logs, median of ${what}`, without, "ms");
  // One start may be off by itself: the middle one of the starts counts.
  const ofStarts = Array.from({ length: generations }, (_, at) => {
    const [off, on] = server.map((cpu) => percentile(cpu.slice(at * rounds, (at + 1) * rounds), 0.5));
    return on! - off!;
  });
  yield atMost(
    `server CPU a page that logs add, median of ${generations} starts`,
    percentile(ofStarts, 0.5),
    0.2,
    "ms",
  );
  yield reported("the same in the start where they add most", Math.max(...ofStarts), "ms");
  yield reported("the same in the start where they add least", Math.min(...ofStarts), "ms");
  const [baseOff, baseOn] = database.map((cpu) => percentile(cpu, 0.5)) as [number, number];
  yield reported(`database CPU a page that logs add, median of ${what}`, baseOn - baseOff, "ms");
}

async function startSides(stage: Stage, flags: readonly string[]) {
  const sides = [];
  for (const REQUEST_LOG of flags) {
    const url = await stage.city(`requests_${REQUEST_LOG}`);
    const program = await startProgram({ ...stage.environment(url), REQUEST_LOG }, stage.logFile);
    const visitor = await signIn(program.url, "admin", passwords.admin);
    sides.push({ side: Number(REQUEST_LOG), url, program, visitor });
  }
  return sides;
}

async function visitMany(visitor: Visitor, pages: number): Promise<void> {
  for (let i = 0; i < pages; i++) await visitor.visit(`/station/station-management?page=${1 + (i % 3)}`);
}
