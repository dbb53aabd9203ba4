import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atLeast, atMost, percentile, reported, type Figure } from "../bench/figure";
import { call, login } from "./api";
import type { Program } from "./program";

const kinds = ["program", "database", "both"] as const;

/** kill -9 in `rounds` rounds while another process writes; every record that it was told is kept must be there. */
export async function kills(program: Program, password: string, rounds: number): Promise<Figure[]> {
  const logFile = path.join(program.dataDir, "..", "acknowledged.log");
  const writer = startWriter(program.url, password, logFile);
  const times: Record<(typeof kinds)[number], number[]> = { program: [], database: [], both: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length] ?? "both";
      await acknowledges(logFile, 20);
      await sleep(Math.random() * 300);
      const began = performance.now();
      if (kind !== "program") program.killDatabase(round % 2 === 0);
      if (kind !== "database") {
        await program.kill();
        program.start();
      }
      await acknowledges(logFile, 1);
      await program.answered();
      times[kind].push(Math.round(performance.now() - began));
      console.error(
        `round ${round + 1} of ${rounds}: ${kind} killed, back after ${times[kind].at(-1)} ms, ${acknowledged(logFile).size} acknowledged`,
      );
    }
  } finally {
    await end(writer);
  }
  const told = acknowledged(logFile);
  const kept = await stored(program, password);
  const lost = [...told].filter(([key, name]) => kept.get(key) !== name).length;
  return [
    reported("kills", rounds, "kills"),
    atLeast("acknowledged records", told.size, 20 * rounds, "records"),
    atMost("acknowledged records lost", lost, 0, "records"),
    ...kinds.flatMap((kind) => [
      reported(`${kind} killed: first page and first write, median`, percentile(times[kind], 0.5), "ms"),
      atMost(`${kind} killed: first page and first write, slowest`, Math.max(0, ...times[kind]), 30_000, "ms"),
    ]),
  ];
}

function startWriter(url: string, password: string, logFile: string): ChildProcess {
  const file = fileURLToPath(new URL("writer.ts", import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", file, url, password, logFile], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.kill("SIGKILL")) await gone;
}

/** Waits for `more` acknowledgements from now on. */
async function acknowledges(logFile: string, more: number): Promise<void> {
  const wanted = acknowledged(logFile).size + more;
  for (const until = Date.now() + 120_000; acknowledged(logFile).size < wanted; await sleep(20)) {
    if (Date.now() > until) throw new Error("no write was acknowledged for two minutes, see program.log");
  }
}

function acknowledged(logFile: string): Map<string, string> {
  const text = existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => line.split("\t") as [string, string]));
}

/** Every drill station that the program shows, key to name. */
async function stored(program: Program, password: string): Promise<Map<string, string>> {
  const token = await login(program.url, password);
  const found = new Map<string, string>();
  for (let pageNum = 1; ; pageNum++) {
    const query = { pageNum, pageSize: 500, staName: "演练站", sortField: "staSelfCode", sortOrder: "asc" };
    const page = await call<{ list: { staUuid: string; staName: string }[]; total: number }>(
      program.url,
      "/api/sta/v1.0/pageList",
      query,
      token,
    );
    if (!page.success) throw new Error(`pageList: ${page.message}`);
    for (const { staUuid, staName } of page.data.list) found.set(staUuid, staName);
    if (page.data.list.length < 500) return found;
  }
}
