import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/database";
import { seedFleet, seedMulti } from "../kit/fleet";
import { addLines, batchEnded, startBatch } from "./batch-match";
import { atLeast, atMost, type Figure, mean, percentile, reported } from "./figure";
import { driveTerminals } from "./link-drive";
import { findDatabaseServer, usageBelow } from "./processes";
import { startProgram } from "./program";
import { writeBuses } from "./sheet-buses";
import { someNames } from "./sheets";
import { checked, confirm, settled, undo } from "./sheet-desk";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const seconds = Number(process.env.SOAK_SECONDS ?? 600);
const [users, vehicles, rows] = [200, 2000, 500];
/** Somebody looks at a page for so long on average. */
const lookMs = 20_000;
const sampleMs = 5000;

const pages = [
  "/homepage",
  "/station/station-management",
  "/station/station-management?keyword=人民",
  "/line/line-management",
  "/bus/bus-management?page=3",
  "/bus/bus-monitor",
  "/device/device-management",
  "/voice/issue-task",
  "/voice/voice-library",
  "/log/analysis",
  "/log/feature-visit",
  "/params/param-configuration",
];

/** One page that somebody opened: seconds after the beginning, and how long it took. */
interface Look {
  at: number;
  ms: number;
}

/**
 * A working day in ten minutes (SOAK_SECONDS): 200 people open pages, 2,000 vehicles report and take what is issued to them, tables are
 * imported and taken back, 500 lines are matched again and again. What grows, what fails, and whether the last minute is slower than the first full one.
 */
