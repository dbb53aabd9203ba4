import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { closeSync, fchownSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { log, printLine } from "~/kit/ground/log.server";
import { identity } from "./initialise.server";
import { clearLeftovers, endServer } from "./leftovers.server";
import type { Configuration } from "./configuration.server";
import type { Place } from "./place.server";

export interface SupervisedServer {
  stop(): Promise<void>;
}

/** Runs the server with a configuration, waits until it answers, and starts it again whenever it ends by itself. */
export async function supervise(
  place: Place,
  configuration: Configuration,
  dataDir: string,
): Promise<SupervisedServer> {
  const { port } = configuration;
  const stopped = new AbortController();
  let child = await launch(place, configuration, dataDir);
  const leave = () => void child.kill("SIGINT");
  process.once("exit", leave);
  const watching = (async () => {
    for (let failures = 0; ;) {
      const started = Date.now();
      await ended(child);
      if (stopped.signal.aborted) return;
      if (Date.now() - started > 60_000) failures = 0;
      log.error({ port }, "数据库进程意外退出，正在重新启动");
      for (;;) {
        const pause = Math.min(30_000, failures++ === 0 ? 0 : 250 * 2 ** failures);
        await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
        if (stopped.signal.aborted) return;
        try {
          await clearLeftovers(place.data, printLine);
          child = await launch(place, configuration, dataDir);
          if (stopped.signal.aborted) return await endServer(place.data);
          log.info({ port }, "数据库已恢复");
          break;
        } catch (error) {
          log.error({ err: error }, "数据库没有启动");
        }
      }
    }
  })();
  return {
    async stop() {
      stopped.abort();
      process.off("exit", leave);
      // Windows has no signals between processes; there pg_ctl asks for the fast shutdown.
      if (process.platform === "win32")
        spawnSync(path.join(place.programs, "bin", "pg_ctl"), ["stop", "-m", "fast", "-D", place.data]);
      else await endServer(place.data);
      await watching;
    },
  };
}

/** Waits until the server takes queries; throws what it said when it ends before that. */
async function launch(place: Place, configuration: Configuration, dataDir: string): Promise<ChildProcess> {
  const output = path.join(dataDir, "database-start.log");
  const child = start(place, configuration, output);
  const finished = ended(child);
  const answering = new AbortController();
  try {
    await Promise.race([
      answers(configuration.port, answering.signal),
      finished.then((error) => {
        throw new Error(`数据库没有启动：${error?.message ?? lastLines(output)}`);
      }),
    ]);
    return child;
  } finally {
    answering.abort();
  }
}

function start({ programs, data, account }: Place, configuration: Configuration, output: string): ChildProcess {
  const file = openSync(output, "w", 0o600);
  if (account) fchownSync(file, account.uid, account.gid);
  const args = ["-D", data, ...Object.entries(configuration).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  try {
    return spawn(path.join(programs, "bin", "postgres"), args, {
      ...identity(account),
      cwd: data,
      // Its own process group: Ctrl+C at the terminal must reach the program only, which then ends the database last.
      detached: true,
      stdio: ["ignore", file, file],
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        SystemRoot: process.env.SystemRoot,
        LC_ALL: "C",
        TZ: "UTC",
      },
    });
  } finally {
    closeSync(file);
  }
}

/** Resolves as soon as the server says anything but "not now": a refused password proves that it is up. */
async function answers(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      user: "postgres",
      password: "-",
      database: "postgres",
      connectionTimeoutMillis: 5000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01") return;
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(50);
  }
}

function ended(child: ChildProcess): Promise<Error | undefined> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    child.once("exit", () => resolve(undefined));
    child.once("error", resolve);
  });
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").trim().split("\n").slice(-4).join(" ");
}
