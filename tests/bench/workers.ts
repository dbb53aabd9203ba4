import { availableParallelism } from "node:os";
import { atLeast, type Figure, reported } from "./figure";
import { signInWithTabs } from "./full-menu";
import { findDatabaseServer, usageBelow } from "./processes";
import { startProgram } from "./program";
import { askWithoutPause } from "./server-cost";
import type { Stage } from "./stage";

const connections = 16;
const rounds = 3;

interface Round {
  perSecond: number;
  p99: number;
  program: number;
  database: number;
  asking: number;
}

/** The station list from 1, 2 and 4 processes, in turns, sixteen connections that ask without a pause: pages a second, CPU a page of all processes of the program, of the database and of who asks, and how much of the machine that is. */
export async function* workerFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.stations(20_000);
  const databaseServer = await findDatabaseServer(databaseUrl);
  const counts = [1, 2, 4];
  const all = new Map<number, Round[]>(counts.map((count) => [count, []]));
  const memory = new Map<number, number>();
  for (let round = 0; round < rounds; round++)
    for (const count of counts) {
      const environment = stage.environment(databaseUrl, "warn");
      const program = await startProgram({ ...environment, WORKERS: String(count) }, stage.logFile);
      try {
        const visitor = await signInWithTabs(program.url, databaseUrl);
        await askWithoutPause(visitor, undefined, connections);
        const used = () => [usageBelow(program.pid).cpuMs, usageBelow(databaseServer).cpuMs, ownCpuMs()] as const;
        const before = used();
        const result = await askWithoutPause(visitor, undefined, connections);
        const [of, database, asking] = used().map((cpu, at) => (cpu - before[at]!) / result["2xx"]);
        const { average } = result.requests;
        all
          .get(count)!
          .push({ perSecond: average, p99: result.latency.p99, program: of!, database: database!, asking: asking! });
        memory.set(count, usageBelow(program.pid).memoryMb);
      } finally {
        await program.stop();
      }
    }
  const cores = availableParallelism();
  const alone = middle(all.get(1)!, "perSecond");
  for (const [count, of] of all) {
    const name = `${count} ${count === 1 ? "process" : "processes"} on ${cores} cores, ${connections} connections`;
    const [perSecond, program, database, asking] = (["perSecond", "program", "database", "asking"] as const).map(
      (what) => middle(of, what),
    ) as [number, number, number, number];
    yield reported(`${name}: pages a second, median of ${rounds}`, perSecond, "1/s");
    yield reported(`${name}: times those of one`, perSecond / alone);
    yield reported(`${name}: p99`, middle(of, "p99"), "ms");
    yield reported(`${name}: CPU a page, program`, program, "ms");
    yield reported(`${name}: CPU a page, database`, database, "ms");
    yield reported(`${name}: CPU a page, who asks`, asking, "ms");
    const share = (perSecond * (program + database + asking)) / 1000 / cores;
    yield reported(`${name}: share of the machine that all this takes`, share);
    yield reported(`${name}: memory of the program afterwards`, memory.get(count)!, "MB PSS");
    if (count === 2) yield atLeast(`${name}: no slower than one`, perSecond / alone, 0.9);
  }
}

const middle = (rounds: readonly Round[], what: keyof Round) =>
  rounds.map((one) => one[what]).sort((one, other) => one - other)[Math.floor(rounds.length / 2)]!;

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
