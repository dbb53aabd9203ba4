import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type pg from "pg";
import { printLine } from "~/kit/ground/log.server";
import { Connection } from "./connection.server";
import { directConnection } from "./direct.server";

const lockNumber = 0x6275_7300;

/** Applies the migrations that the database has not seen, in order, one transaction each; answers their names. Throws when an applied file was changed, when the database has seen more than this program knows, or when one that programs of yesterday cannot work with is due while some run. */
export async function migrate(url: string, folder = ownMigrations()): Promise<string[]> {
  const client = new Connection({ ...directConnection(url), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Two processes starting at once: the second waits here and then finds nothing to do.
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    await client.query(
      "create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const checksums = new Map<string, string>();
    for (const row of (await client.query<{ name: string; checksum: string }>("select name, checksum from migration"))
      .rows) {
      checksums.set(row.name, row.checksum);
    }
    const files = await migrationFiles(folder);
    const { unknown, due, alone } = compareMigrations([...checksums.keys()], files);
    refuseUnknown(unknown);
    const changed = files.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
    if (changed) throw new Error(`迁移文件 ${changed.name} 在应用之后被修改过：请恢复原文件，另写一个新的迁移`);
    // A new database needs all of them, and no words.
    const isUpgrade = checksums.size > 0 && due.length > 0;
    if (isUpgrade) await refuseBesideOthers(client, alone);
    if (isUpgrade) printLine(`数据库要升级，共 ${due.length} 步；资料多时要几分钟，完成以前不要停止程序。`);
    for (const [at, { name, text, checksum }] of due.entries()) {
      if (isUpgrade) printLine(`升级 ${at + 1}/${due.length}：${name}`);
      await applyOne(client, name, text, checksum);
    }
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Throws, in words, where a command that changes no database finds one that this program has not brought to its state. */
export async function checkMigrated(url: string, folder = ownMigrations()): Promise<void> {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const applied = await namesApplied(client);
    const { unknown, due } = compareMigrations(applied, await migrationFiles(folder));
    refuseUnknown(unknown);
    if (due.length > 0)
      throw new Error("数据库比本程序旧：请先执行一次 npm start 或 npm run db:migrate，再执行本命令。");
  } finally {
    await client.end();
  }
}

/** What the program whose migrations lie in `folder` would find in this database: `unknown` are those that only newer programs know, `due` those that it would apply, and `alone` those of them beside which no other program may run. */
export async function foreseeMigrations(url: string, folder: string) {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { unknown, due, alone } = compareMigrations(await namesApplied(client), await migrationFiles(folder));
    return { unknown, due: due.map(({ name }) => name), alone };
  } finally {
    await client.end();
  }
}

export const emptyDatabase = "数据库还是空的：请先启动一次程序，让它建立数据，再执行本命令。";

async function namesApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('migration') is not null as there");
  if (!rows[0]?.there) throw new Error(emptyDatabase);
  return (await client.query<{ name: string }>("select name from migration")).rows.map(({ name }) => name);
}

function compareMigrations(applied: string[], files: Migration[]) {
  const due = files.filter(({ name }) => !applied.includes(name));
  return {
    unknown: applied.filter((name) => !files.some((file) => file.name === name)).sort(),
    due,
    alone: due.filter(({ text }) => isAlone.test(text)).map(({ name }) => name),
  };
}

/** A program that runs goes on through migrations that only add to what it knows; one that does more says so in a line of its own. */
const isAlone = /^-- alone\b/m;

async function refuseBesideOthers(client: pg.Client, alone: string[]): Promise<void> {
  if (alone.length === 0) return;
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name like 'bus-back-office%'`,
  );
  if (rows[0]!.others > 0)
    throw new Error(
      `数据库的这次升级（${alone.join("、")}）不能和旧版本同时进行，现在还有 ${rows[0]!.others} 个连接来自正在运行的程序。请先停掉所有主机上的程序，再启动新版本。`,
    );
}

function ownMigrations(): string {
  return resolve("app/kit/data/db/migrations");
}

function refuseUnknown(unknown: string[]): void {
  if (unknown.length > 0)
    throw new Error(
      `数据库比本程序新：其中已应用的迁移 ${unknown.join("、")} 是本程序没有的。请启动更新的程序，或恢复与本程序相配的备份。`,
    );
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

async function migrationFiles(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(resolve(folder, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function applyOne(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`迁移 ${name} 失败`, { cause: error });
  }
}
