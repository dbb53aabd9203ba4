import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { today } from "~/kit/ground/time/today.server";
import { filesAs, isNewest } from "./chosen-files.server";
import { prepareFilesJob } from "./prepare.job.server";
import { takeMadePackages } from "./prepare-files.server";
import type { Targets } from "./schema";
import { judged } from "./targets.server";

interface JoinableTask {
  taskUuid: string;
  stage: number;
  targets: Targets;
  joinScope: Viewer["orgScope"];
  files: string[];
}

/** Vehicles that have come to what running tasks are for get their files too, where the task says so; of line files the newest of their variant only. */
export async function letJoin(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<JoinableTask>`
    select t.task_uuid, t.stage, t.targets, t.join_scope, array(select coalesce(f.file_uuid, f.multi_uuid)::text from issue_task_file f where f.task_uuid = t.task_uuid order by f.serial) as files
    from issue_task t where t.joins and t.state = 1 and t.stage > 0 and t.deleted_at is null and t.last_day >= ${today()}::date`.execute(
    trx,
  );
  for (const task of rows) {
    if ((await joinOne(trx, task)) === 0) continue;
    if (!(await takeMadePackages(trx, task.taskUuid))) await enqueue(prepareFilesJob, { taskUuid: task.taskUuid }, trx);
  }
}

/** Who has a delivery of this task, had one that ended otherwise than because it went away, or gets the file from a newer task, does not join. */
async function joinOne(
  trx: Transaction<DB>,
  { taskUuid, stage, targets, joinScope, files }: JoinableTask,
): Promise<number> {
  const key = sql`${newKey().slice(0, 13)} || substr(replace(gen_random_uuid()::text, '-', ''), 14)`;
  const wanted = sql`select one.* from (${filesAs({ orgScope: joinScope }, files)}) one left join line_file f using (file_uuid) where one.file_uuid is null or ${isNewest()}`;
  const { rows } = await sql`
    with recursive ${judged({ orgScope: joinScope }, targets, wanted)}, added as (
      insert into issue_detail (detail_uuid, task_uuid, stage, bus_uuid, dev_uuid, line_uuid, file_uuid, multi_uuid, kind, file_no, file_version, format, shape, file_key, size_bytes, crc32, sha256)
      select ${key}, ${taskUuid}, ${stage}::smallint, bus_uuid, dev_uuid, line_uuid, file_uuid, multi_uuid, kind, file_no, file_version, format, shape, file_key, size_bytes, crc32, sha256
      from judged j where reason is null
        and not exists (select from issue_detail own where own.task_uuid = ${taskUuid} and own.dev_uuid = j.dev_uuid and own.kind = j.kind and own.file_no = j.file_no
          and (own.state <> -1 or not (select log.actor = '系统' and log.reason ~ '^(车辆已不在|设备已)' from issue_detail_log log where log.detail_uuid = own.detail_uuid order by log_id desc limit 1)))
        and not exists (select from issue_detail newer where newer.task_uuid > ${taskUuid} and newer.dev_uuid = j.dev_uuid and newer.kind = j.kind and newer.file_no = j.file_no and newer.state <> -1)
      on conflict (task_uuid, dev_uuid, kind, file_no) do update set state = 0, stage = excluded.stage, bus_uuid = excluded.bus_uuid, line_uuid = excluded.line_uuid,
        format = excluded.format, shape = excluded.shape, file_key = excluded.file_key, size_bytes = excluded.size_bytes, crc32 = excluded.crc32, sha256 = excluded.sha256,
        percent = 0, tries = 0, progress_code = null, progress_text = null, last_error = null, next_try_at = null, deadline = null, changed_at = now()
      returning detail_uuid
    )
    insert into issue_detail_log (detail_uuid, from_state, to_state, reason, actor)
    select detail_uuid, (select state from issue_detail before where before.detail_uuid = added.detail_uuid), 0, '车辆新加入', '系统' from added returning detail_uuid`.execute(
    trx,
  );
  return rows.length;
}
