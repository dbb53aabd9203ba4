import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startDatabase } from "../../app/kit/data/db/embedded/start.server";
import { ask, environment, inDatabase, makeTemplate, type TestServer } from "../kit/database";
import { addFullMenu } from "./full-menu";
import { root } from "./program";

/** A folder with an embedded database server, and databases in it that hold the demo city and more. */
export interface Stage {
  folder: string;
  logFile: string;
  /** What the program needs in its environment to run on a database of this stage. */
  environment(databaseUrl: string, logLevel?: string): Record<string, string>;
  /** The address of a database with the full menu and so many stations, and where asked for buses, beside the demo city's, made if it is not there yet. */
  stations(count: number, buses?: number): Promise<string>;
  /** The address of a fresh copy of the demo city. */
  city(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens a stage in a temporary folder, or in BENCH_DATA, which keeps its databases for the next run. */
export async function openStage(): Promise<Stage> {
  execFileSync(process.execPath, [path.join(root, "app/commands/build.js")], { cwd: root, stdio: ["ignore", 2, 2] });
  const kept = process.env.BENCH_DATA;
  const folder = kept ? path.resolve(kept) : mkdtempSync(path.join(tmpdir(), "bus-bench-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "data");
  const database = await startDatabase({ DATA_DIR: dataDir });
  const server: TestServer = { url: database.url, dataDir, stop: () => database.stop() };
  const made = fingerprint();
  let template: Promise<void> | undefined;
  const fresh = async (name: string) => {
    await (template ??= makeTemplate(server));
    await ask(server.url, `drop database if exists ${name} with (force)`);
    await ask(server.url, `create database ${name} template template_bus`);
    return inDatabase(server.url, name);
  };
  return {
    folder,
    logFile: path.join(folder, "program.log"),
    environment: (databaseUrl, logLevel = "info") => ({
      ...environment(server),
      LOG_LEVEL: logLevel,
      // As it is run, not as it is tested.
      FIGURES_SECONDS: "60",
      DATABASE_URL: databaseUrl,
    }),
    city: fresh,
    async stations(count, buses = 0) {
      const name = `stations_${count}_${buses}_${made}`;
      const there = await ask(server.url, `select 1 from pg_database where datname = '${name}'`);
      if (there > 0) return inDatabase(server.url, name);
      const url = await fresh(`${name}_unfinished`);
      const client = new pg.Client(url);
      await client.connect();
      await addFullMenu(client);
      await client.end();
      const env = { ...environment(server), DATABASE_URL: url };
      run("tests/bench/seed-many.ts", [String(count)], env);
      if (buses > 0) run("tests/bench/seed-buses.ts", [String(buses)], env);
      await ask(server.url, `alter database ${name}_unfinished rename to ${name}`);
      return inDatabase(server.url, name);
    },
    async close() {
      await database.stop();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a TypeScript file in a process of its own; answers what it printed. Its errors go to stderr. */
export function run(file: string, args: string[], env: Record<string, string>): string {
  return execFileSync(process.execPath, ["--import", "tsx", path.join(root, file), ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", 2],
    env: { ...process.env, ...env },
    maxBuffer: 64 * 2 ** 20,
  });
}

/** Changes with everything that decides what a seeded database holds. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const folder of ["app/kit/data/db/migrations", "app/seed", "tests/bench"]) {
    const names = readdirSync(path.join(root, folder)).filter(
      (name) => folder !== "tests/bench" || /^(seed-many|seed-buses|full-menu)\.ts$/.test(name),
    );
    for (const name of names.sort()) hash.update(name).update(readFileSync(path.join(root, folder, name)));
  }
  return hash
    .update(readFileSync(path.join(root, "app/permissions.ts")))
    .digest("hex")
    .slice(0, 10);
}
