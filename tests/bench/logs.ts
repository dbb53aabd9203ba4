import pg from "pg";
import { passwords } from "../database";
import { atMost, type Figure, percentile, reported } from "./figure";
import { startProgram } from "./program";
import { firstDay, seedLogs, lastDay } from "./seed-logs";
import { findDatabaseServer, usageBelow } from "./processes";
import { run, type Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

/** BENCH_LOG_ROWS=200000 tries everything out on less. */
const rows = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000);
const [rounds, pagesPerRound, asksPerAddress] = [24, 100, 12];

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

async function* logReadingFigures(stage: Stage): AsyncGenerator<Figure> {
  const url = await stage.city("logs");
  const began = performance.now();
  await seedLogs(url, rows);
  yield reported("requests logged", rows);
  yield reported("making them", (performance.now() - began) / 1000, "s");
  yield reported("size of the logs", await sizeOf(url), "MB");
  const program = await startProgram(stage.environment(url, "warn"), stage.logFile);
  try {
    const admin = await signIn(program.url, "admin", passwords.admin);
    const clerk = await signIn(program.url, "logclerk", passwords.admin);
    for (const [name, path] of lists) yield* asked(`list, ${name}`, () => admin.visit(path));
    yield* asked("list, of one fleet", () => clerk.visit("/log/feature-visit"));
    for (const days of [7, 30, 90])
      yield* asked(`analysis screen, ${days} days`, () =>
        admin.visit(`/log/analysis?from=${firstDay(days)}&to=${lastDay}`),
      );
    yield* asked("analysis screen, 90 days, of one fleet", () =>
      clerk.visit(`/log/analysis?from=${firstDay(90)}&to=${lastDay}`),
    );
    const range = { from: firstDay(90), to: lastDay };
    yield* asked("directiveInfo, 90 days", () => call(admin, "/api/baseReqLog/v1.0/directiveInfo", range));
    for (const by of ["hour", "day", "function", "organisation"])
      yield* asked(`chartDataBar by ${by}, 90 days`, () =>
        call(admin, "/api/baseReqLog/v1.0/chartDataBar", { ...range, by }),
      );
    yield* asked("pageList call, first page, exact total", () => call(admin, "/api/baseReqLog/v1.0/pageList", {}));
    yield* asked("pageList call, a function of a week, exact total", () =>
      call(admin, "/api/baseReqLog/v1.0/pageList", { functionName: "功能3", from: firstDay(7), to: lastDay }),
    );
  } finally {
    await program.stop();
  }
  const told = JSON.parse(run("tests/bench/drop-month.ts", [], stage.environment(url, "warn"))) as {
    ms: number;
    rows: number;
  };
  yield reported("rows of the month that is dropped", told.rows);
  yield atMost("dropping a month of the requests and their sums", told.ms / 1000, 1, "s");
}

const week = `from=${firstDay(7)}&to=${lastDay}`;
const lists: [name: string, path: string][] = [
  ["first page", "/log/feature-visit"],
  ["page 150", "/log/feature-visit?page=150"],
  ["oldest first", "/log/feature-visit?sort=at"],
  ["a frequent function", "/log/feature-visit?functionName=%E5%8A%9F%E8%83%BD1"],
  ["a rare function", "/log/feature-visit?functionName=%E5%8A%9F%E8%83%BD119"],
  ["one account", "/log/feature-visit?userAccount=u77"],
  ["one account in a week", `/log/feature-visit?userAccount=u77&${week}`],
  ["system errors", "/log/feature-visit?result=fault"],
  ["refusals in a week", `/log/feature-visit?result=refused&${week}`],
  ["slow ones", "/log/feature-visit?speed=slow"],
  ["posts of one account", "/log/feature-visit?userAccount=u77&method=POST"],
];

async function* asked(name: string, ask: () => Promise<{ ms: number }>): AsyncGenerator<Figure> {
  await ask();
  const times: number[] = [];
  for (let i = 0; i < asksPerAddress; i++) times.push((await ask()).ms);
  yield atMost(`${name}: p95`, percentile(times, 0.95) / 1000, 1, "s");
}

async function call(visitor: Visitor, path: string, body: object): Promise<{ ms: number }> {
  const token = JSON.parse(
    Buffer.from(decodeURIComponent(visitor.cookie.split("=")[1]!), "base64").toString(),
  ) as string;
  const began = performance.now();
  const answer = await fetch(visitor.url + path, {
    method: "POST",
    headers: { Authorization: token, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = (await answer.json()) as { success: boolean };
  if (!told.success) throw new Error(`${path} answered ${JSON.stringify(told)}`);
  return { ms: performance.now() - began };
}

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: found } = await client.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent in ('request_log'::regclass, 'request_speed'::regclass, 'request_hour'::regclass, 'request_person'::regclass)",
  );
  await client.end();
  return Number(found[0]!.bytes) / 1e6;
}
