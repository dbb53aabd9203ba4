import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { findOrStartDatabase } from "../../app/kit/data/db/embedded/start.server";
import { atLeast, atMost, type Figure, reported } from "../bench/figure";
import { seedFleet } from "../kit/fleet";
import { startGateway } from "../kit/gateway-process";
import { call, login } from "./api";
import type { Program } from "./program";

const kinds = ["program", "gateway", "database", "all"] as const;
const terminals = Number(process.env.FAULTS_TERMINALS ?? 2000);
const patience = 15 * 60_000;

/** kill -9 in `rounds` rounds during a rollout to terminals that misbehave: what is counted as delivered is there, once, and the log tells all. */
export async function issue(program: Program, password: string, rounds: number): Promise<Figure[]> {
  process.env.DATA_DIR = program.dataDir;
  const fleet = await withDatabase(program, () => seedFleet(terminals, 30_000));
  const [tokens, held] = ["terminals.json", "held.log"].map((name) => path.join(program.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(tokens, JSON.stringify(fleet.terminals));
  const token = await login(program.url, password);
  const task = await call<{ taskUuid: string; vehicles: number }>(
    program.url,
    "/line-file-multi-task/fastTask",
    {
      taskName: "演练",
      taskType: 5,
      files: [fleet.multiUuid],
      targets: { orgIds: [fleet.orgId] },
      retry: 10,
      timeoutMinutes: 1,
      effectiveMinutes: 60,
    },
    token,
  );
  if (!task.success) throw new Error(`fastTask: ${task.message}`);
  const port = await freePort(undefined);
  const started = () =>
    startGateway({ DATA_DIR: program.dataDir, DATABASE_URL: "" }, { port, url: program.url, terminals });
  let gateway = await started();
  let fallen = 0;
  const child = startTerminals(program.url, String(port), tokens, held);
  try {
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length]!;
      await sleep(2000 + Math.random() * 2000);
      if (kind === "database" || kind === "all") program.killDatabase(round % 8 < 4);
      if (kind === "gateway" || kind === "all") gateway.kill("SIGKILL");
      if (kind === "program" || kind === "all") {
        await program.kill();
        program.start();
      }
      await program.answered();
      if (gateway.exitCode !== null) fallen += 1;
      if (gateway.killed || gateway.exitCode !== null) gateway = await started();
      console.error(`round ${round + 1} of ${rounds}: ${kind} killed; ${lines(held).length} files held`);
    }
    await allEnded(program, task.data.taskUuid);
  } finally {
    child.kill("SIGKILL");
    gateway.kill("SIGKILL");
  }
  const judged = await withDatabase(program, () => judge(task.data, held, rounds));
  return [...judged, atMost("issue: ends of the gateway by itself", fallen, 0, "ends")];
}

function startTerminals(...args: string[]): ChildProcess {
  const file = fileURLToPath(new URL("terminals.ts", import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", file, ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

const lines = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : []);

/** The database may stand elsewhere after it was killed. */
export async function withDatabase<T>(program: Program, work: () => Promise<T>): Promise<T> {
  const { url } = await findOrStartDatabase({ DATA_DIR: program.dataDir, DATABASE_URL: undefined });
  process.env.DATABASE_URL = url;
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

async function allEnded(program: Program, taskUuid: string): Promise<void> {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(3000)) {
    const states = await withDatabase(program, async () => {
      const { rows } = await sql<{
        state: number;
        count: number;
      }>`select state, count(*) from issue_detail where task_uuid = ${taskUuid} group by 1 order by 1`.execute(db());
      return rows;
    });
    console.error(states.map(({ state, count }) => `${count} in ${state}`).join(", "));
    if (states.every(({ state }) => state > 1 && state !== 2)) return;
  }
}

interface Ended {
  devUuid: string;
  state: number;
  isHeld: boolean;
  delivered: number;
  chain: string;
}

async function judge(
  { taskUuid, vehicles }: { taskUuid: string; vehicles: number },
  held: string,
  rounds: number,
): Promise<Figure[]> {
  const has = new Set(lines(held));
  const { rows } = await sql<Ended & { said: string }>`
    select d.dev_uuid, d.state, concat_ws(E'\t', d.dev_uuid, d.file_no, d.file_version, d.sha256) as said,
      (select count(*) from issue_detail_log l where l.detail_uuid = d.detail_uuid and l.from_state = 1 and l.to_state = 2) as delivered,
      (select coalesce(string_agg(coalesce(l.from_state::text, 'n') || '>' || l.to_state, ' ' order by l.log_id), '') from issue_detail_log l where l.detail_uuid = d.detail_uuid and l.from_state is distinct from l.to_state) as chain
    from issue_detail d where d.task_uuid = ${taskUuid}`.execute(db());
  const isDelivered = ({ state }: Ended) => state === 2 || state === 4;
  const count = (is: (one: Ended & { said: string }) => boolean) => rows.filter(is).length;
  const devices = new Set(rows.map(({ devUuid }) => devUuid)).size;
  return [
    reported("issue: kills", rounds, "kills"),
    atLeast("issue: terminals of the rollout", devices, vehicles, "terminals"),
    atMost("issue: terminals with two deliveries of one file", rows.length - devices, 0, "terminals"),
    atMost(
      "issue: deliveries without an end",
      count(({ state }) => state === 0 || state === 1),
      0,
      "deliveries",
    ),
    atMost(
      "issue: counted as delivered, not held by the terminal",
      count((one) => isDelivered(one) && !has.has(one.said)),
      0,
      "deliveries",
    ),
    atMost(
      "issue: delivered more than once",
      count(({ delivered }) => delivered > 1),
      0,
      "deliveries",
    ),
    atMost(
      "issue: logs that do not lead from the first state to the last",
      count((one) => !isWhole(one)),
      0,
      "logs",
    ),
    reported("issue: delivered", count(isDelivered), "deliveries"),
    reported(
      "issue: failed for good, held by the terminal",
      count((one) => one.state === 3 && has.has(one.said)),
      "deliveries",
    ),
    reported(
      "issue: failed for good, not held",
      count((one) => one.state === 3 && !has.has(one.said)),
      "deliveries",
    ),
  ];
}

/** Each step begins where the one before it ended. */
function isWhole({ chain, state }: Ended): boolean {
  const steps = chain.split(" ").map((step) => step.split(">"));
  return (
    steps[0]?.[1] === "0" &&
    steps.every(([from], at) => at === 0 || from === steps[at - 1]![1]) &&
    steps.at(-1)![1] === String(state)
  );
}
