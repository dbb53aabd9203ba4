import pg from "pg";
import { passwords } from "../kit/database";
import { askOften } from "./asked";
import { atMost, type Figure, reported } from "./figure";
import { findDatabaseServer } from "./processes";
import { type Program, startProgram } from "./program";
import { firstDay, seedLogs, lastDay } from "./seed-logs";
import { run, type Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

/** BENCH_LOG_ROWS=200000 tries everything out on less. */
const rows = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000);

/** How the logs are read once they are long, and how long a month of them takes to drop. */
export async function* logReadingFigures(stage: Stage): AsyncGenerator<Figure> {
  const url = await stage.city("logs");
  const began = performance.now();
  await seedLogs(url, rows);
  yield reported("requests logged", rows);
  yield reported("making them", (performance.now() - began) / 1000, "s");
  yield reported("size of the logs", await sizeOf(url), "MB");
  const program = await startProgram(stage.environment(url, "warn"), stage.logFile);
  try {
    yield* readFigures(program, url);
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

async function* readFigures(program: Program, databaseUrl: string): AsyncGenerator<Figure> {
  const used = { program, databaseServer: await findDatabaseServer(databaseUrl) };
  const asked = (name: string, ask: () => Promise<{ ms: number }>) => askOften(used, name, 1, ask);
  const admin = await signIn(program.url, "admin", passwords.admin);
  const clerk = await signIn(program.url, "logclerk", passwords.admin);
  for (const [name, path] of lists) yield* asked(`list, ${name}`, () => admin.visit(path));
  for (const [name, path] of lists) yield* asked(`list of one fleet, ${name}`, () => clerk.visit(path));
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
  ["a method that is rare", "/log/feature-visit?method=HEAD"],
  ["a function by a method that it never had", "/log/feature-visit?functionName=%E5%8A%9F%E8%83%BD3&method=GET"],
];

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
    "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent in ('request_log'::regclass, 'request_speed'::regclass, 'request_speed_month'::regclass, 'request_hour'::regclass, 'request_people'::regclass)",
  );
  await client.end();
  return Number(found[0]!.bytes) / 1e6;
}
