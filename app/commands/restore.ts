import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import path from "node:path";
import { type Manifest, readBackup } from "~/kit/data/backup/manifest.server";
import { Connection } from "~/kit/data/db/connection.server";
import { findPlace } from "~/kit/data/db/embedded/place.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { runOnDatabase } from "./postgres-program";

const usage = `用法: npm run restore -- <备份的文件夹>
  先核对备份里的每个文件，再恢复到 DATA_DIR（要是空的，或还没有）；用 DATABASE_URL 做的备份恢复到它所指的空数据库。
  恢复以后用 npm start 启动，登录看一看，再让大家使用。`;

/** `npm run restore -- backup`: checks a backup and puts it into an empty place. */
async function main(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0 || folder.startsWith("-")) {
    printLine(usage);
    return folder === "--help" || folder === "-h" ? 0 : 2;
  }
  const from = path.resolve(folder);
  const { DATA_DIR, DATABASE_URL } = settings();
  const dataDir = path.resolve(DATA_DIR);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} 里已有内容，没有恢复。请先移走它，或用 DATA_DIR 换一个空的文件夹。`);
  const manifest = await readBackup(from);
  if ((manifest.kind === "base") !== !DATABASE_URL)
    throw new Error(
      manifest.kind === "base"
        ? "这是内嵌数据库的备份：请不要设 DATABASE_URL，再恢复。"
        : "这是自己的 PostgreSQL 的备份：请让 DATABASE_URL 指向一个空的数据库，再恢复。",
    );
  if (DATABASE_URL) await restoreDump(path.join(from, "database/bus.dump"), DATABASE_URL, manifest.postgres);
  await putBack(from, dataDir, manifest);
  printLine(`已恢复到 ${dataDir}：${manifest.madeAt} 的备份，${manifest.files.length} 个文件。现在可以 npm start。`);
  return 0;
}

async function putBack(from: string, dataDir: string, manifest: Manifest): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const place = manifest.kind === "base" ? findPlace(dataDir, printLine, true) : undefined;
  const placeOf = (name: string) =>
    place && /^postgres(\/|$)/.test(name) ? place.data + name.slice("postgres".length) : path.join(dataDir, name);
  try {
    await copyBack(from, manifest, placeOf);
  } catch (error) {
    // Half of a backup must not be taken for a whole one.
    for (const at of [...readdirSync(dataDir).map((name) => path.join(dataDir, name)), ...(place ? [place.data] : [])])
      rmSync(at, { recursive: true, force: true });
    throw error;
  }
  if (place?.account) giveAll(place.data, place.account);
}

async function copyBack(from: string, { folders, files }: Manifest, placeOf: (name: string) => string): Promise<void> {
  for (const name of folders.filter((one) => !isOfDump(one)))
    mkdirSync(placeOf(name), { recursive: true, mode: 0o700 });
  for (const { path: name } of files.filter((one) => !isOfDump(one.path))) {
    const to = placeOf(name);
    mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(path.join(from, name), to);
    await chmod(to, 0o600);
  }
}

const isOfDump = (name: string) => name === "database" || name.startsWith("database/");

function giveAll(at: string, account: { uid: number; gid: number }): void {
  chownSync(at, account.uid, account.gid);
  if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) giveAll(path.join(at, name), account);
}

async function restoreDump(file: string, url: string, major: number): Promise<void> {
  if ((await countTables(url)) > 0)
    throw new Error(
      "DATABASE_URL 的数据库不是空的，没有恢复。请另建一个空的数据库（createdb -E UTF8 -T template0 …）。",
    );
  await runOnDatabase("pg_restore", major, url, ["--no-owner", "--exit-on-error", file]);
}

async function countTables(url: string): Promise<number> {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number }>(
      "select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'",
    );
    return rows[0]!.tables;
  } finally {
    await client.end();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  printLine((error as Error).message);
  return 1;
});
