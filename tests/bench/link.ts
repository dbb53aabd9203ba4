import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { passwords } from "../database";
import { seedFleet } from "../fleet";
import { downloadFigures } from "./link-downloads";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { findDatabaseServer, usageBelow } from "./processes";
import { root, startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn } from "./visitor";

const vehicles = Number(process.env.LINK_VEHICLES ?? 20_000);
const [quietSeconds, rolloutSeconds] = [60, Number(process.env.LINK_ROLLOUT_SECONDS ?? 450)];

/** So many vehicles on one process over HTTP: polls with positions, a task to all of them while they poll, and how fast a file goes out. */
export async function* linkFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("link");
  const environment = {
    ...stage.environment(databaseUrl, "warn"),
    CONNECTIONS_AT_ONCE: "30000",
    ADDRESS_CONNECTIONS: "30000",
  };
  Object.assign(process.env, environment);
  const fleet = await seedFleet(vehicles, 20_000);
  const tokens = path.join(stage.folder, "link-tokens.json");
  writeFileSync(tokens, JSON.stringify(fleet.terminals));
  const program = await startProgram(environment, stage.logFile);
  const database = await findDatabaseServer(databaseUrl);
  try {
    const before = [await program.usage(), usageBelow(database)] as const;
    const quiet = await finished(terminals(program.url, tokens, quietSeconds, stage.folder));
    const [server, base] = [await program.usage(), usageBelow(database)];
    const what = `${vehicles} vehicles`;
    yield atMost(`${what}: poll with position, p99`, percentile(quiet.times, 0.99), 1000, "ms");
    yield reported(`${what}: poll with position, p50`, percentile(quiet.times, 0.5), "ms");
    yield atLeast(`${what}: polls answered a second`, quiet.polls / (quietSeconds + 10), (vehicles / 10) * 0.7, "/s");
    yield atMost(`${what}: polls without an answer`, quiet.errors, 0, "polls");
    yield reported(`${what}: CPU of the program`, (server.cpuMs - before[0].cpuMs) / quietSeconds / 10, "%");
    yield reported(`${what}: CPU of the database`, (base.cpuMs - before[1].cpuMs) / quietSeconds / 10, "%");
    yield reported(`${what}: memory of the program`, server.rssMb, "MB");
    yield reported(`${what}: memory of the database`, base.memoryMb, "MB");
    yield* rollout({ url: program.url, tokens, folder: stage.folder, ...fleet });
    yield* downloadFigures(program.url, fleet);
  } finally {
    await program.stop();
    await closeDatabase();
  }
}

interface Rollout {
  url: string;
  tokens: string;
  folder: string;
  orgId: string;
  multiUuid: string;
}

async function* rollout({ url, tokens, folder, orgId, multiUuid }: Rollout): AsyncGenerator<Figure> {
  const visitor = await signIn(url, "admin", passwords.admin);
  const token = JSON.parse(
    Buffer.from(decodeURIComponent(visitor.cookie.split("=")[1]!), "base64").toString(),
  ) as string;
  const driven = terminals(url, tokens, rolloutSeconds, folder);
  await sleep(12_000);
  const began = performance.now();
  const answer = await fetch(`${url}/line-file-multi-task/fastTask`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ taskName: "全部车辆", taskType: 5, files: [multiUuid], targets: { orgIds: [orgId] } }),
  });
  const { success, message, data } = (await answer.json()) as {
    success: boolean;
    message: string;
    data: { taskUuid: string };
  };
  if (!success) throw new Error(`fastTask: ${message}`);
  yield atMost(`a task to ${vehicles} vehicles: created and begun`, performance.now() - began, 2000, "ms");
  const times: number[] = [];
  for (let i = 0; i < 40; i++, await sleep(1000))
    times.push((await visitor.visit(`/voice/issue-task/${data.taskUuid}`)).ms);
  yield atMost(`a task to ${vehicles} vehicles: its page while it runs, p95`, percentile(times, 0.95), 300, "ms");
  const ended = await finished(driven);
  yield atMost("poll with position during the rollout, p99", percentile(ended.times, 0.99), 1000, "ms");
  const { rows } = await sql<{ open: number; effective: number }>`
    select count(*) filter (where state in (0, 1)) as open, count(*) filter (where state = 4) as effective from issue_detail where task_uuid = ${data.taskUuid}`.execute(
    db(),
  );
  yield atMost("deliveries without an end", rows[0]!.open, 0, "deliveries");
  yield atLeast("deliveries in effect", rows[0]!.effective, vehicles, "deliveries");
}

interface Driven {
  child: ChildProcess;
  file: string;
}

function terminals(url: string, tokens: string, seconds: number, folder: string): Driven {
  const file = path.join(folder, `link-${seconds}.json`);
  const script = path.join(root, "tests/bench/link-terminals.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, url, tokens, String(seconds), file], {
    stdio: ["ignore", 2, 2],
  });
  return { child, file };
}

async function finished({
  child,
  file,
}: Driven): Promise<{ times: number[]; polls: number; errors: number; jobs: number }> {
  if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  return JSON.parse(readFileSync(file, "utf8")) as never;
}
