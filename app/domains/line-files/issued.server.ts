import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { Database } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { fileRecord } from "./file-record.server";

/** Files that a task takes to vehicles from now on are issued. */
export async function markIssued(trx: Transaction<DB>, author: Author, fileUuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ fileUuid: string }>`
    select file_uuid from line_file where file_uuid = any(${fileUuids}) and state = 1 and deleted_at is null order by file_uuid for update`.execute(
    trx,
  );
  for (const { fileUuid } of rows) await updateRecord(trx, author, fileRecord, fileUuid, { state: 2 });
}

/** A file that a task is to take to vehicles stays as it is. */
export async function refuseHeld(on: Database, fileUuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ taskName: string }>`
    select task_name from issue_task_file join issue_task using (task_uuid)
    where file_uuid = any(${fileUuids}) and state in (0, 1, 2) and deleted_at is null order by task_uuid limit 1`.execute(
    on,
  );
  if (rows[0]) throw problem.used(`线路文件正被下发任务“${rows[0].taskName}”使用，请先取消或删除这个任务`);
}
