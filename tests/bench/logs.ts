import { passwords } from "../database";
import { atMost, type Figure, percentile, reported } from "./figure";
import { logReadingFigures } from "./logs-read";
import { startProgram } from "./program";
import { findDatabaseServer, usageBelow } from "./processes";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const [rounds, pagesPerRound] = [24, 100];

/** What logging costs a page, and how the logs are read once they are long. */
export async function* logFigures(stage: Stage): AsyncGenerator<Figure> {
  yield* logCostFigures(stage);
  yield* logReadingFigures(stage);
}

/** Two programs on two databases take turns, one that logs requests and one that does not. */
async function* logCostFigures(stage: Stage): AsyncGenerator<Figure> {
  const sides = [];
  for (const REQUEST_LOG of ["1", "0"]) {
    const url = await stage.city(`requests_${REQUEST_LOG}`);
    const program = await startProgram({ ...stage.environment(url), REQUEST_LOG }, stage.logFile);
    sides.push({ url, program, visitor: await signIn(program.url, "admin", passwords.admin), cpu: [] as number[] });
  }
  const databaseServer = await findDatabaseServer(sides[0]!.url);
  const database: number[][] = [[], []];
  for (const { visitor } of sides) await visitMany(visitor, 400);
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? [1, 0] : [0, 1]) {
      const { program, visitor, cpu } = sides[side]!;
      const before = [(await program.usage()).cpuMs, usageBelow(databaseServer).cpuMs] as const;
      await visitMany(visitor, pagesPerRound);
      cpu.push(((await program.usage()).cpuMs - before[0]) / pagesPerRound);
      database[side]!.push((usageBelow(databaseServer).cpuMs - before[1]) / pagesPerRound);
    }
  const [logged, unlogged] = sides.map(({ cpu }) => cpu) as [number[], number[]];
  const difference = percentile(
    logged.map((cpu, round) => cpu - unlogged[round]!),
    0.5,
  );
  const what = `median of ${rounds} rounds of ${pagesPerRound}`;
  yield reported(`server CPU a page with logs, ${what}`, percentile(logged, 0.5), "ms");
  yield reported(`server CPU a page without logs, ${what}`, percentile(unlogged, 0.5), "ms");
  yield atMost(`server CPU a page that logs add, ${what}`, difference, 0.2, "ms");
  const [with_, without] = database.map((cpu) => percentile(cpu, 0.5)) as [number, number];
  yield reported(`database CPU a page that logs add, ${what}`, with_ - without, "ms");
  for (const { program } of sides) await program.stop();
}

async function visitMany(visitor: Visitor, pages: number): Promise<void> {
  for (let i = 0; i < pages; i++) await visitor.visit(`/station/station-management?page=${1 + (i % 3)}`);
}
