import { accessSync, chmodSync, constants, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { printLine } from "~/kit/ground/log.server";
import { loadSecrets } from "~/kit/ground/secrets.server";
import type { Settings } from "~/kit/ground/settings.server";
import { Connection } from "../connection.server";
import { configure } from "./configuration.server";
import { connects, ensureRole, initialise, owner, role } from "./initialise.server";
import { clearLeftovers } from "./leftovers.server";
import { LockedError, lockHolder, takeLock } from "./lock.server";
import { checkRights, findPlace, readRecord, writeRecord } from "./place.server";
import { freePort } from "./port.server";
import { supervise } from "./supervisor.server";

type DatabaseSettings = Pick<Settings, "DATA_DIR" | "DATABASE_URL">;

/** A database that answers at `url`; `stop` ends it if it was started here. */
export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** Throws, in words for who starts the program, when the folder is in use (LockedError) or not usable. */
export async function startDatabase(
  { DATA_DIR, DATABASE_URL }: DatabaseSettings,
  more: Record<string, string> = {},
): Promise<Database> {
  if (DATABASE_URL) {
    await checkExternalDatabase(DATABASE_URL);
    return { url: DATABASE_URL, stop: async () => undefined };
  }
  const dataDir = path.resolve(DATA_DIR);
  makeWritable(dataDir);
  const release = await takeLock(dataDir);
  try {
    const secrets = loadSecrets(dataDir);
    const place = findPlace(dataDir, printLine);
    if (place.account && statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711);
    await initialise(place, secrets);
    checkRights(place.data);
    await clearLeftovers(place.data, printLine);
    const port = await freePort(readRecord(dataDir).port);
    writeRecord(dataDir, { port });
    const server = await supervise(place, configure(port, more), dataDir);
    try {
      await ensureRole(port, secrets);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      url: address(port, secrets.databasePassword),
      async stop() {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `数据目录 ${dataDir} 不可写（以前用另一个系统用户启动过？）。请检查它的属主和权限，或用 DATA_DIR 换一个目录。`,
      { cause: error },
    );
  }
}

/** For commands beside the program: the server of the program that runs on the data folder, else one of our own. */
export async function findOrStartDatabase(wanted: DatabaseSettings): Promise<Database> {
  try {
    return await startDatabase(wanted);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    return { url: await runningServer(wanted.DATA_DIR), stop: async () => undefined };
  }
}

async function runningServer(dataDir: string): Promise<string> {
  const { databasePassword } = loadSecrets(dataDir);
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const { port } = readRecord(dataDir);
    const url = port === undefined ? undefined : address(port, databasePassword);
    if (url && (await connects({ connectionString: url, connectionTimeoutMillis: 2000 }))) return url;
    if (!(await lockHolder(dataDir))) break;
  }
  throw new Error(`正在使用 ${dataDir} 的进程没有给出可用的数据库。请稍后再试，或先停止它。`);
}

/** How the embedded server that runs on a data folder is reached by its owner, and where its own folder lies. */
export function ownerOf(dataDir: string): { connection: pg.ClientConfig; data: string } {
  const { port, data = path.join(dataDir, "postgres") } = readRecord(dataDir);
  const { databaseOwnerPassword: password } = loadSecrets(dataDir);
  return { connection: { host: "127.0.0.1", port, user: owner, password, database: "postgres" }, data };
}

function address(port: number, password: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${role}`;
}

const oldest = 15;

/** Makes sure that the database of DATABASE_URL answers (it may start a little later than we do) and is one we can work on; throws in words. */
async function checkExternalDatabase(url: string, patience = 15_000): Promise<void> {
  for (const until = Date.now() + patience; ; await sleep(500)) {
    const client = new Connection({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number; encoding: string; readOnly: boolean }>(
        `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
           current_setting('transaction_read_only')::boolean as "readOnly"`,
      );
      checkKind(rows[0] ?? { version: 0, encoding: "" });
      if (!rows[0]?.readOnly) return;
      if (Date.now() > until)
        throw new UnfitDatabase(
          "DATABASE_URL 的数据库现在只能读（它是备用库，或正在切换），程序不能在它上面启动。请让地址指向主库。",
        );
    } catch (error) {
      if (error instanceof UnfitDatabase) throw error;
      const { code = "", message } = error as { code?: string; message: string };
      // 28...: wrong name or password, 3D000: no such database; waiting helps neither.
      if (Date.now() > until || /^(28|3D)/.test(code))
        throw new Error(
          `连不上 DATABASE_URL 的数据库（${message || code}）。请检查地址、账号、密码，以及数据库是否已启动。`,
          { cause: error },
        );
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

class UnfitDatabase extends Error {}

function checkKind({ version, encoding }: { version: number; encoding: string }): void {
  if (version < oldest)
    throw new UnfitDatabase(`DATABASE_URL 的数据库是 PostgreSQL ${version}，需要 ${oldest} 或更新的版本。`);
  if (encoding !== "UTF8")
    throw new UnfitDatabase(
      `DATABASE_URL 的数据库编码是 ${encoding}，需要 UTF8。请用 create database … encoding 'UTF8' 重新建库。`,
    );
}