export async function* soakFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("soak");
  await addLines(databaseUrl);
  const environment = { ...stage.environment(databaseUrl, "warn"), ADDRESS_CONNECTIONS: "30000" };
  Object.assign(process.env, environment);
  const fleet = await seedFleet(vehicles, 20_000);
  const tokens = path.join(stage.folder, "soak-tokens.json");
  writeFileSync(tokens, JSON.stringify(fleet.terminals));
  const program = await startProgram(environment, stage.logFile);
  const database = await findDatabaseServer(databaseUrl);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const errors: string[] = [];
  const done: Record<"imports" | "batches" | "tasks", number> = { imports: 0, batches: 0, tasks: 0 };
  try {
    const people: Visitor[] = [];
    // One address may try five passwords a second, right ones too.
    for (let person = 0; person < users; person++, await sleep(250))
      people.push(await signIn(program.url, "admin", passwords.admin));
    const began = performance.now();
    const since = () => (performance.now() - began) / 1000;
    const isOver = () => since() > seconds;
    const before = [await program.usage(), usageBelow(database)] as const;
    const looks: Look[] = [];
    const memory: { at: number; mb: number }[] = [];
    const [desk, matcher, issuer] = people as [Visitor, Visitor, Visitor];

    const again = async (what: keyof typeof done, pauseMs: number, once: () => Promise<void>) => {
      while (!isOver()) {
        await once().then(
          () => void done[what]++,
          (error: unknown) => errors.push(`${what}: ${(error as Error).message.slice(0, 300)}`),
        );
        await sleep(pauseMs);
      }
    };
    const look = async (person: Visitor, place: number) => {
      await sleep((lookMs * place) / users);
      for (let round = place; !isOver(); round++) {
        const page = pages[round % pages.length]!;
        const at = since();
        await person.visit(encodeURI(page)).then(
          ({ ms }) => looks.push({ at, ms }),
          (error: unknown) => errors.push((error as Error).message),
        );
        // Not all at once again, and the same at each run.
        await sleep(lookMs * (0.5 + ((place * 7 + round * 13) % 100) / 100));
      }
    };
    const weigh = async () => {
      for (; !isOver(); await sleep(sampleMs)) memory.push({ at: since(), mb: (await program.usage()).rssMb });
    };
    const { workbook } = await writeBuses(stage.folder, rows, await someNames(client));
    const terminals = driveTerminals(
      "tests/bench/link-terminals.ts",
      [program.url, tokens],
      seconds,
      path.join(stage.folder, "soak.json"),
    );
    await Promise.all([
      ...people.map(look),
      weigh(),
      again("imports", 5000, async () => {
        const { importId } = await checked({ person: desk, client }, workbook);
        await confirm(desk, importId);
        await settled(client, importId);
        await undo(desk, importId);
        await settled(client, importId);
      }),
      again("batches", 20_000, async () => {
        await startBatch(matcher);
        await batchEnded(databaseUrl);
      }),
      again("tasks", 60_000, async () => {
        const { multiUuid } = await seedMulti(fleet.orgId, 20_000);
        const task = { taskName: `第${done.tasks + 1}次`, taskType: 5, files: [multiUuid] };
        await issuer.call("/line-file-multi-task/fastTask", { ...task, targets: { orgIds: [fleet.orgId] } });
      }),
    ]);
    const seen = await terminals;
    const after = [await program.usage(), usageBelow(database)] as const;

    for (const error of [...new Set(errors)].slice(0, 10)) console.error(error);
    const what = `soak, ${users} people and ${vehicles} vehicles for ${seconds} s`;
    yield reported(`${what}: pages`, looks.length);
    yield reported(`${what}: positions and polls of vehicles`, seen.polls);
    yield reported(`${what}: tables of ${rows} buses imported and taken back`, done.imports);
    yield reported(`${what}: runs of matching`, done.batches);
    yield reported(`${what}: tasks issued to all vehicles`, done.tasks);
    yield atMost(`${what}: pages, imports, runs and tasks that failed`, errors.length, 0);
    yield atMost(`${what}: polls of vehicles without an answer`, seen.errors, 0);
    // The first minute warms up.
    const [first, last] = [within(looks, 60, 120), within(looks, seconds - 60, seconds)];
    yield reported(`${what}: pages p50, second minute`, percentile(first, 0.5), "ms");
    yield reported(`${what}: pages p50, last minute`, percentile(last, 0.5), "ms");
    yield reported(`${what}: pages p99, second minute`, percentile(first, 0.99), "ms");
    yield reported(`${what}: pages p99, last minute`, percentile(last, 0.99), "ms");
    yield atMost(
      `${what}: p99 of the last minute against the second`,
      percentile(last, 0.99) / percentile(first, 0.99),
      2,
    );
    yield reported(
      `${what}: memory of the program after two minutes`,
      memory.find(({ at }) => at > 120)?.mb ?? NaN,
      "MB RSS",
    );
    yield reported(`${what}: memory of the program at the end`, after[0].rssMb, "MB RSS");
    yield reported(`${what}: most memory of the program`, Math.max(...memory.map(({ mb }) => mb)), "MB RSS");
    const second = memory.filter(({ at }) => at > seconds / 2);
    yield atMost(`${what}: slope of the program's memory in the second half`, slope(second) * 60, 5, "MB a minute");
    yield reported(`${what}: CPU of the program`, (after[0].cpuMs - before[0].cpuMs) / seconds / 10, "%");
    yield reported(`${what}: CPU of the database`, (after[1].cpuMs - before[1].cpuMs) / seconds / 10, "%");
    yield reported(`${what}: memory of the database`, after[1].memoryMb, "MB PSS");
    yield atLeast(`${what}: pages a second`, looks.length / seconds, (users / lookMs) * 1000 * 0.8, "/s");
  } finally {
    await client.end();
    await program.stop();
    await closeDatabase();
  }
}

const within = (looks: readonly Look[], from: number, to: number) =>
  looks.flatMap(({ at, ms }) => (at >= from && at < to ? [ms] : []));

/** Of the line that fits best, a second. */
function slope(points: readonly { at: number; mb: number }[]): number {
  const [at, mb] = [mean(points.map((one) => one.at)), mean(points.map((one) => one.mb))];
  const sum = (of: (one: { at: number; mb: number }) => number) => points.reduce((total, one) => total + of(one), 0);
  return sum((one) => (one.at - at) * (one.mb - mb)) / sum((one) => (one.at - at) ** 2);
}
