import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { type CopyResult, copyInto, copyTree } from "./manifest.server";

/** What the server makes anew, and what belongs to the one that runs. */
const leftOut =
  /^postgres\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|log|current_logfiles)$|\/(pgsql_tmp|pg_internal\.init)[^/]*$/;
const emptied =
  /^postgres\/(pg_wal\/.+|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const logNames = /^[0-9A-F]{24}$/;

/**
 * Copies a running server's folder into `folder`/postgres so that a server started on the copy recovers to the moment at which
 * this returns (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). `owner` connects as a superuser.
 */
export async function copyServer(owner: pg.ClientConfig, data: string, folder: string): Promise<CopyResult> {
  const client = new pg.Client(owner);
  client.on("error", () => undefined);
  await client.connect();
  const ask = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, string>>(text, values)).rows[0]!;
  try {
    // Until this session ends no log that the copy needs is thrown away.
    await ask("select pg_create_physical_replication_slot($1, true, true)", [`backup_${process.pid}`]);
    const start = await ask("select pg_walfile_name(pg_backup_start('bus', true)) as log");
    const copied = await copyTree(data, folder, "postgres", (name) =>
      leftOut.test(name) ? "whole" : emptied.test(name) ? "content" : undefined,
    );
    const end = await ask("select pg_walfile_name(lsn) as log, labelfile as label from pg_backup_stop(false)");
    await ask("select pg_switch_wal()");
    for (const name of await logsBetween(path.join(data, "pg_wal"), start.log!, end.log!)) {
      const log = await copyInto(folder, path.join(data, "pg_wal", name), `postgres/pg_wal/${name}`);
      if (!log) throw new Error(`备份需要的数据库日志 ${name} 已不在，请再试一次。`);
      copied.files.push(log);
    }
    copied.files.push(await keepText(folder, "postgres/backup_label", end.label!));
    return copied;
  } finally {
    await client.end();
  }
}

async function logsBetween(folder: string, first: string, last: string): Promise<string[]> {
  const logs = (await readdir(folder)).filter((name) => logNames.test(name) && name >= first && name <= last);
  const missing = [first, last].find((name) => !logs.includes(name));
  if (missing) throw new Error(`备份需要的数据库日志 ${missing} 已不在，请再试一次。`);
  return logs;
}

async function keepText(folder: string, as: string, text: string) {
  const written = path.join(folder, ".text");
  await writeFile(written, text, { mode: 0o600 });
  const kept = await copyInto(folder, written, as);
  await rm(written);
  return kept!;
}
