import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../app/kit/data/db/embedded/port.server";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a process has used since it began: milliseconds of CPU over all its threads, megabytes resident. */
export interface Usage {
  cpuMs: number;
  rssMb: number;
}

/** The built program as `npm start` runs it, with something inside that tells its usage. */
export interface Program {
  url: string;
  pid: number;
  /** From the start of the process to the first page. */
  startMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts the program and waits for its first page; throws when none comes within two minutes. */
export async function startProgram(env: Record<string, string>, logFile: string): Promise<Program> {
  const port = await freePort(undefined);
  const output = openSync(logFile, "a");
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=24", "--import", "./tests/bench/meter.js", path.join("app", "commands", "start.js")],
    {
      cwd: root,
      stdio: ["ignore", output, output, "ipc"],
      env: { ...process.env, WORKERS: "1", ...env, PORT: String(port), HOST: "127.0.0.1" },
    },
  );
  const leave = () => void child.kill("SIGKILL");
  process.once("exit", leave);
  const url = `http://127.0.0.1:${port}`;
  await firstPage(child, `${url}/login`, logFile);
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - began,
    usage: () => usageOf(child),
    async stop() {
      process.off("exit", leave);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, sleep(20_000).then(leave)]);
    },
  };
}

async function firstPage(child: ChildProcess, url: string, logFile: string): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}, see ${logFile}`);
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
  }
  child.kill("SIGKILL");
  throw new Error(`no page at ${url} within two minutes, see ${logFile}`);
}

function usageOf(child: ChildProcess): Promise<Usage> {
  return new Promise((resolve, reject) => {
    child.once("message", (told) => resolve(told as Usage));
    child.send("usage", (error) => error && reject(error));
  });
}
