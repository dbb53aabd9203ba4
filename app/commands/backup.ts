import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { backupName, removeOldBackups } from "~/kit/data/backup/kept-backups.server";
import { copyServer } from "~/kit/data/backup/base-copy.server";
import { type CopyResult, copyInto, copyTree, writeManifest } from "~/kit/data/backup/manifest.server";
import { ownerOf } from "~/kit/data/db/embedded/start.server";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { outageOf, outageWords } from "~/kit/data/db/outages";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { runOnDatabase } from "./postgres-program";
import { openPreparedDatabase } from "./prepared-database";

const usage = `用法: npm run backup -- <文件夹> [--keep <份数>]
  在这个文件夹里做一份完整的备份：数据库、上传的文件和密钥。程序可以正在运行，也可以停着。
  加上 --keep，做成以后只留最新的这么多份，更早的删除。
  备份里有密钥和全部资料，请放在别人读不到的地方，并定期试着恢复一次（npm run restore）。`;

/** `npm run backup -- folder`: a whole backup, also while the program runs. */
async function main(): Promise<number> {
  const [under, option, count, ...more] = process.argv.slice(2);
  const keep = option === "--keep" && /^[1-9]\d{0,3}$/.test(count ?? "") ? Number(count) : undefined;
  if (!under || more.length > 0 || under.startsWith("-") || (option !== undefined && keep === undefined)) {
    printLine(usage);
    return under === "--help" || under === "-h" ? 0 : 2;
  }
  const began = Date.now();
  const database = await openPreparedDatabase();
  try {
    const folder = path.join(path.resolve(under), backupName(new Date()));
    const { files } = await backUp(database.url, folder);
    const removed = keep ? removeOldBackups(path.resolve(under), keep) : [];
    if (removed.length > 0) printLine(`删除了更早的备份：${removed.join("、")}。`);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (settings().FILES_DRIVER === "s3") printLine("上传的文件在对象存储里，不在这份备份中：请另外备份存储桶。");
    printLine(
      `已备份到 ${folder}：${files.length} 个文件，${(bytes / 1e6).toFixed(1)} MB，用时 ${((Date.now() - began) / 1000).toFixed(1)} 秒。`,
    );
    return 0;
  } finally {
    await closeDatabase();
    await database.stop();
  }
}

async function backUp(url: string, folder: string): Promise<CopyResult> {
  const half = `${folder}.partial`;
  if (existsSync(folder)) throw new Error(`${folder} 已存在。`);
  mkdirSync(half, { recursive: true, mode: 0o700 });
  try {
    const dataDir = path.resolve(settings().DATA_DIR);
    // What a file holds never changes. Those that are removed while the database is copied lie in the first copy, those that come meanwhile in the second.
    const before = await copyTree(path.join(dataDir, "files"), half, "files");
    const { rows } = await sql<{ postgres: number; migration: string }>`
      select current_setting('server_version_num')::int / 10000 as postgres, (select max(name) from migration) as migration`.execute(
      db(),
    );
    const { postgres, migration } = rows[0]!;
    const isOwn = !settings().DATABASE_URL;
    const server = isOwn ? await copyOwnServer(dataDir, half) : await dump(url, postgres, half);
    const copiedBefore = new Set(before.files.map(({ path: name }) => name));
    const after = await copyTree(path.join(dataDir, "files"), half, "files", (name) =>
      copiedBefore.has(name) ? "whole" : undefined,
    );
    const secrets = await copyInto(half, path.join(dataDir, "secrets.json"), "secrets.json");
    const files = new Map(
      [...before.files, ...server.files, ...after.files, ...(secrets ? [secrets] : [])].map((one) => [one.path, one]),
    );
    const copied = { files: [...files.values()], folders: [...new Set([...server.folders, ...after.folders])] };
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    await writeManifest(half, {
      format: 1,
      madeAt: new Date().toISOString(),
      program: version,
      kind: isOwn ? "base" : "dump",
      postgres,
      migration,
      ...copied,
    });
    renameSync(half, folder);
    return copied;
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    throw error;
  }
}

function copyOwnServer(dataDir: string, folder: string): Promise<CopyResult> {
  const { connection, data } = ownerOf(dataDir);
  return copyServer(connection, data, folder);
}

async function dump(url: string, major: number, folder: string): Promise<CopyResult> {
  const written = path.join(folder, "database.dump");
  await runOnDatabase("pg_dump", major, url, ["-Fc", "-f", written]);
  const kept = await copyInto(folder, written, "database/bus.dump");
  rmSync(written);
  return { files: [kept!], folders: ["database"] };
}

process.exitCode = await main().catch((error: unknown) => {
  const outage = outageOf(error);
  printLine(`没有备份：${outage ? outageWords[outage] : (error as Error).message}`);
  return 1;
});
