import { sql, type Transaction } from "kysely";
import { makePackage, type PackageKind } from "~/domains/line-files/queries.server";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { log } from "~/kit/ground/log.server";
import { Problem } from "~/kit/ground/problem";
import { moveDetails } from "./move-details.server";

interface PackageToPrepare extends PackageKind {
  fileUuid: string;
  lineName: string;
  classifyName: string;
  fileVersion: string;
}

/** Gives details the packages that are made, leaves out vehicles that cannot hold them, and lets the first share go; false while some are still to be made. */
export async function takeMadePackages(trx: Transaction<DB>, taskUuid: string): Promise<boolean> {
  await sql`
    update issue_detail d set file_key = p.file_key, size_bytes = p.size_bytes, crc32 = p.crc32, sha256 = p.sha256 from line_file_package p
    where d.task_uuid = ${taskUuid} and d.state = 0 and d.file_key is null and p.file_uuid = d.file_uuid and p.format = d.format and p.shape = d.shape`.execute(
    trx,
  );
  await leaveOutSmall(trx, taskUuid);
  const { rows } = await sql`
    select from issue_detail where task_uuid = ${taskUuid} and state = 0 and file_key is null limit 1`.execute(trx);
  if (rows.length > 0) return false;
  await sql`update issue_task set stage = greatest(stage, 1), preparing = null where task_uuid = ${taskUuid}`.execute(
    trx,
  );
  return true;
}

async function leaveOutSmall(trx: Transaction<DB>, taskUuid: string): Promise<void> {
  const { rows } = await sql<{ reason: string; keys: string[] }>`
    select '文件 ' || round(d.size_bytes / 1048576.0, 1) || ' MB，超过型号 ' || m.model_num || ' 的 ' || m.max_file_mb || ' MB' as reason, array_agg(d.detail_uuid) as keys
    from issue_detail d join device using (dev_uuid) join device_model m on m.model_uuid = device.model_uuid
    where d.task_uuid = ${taskUuid} and d.state = 0 and d.kind = 2 and d.size_bytes > m.max_file_mb * 1048576::bigint group by 1`.execute(
    trx,
  );
  for (const { reason, keys } of rows) await moveDetails(trx, keys, { to: -1, reason, actor: "系统" });
}

/** Makes what a running task still lacks, one package after another, and tells how far it is. */
export async function prepareFiles(taskUuid: string, signal?: AbortSignal): Promise<void> {
  const wanted = await lackingPackages(db(), taskUuid);
  for (const [at, one] of wanted.entries()) {
    signal?.throwIfAborted();
    await sql`update issue_task set preparing = ${`正在制作下载包 ${at + 1} / ${wanted.length}`} where task_uuid = ${taskUuid}`.execute(
      db(),
    );
    try {
      await makePackage(one, one);
    } catch (error) {
      log.warn({ err: error, taskUuid, fileUuid: one.fileUuid }, "a package for issuing was not made");
      await giveUp(taskUuid, one, error instanceof Problem ? error.message : "文件内容有误，请重新生成线路文件");
    }
  }
  await inTransaction((trx) => takeMadePackages(trx, taskUuid));
}

/** A task whose packages could not be made stands still and says so. */
export async function stopUnprepared(taskUuid: string, why: string): Promise<void> {
  await sql`update issue_task set state = 2, preparing = null, stopped_because = ${`下载包没有做成：${why}`} where task_uuid = ${taskUuid} and state = 1 and stage = 0`.execute(
    db(),
  );
}

export async function lackingPackages(on: Database, taskUuid: string): Promise<PackageToPrepare[]> {
  const { rows } = await sql<PackageToPrepare>`
    select distinct d.file_uuid, d.format, d.shape, line.line_name, c.classify_name, f.file_version
    from issue_detail d join line_file f using (file_uuid) join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where d.task_uuid = ${taskUuid} and d.state = 0 and d.file_key is null order by 1, 2, 3`.execute(on);
  return rows;
}

async function giveUp(taskUuid: string, { fileUuid, format, shape }: PackageToPrepare, why: string): Promise<void> {
  await inTransaction(async (trx) => {
    const { rows } = await sql<{ detailUuid: string }>`
      select detail_uuid from issue_detail where task_uuid = ${taskUuid} and file_uuid = ${fileUuid} and format = ${format} and shape = ${shape} and state = 0`.execute(
      trx,
    );
    const keys = rows.map(({ detailUuid }) => detailUuid);
    await moveDetails(trx, keys, { to: -1, reason: `下载包没有做成：${why}`, actor: "系统" });
  });
}
