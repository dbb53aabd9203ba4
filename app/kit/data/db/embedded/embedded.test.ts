import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseAccount } from "./account.server";
import { readRecord } from "./place.server";
import { postmasterPid, serverProcesses } from "./processes.server";
import { findOrStartDatabase, startDatabase, type Database } from "./start.server";
import { isLongRun } from "../../../../../tests/kit/long-run";

const isRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
let running: Database[] = [];
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "bus-embedded-"));
  chmodSync(folder, 0o755);
  dataDir = path.join(folder, "data");
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(running.map((database) => database.stop()));
  rmSync(folder, { recursive: true, force: true });
  running = [];
  children = [];
});

async function start(): Promise<Database> {
  const database = await startDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  running.push(database);
  return database;
}

async function startElsewhere(): Promise<ChildProcess> {
  const script = `import("./app/kit/data/db/embedded/start.server.ts").then((it) => it.startDatabase({ DATA_DIR: ${JSON.stringify(dataDir)} })).then(() => { console.log("ready"); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of child.stdout) if (String(line).includes("ready")) break;
  return child;
}

async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function askUntilAnswered(url: string, sql: string): Promise<Record<string, unknown>[]> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(url, sql);
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

describe("the embedded server", () => {
  it("keeps what it acknowledges, orders and matches Chinese, and works as an unprivileged role", async () => {
    const { url } = await start();
    const [row] = await ask(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
         current_setting('data_checksums') as sums, current_setting('listen_addresses') as at, current_setting('password_encryption') as password,
         '人民广场' ~ '^\\w+$' as word, upper('é') as upper, (select rolsuper from pg_roles where rolname = current_user) as super`,
    );
    expect(row).toEqual({
      fsync: "on",
      commit: "on",
      pages: "on",
      sums: "on",
      at: "127.0.0.1",
      password: "scram-sha-256",
      word: true,
      upper: "É",
      super: false,
    });
    await expect(ask(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("refuses a second start in words, and lets a command join the first", async () => {
    const { url } = await start();
    await expect(startDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })).rejects.toThrow(/同一目录不能启动两次/);
    const joined = await findOrStartDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
    expect(joined.url).toBe(url);
    await joined.stop();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("comes back at the same address with the same rows when it is killed", async () => {
    const { url } = await start();
    await ask(url, "create table kept as select 7 as seven");
    process.kill(postmasterPid(path.join(dataDir, "postgres")) ?? 0, "SIGKILL");
    expect(await askUntilAnswered(url, "select seven from kept")).toEqual([{ seven: 7 }]);
  });

  it("recovers from a killed program whose server lives on", async () => {
    const child = await startElsewhere();
    const orphan = postmasterPid(path.join(dataDir, "postgres"));
    child.kill("SIGKILL");
    await sleep(100);
    expect(serverProcesses(path.join(dataDir, "postgres"))).toContain(orphan);
    const { url } = await start();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(serverProcesses(path.join(dataDir, "postgres"))).not.toContain(orphan);
  });

  it.runIf(isLongRun)("recovers from a pid file whose number now belongs to another process", async () => {
    await (await start()).stop();
    running = [];
    const account = databaseAccount(path.join(dataDir, "postgres"));
    const stranger = spawn("sleep", ["60"], account ? { uid: account.uid, gid: account.gid } : {});
    children.push(stranger);
    writeFileSync(
      path.join(dataDir, "postgres", "postmaster.pid"),
      `${stranger.pid}\n${dataDir}/postgres\n1\n${readRecord(dataDir).port}\n\n127.0.0.1\n1 1\nready\n`,
    );
    const { url } = await start();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  it("ends cleanly and leaves no process", async () => {
    const { stop } = await start();
    await stop();
    running = [];
    expect(serverProcesses(path.join(dataDir, "postgres"))).toEqual([]);
    expect(readFileSync(path.join(dataDir, "secrets.json"), "utf8")).toContain("databasePassword");
  });

  it.runIf(isLongRun)(
    "says in words which modes and owners of its data PostgreSQL would not take, and how to mend them",
    async () => {
      await (await start()).stop();
      running = [];
      const data = path.join(dataDir, "postgres");
      for (const mode of [0o770, 0o755, 0o500]) {
        chmodSync(data, mode);
        await expect(start()).rejects.toThrow(
          `的权限是 ${mode.toString(8)}，PostgreSQL 只接受 700 或 750。请执行 chmod 700`,
        );
      }
      chmodSync(data, 0o750);
      if (isRoot) {
        const { uid, gid } = statSync(data);
        chownSync(path.join(data, "global/pg_control"), 1, 1);
        await expect(start()).rejects.toThrow(`其中的 global/pg_control 却属于 1`);
        chownSync(path.join(data, "global/pg_control"), uid, gid);
      }
      expect(await ask((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  it("refuses data of another version in words", async () => {
    mkdirSync(path.join(dataDir, "postgres"), { recursive: true });
    writeFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "16\n");
    await expect(start()).rejects.toThrow(/是 PostgreSQL 16 的数据，本程序带的是 PostgreSQL 18/);
  });

  it.runIf(isLongRun)("begins anew after a start that was killed while it made the data folder", async () => {
    mkdirSync(path.join(dataDir, "postgres.new-1", "base"), { recursive: true });
    const { url } = await start();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts nothing beside DATABASE_URL, which must answer and be of a kind to work on", async () => {
    const { url } = await start();
    const beside = path.join(folder, "beside");
    const other = await startDatabase({ DATA_DIR: beside, DATABASE_URL: url });
    expect(other.url).toBe(url);
    await other.stop();
    expect(existsSync(beside)).toBe(false);
    await expect(startDatabase({ DATA_DIR: beside, DATABASE_URL: url.replace(/:[^:@]+@/, ":wrong@") })).rejects.toThrow(
      /连不上 DATABASE_URL/,
    );
    await ask(url, "create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0");
    await expect(startDatabase({ DATA_DIR: beside, DATABASE_URL: url.replace(/bus$/, "latin") })).rejects.toThrow(
      /编码是 LATIN1/,
    );
  });

  it.runIf(isRoot)("puts the data elsewhere when its account cannot reach the folder", async () => {
    chmodSync(folder, 0o700);
    const { url } = await start();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    const data = readRecord(dataDir).data ?? "";
    expect(data).toMatch(/\/bus-back-office\/data-/);
    await running[0]?.stop();
    running = [];
    const again = await start();
    expect(await ask(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await again.stop();
    running = [];
    rmSync(data, { recursive: true });
    if (readdirSync(path.dirname(data)).length === 0) rmdirSync(path.dirname(data));
  });
});
