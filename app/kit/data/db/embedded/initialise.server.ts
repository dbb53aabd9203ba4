import { execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Secrets } from "~/kit/ground/secrets.server";
import type { Account } from "./account.server";
import type { Place } from "./place.server";

/** The unprivileged role that the program works as, and its database. */
export const role = "bus";
/** The superuser that `initdb` makes. */
export const owner = "postgres";

/** Makes the data folder with `initdb` when there is none; refuses, in words, one of another PostgreSQL version. */
export async function initialise(place: Place, secrets: Secrets): Promise<void> {
  const { data, major } = place;
  if (existsSync(data)) return checkMajor(data, major);
  removeHalfMade(data);
  const half = `${data}.new-${process.pid}`;
  mkdirSync(half, { mode: 0o700 });
  give(half, place.account);
  await initdb(place, half, secrets.databaseOwnerPassword);
  renameSync(half, data);
}

export async function ensureRole(port: number, secrets: Secrets): Promise<void> {
  const own = { host: "127.0.0.1", port, user: role, password: secrets.databasePassword, database: role };
  if (await connects(own)) return;
  const admin = new pg.Client({ ...own, user: owner, password: secrets.databaseOwnerPassword, database: "postgres" });
  try {
    await admin.connect();
  } catch (error) {
    throw new Error("数据库不接受 secrets.json 里的密码。请从备份恢复与这个数据目录配套的 secrets.json。", {
      cause: error,
    });
  }
  try {
    const password = pg.escapeLiteral(secrets.databasePassword);
    const { rowCount: hasRole } = await admin.query("select from pg_roles where rolname = $1", [role]);
    await admin.query(`${hasRole ? "alter" : "create"} role ${role} login createdb password ${password}`);
    const { rowCount: hasDatabase } = await admin.query("select from pg_database where datname = $1", [role]);
    if (!hasDatabase) await admin.query(`create database ${role} owner ${role}`);
  } finally {
    await admin.end();
  }
}

function checkMajor(data: string, major: number): void {
  let found: number;
  try {
    found = Number.parseInt(readFileSync(path.join(data, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    throw new Error(`${data} 不是 PostgreSQL 的数据目录，或已损坏。请从备份恢复它，或用 DATA_DIR 换一个目录。`, {
      cause: error,
    });
  }
  if (found === major) return;
  throw new Error(
    `${data} 是 PostgreSQL ${found} 的数据，本程序带的是 PostgreSQL ${major}，不能直接打开。请用原来的版本导出后再导入，或另装 PostgreSQL ${found} 并设置 DATABASE_URL。`,
  );
}

/** A start killed within `initdb` leaves a folder that no one will use. */
function removeHalfMade(data: string): void {
  const parent = path.dirname(data);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${path.basename(data)}.new-`))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Collation is `builtin` C.UTF-8 on every system; `lc_ctype`, where there, tells text search about Chinese letters. */
async function initdb(place: Place, folder: string, password: string): Promise<void> {
  const handed = mkdtempSync(path.join(tmpdir(), "bus-init-"));
  const passwordFile = path.join(handed, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  give(handed, place.account);
  give(passwordFile, place.account);
  const common = [
    "-D",
    folder,
    "-U",
    owner,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--data-checksums",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    await run(place, [...common, "--lc-ctype=C.UTF-8"]).catch(() => run(place, common));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
    const why =
      code === "ENOENT"
        ? "内置的 PostgreSQL 要求 glibc（Alpine 没有）。请换用 glibc 的系统，或设置 DATABASE_URL。"
        : stderr?.trim() || message;
    throw new Error(`不能在 ${folder} 建立数据库：${why}`, { cause: error });
  } finally {
    rmSync(handed, { recursive: true, force: true });
  }
}

function run({ programs, account }: Place, args: string[]): Promise<void> {
  const { LC_ALL: _all, LANG: _lang, ...env } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      path.join(programs, "bin", "initdb"),
      args,
      { ...identity(account), cwd: "/", env: { ...env, LC_ALL: "C" } },
      (error, _out, stderr) => {
        if (error) reject(Object.assign(error, { stderr }));
        else resolve();
      },
    );
  });
}

export function identity(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function give(file: string, account: Account | undefined): void {
  if (account) chownSync(file, account.uid, account.gid);
}

export async function connects(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
