import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/database";
import { seedFleet } from "../kit/fleet";
import { figures808, type Gateway808, start808 } from "./link-808";
import { downloadFigures } from "./link-downloads";
import { driveTerminals, type Seen } from "./link-drive";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { findDatabaseServer, usageBelow } from "./processes";
import { startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn } from "./visitor";

const vehicles = Number(process.env.LINK_VEHICLES ?? 20_000);
const [quietSeconds, rolloutSeconds] = [60, Number(process.env.LINK_ROLLOUT_SECONDS ?? 540)];

/** Of the vehicles, those that speak JT/T 808 with a gateway beside the program. */
const share808 = Number(process.env.LINK_808_SHARE ?? 0);

/** So many vehicles on one process: polls with positions, a task to all of them while they poll, and how fast a file goes out. */
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
  const over808 = fleet.terminals.slice(0, Math.round(fleet.terminals.length * share808));
  writeFileSync(tokens, JSON.stringify(fleet.terminals.slice(over808.length)));
  const program = await startProgram(environment, stage.logFile);
  const database = await findDatabaseServer(databaseUrl);
  const gateway = over808.length > 0 ? await start808(environment, program.url, over808, stage.folder) : undefined;
  try {
    const before808 = gateway?.cpuMs() ?? 0;
    const before = [await program.usage(), usageBelow(database)] as const;
    const [quiet, quiet808] = await drive({ url: program.url, tokens, folder: stage.folder, gateway }, quietSeconds);
    const [server, base] = [await program.usage(), usageBelow(database)];
    const what = `${vehicles} vehicles`;
    yield atMost(`${what}: poll with position, p99`, percentile(quiet.times, 0.99), 1000, "ms");
    yield reported(`${what}: poll with position, p50`, percentile(quiet.times, 0.5), "ms");
    yield atLeast(
      `${what}: polls answered a second`,
      quiet.polls / (quietSeconds + 10),
      ((vehicles - over808.length) / 10) * 0.7,
      "/s",
    );
    yield atMost(`${what}: polls without an answer`, quiet.errors, 0, "polls");
    yield reported(`${what}: CPU of the program`, (server.cpuMs - before[0].cpuMs) / quietSeconds / 10, "%");
    yield reported(`${what}: CPU of the database`, (base.cpuMs - before[1].cpuMs) / quietSeconds / 10, "%");
    yield reported(`${what}: CPU of the terminals, on the same machine`, quiet.cpuMs / quietSeconds / 10, "%");
    yield reported(`${what}: memory of the program`, server.rssMb, "MB");
    yield reported(`${what}: memory of the database`, base.memoryMb, "MB");
    if (gateway && quiet808)
      yield* figures808(what, over808.length, quiet808, (gateway.cpuMs() - before808) / quietSeconds / 10);
    yield* rollout({ gateway, url: program.url, tokens, folder: stage.folder, ...fleet });
    yield* downloadFigures(program.url, fleet);
  } finally {
    await gateway?.stop();
    await program.stop();
    await closeDatabase();
  }
}

interface Terminals {
  url: string;
  tokens: string;
  folder: string;
  gateway?: Gateway808;
}

function drive({ url, tokens, folder, gateway }: Terminals, seconds: number): Promise<[Seen, Seen?]> {
  const file = path.join(folder, `link-${seconds}.json`);
  const http = driveTerminals("tests/bench/link-terminals.ts", [url, tokens], seconds, file);
  return Promise.all([http, gateway?.drive(seconds)]);
}

interface Rollout extends Terminals {
  orgId: string;
  multiUuid: string;
}

async function* rollout({ orgId, multiUuid, ...terminals }: Rollout): AsyncGenerator<Figure> {
  const { url } = terminals;
  const visitor = await signIn(url, "admin", passwords.admin);
  const token = JSON.parse(
    Buffer.from(decodeURIComponent(visitor.cookie.split("=")[1]!), "base64").toString(),
  ) as string;
  const driven = drive(terminals, rolloutSeconds);
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
  const [ended] = await driven;
  yield atMost("poll with position during the rollout, p99", percentile(ended.times, 0.99), 1000, "ms");
  const { rows } = await sql<{ open: number; effective: number }>`
    select count(*) filter (where state in (0, 1)) as open, count(*) filter (where state = 4) as effective from issue_detail where task_uuid = ${data.taskUuid}`.execute(
    db(),
  );
  yield atMost("deliveries without an end", rows[0]!.open, 0, "deliveries");
  yield atLeast("deliveries in effect", rows[0]!.effective, vehicles, "deliveries");
}
