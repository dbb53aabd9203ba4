import { sql, type Transaction } from "kysely";
import { markIssued } from "~/domains/line-files/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Author } from "~/kit/data/db/history.server";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { lockRows } from "~/kit/room/source.server";
import { type AddedTask, addTask } from "./add-task.server";
import { mustBeApproved } from "./approval.server";
import { moveDetails } from "./move-details.server";
import { prepareFilesJob } from "./prepare.job.server";
import { takeMadePackages } from "./prepare-files.server";
import type { TaskRow } from "./rows";
import type { TaskValues } from "./schema";
import { requireTask, taskRecord, taskSource } from "./tasks.server";

/** Lets a task begin; what goes out is made first, in a job where it is not there yet. */
export async function startTask(viewer: Viewer, taskUuid: string): Promise<TaskRow> {
  await inTransaction(async (trx) => {
    const [task] = await lockRows<{ state: number; approvedBy: string | null }>(trx, taskSource, viewer, [taskUuid]);
    if (task!.state !== 0) throw problem.used("任务已经启动过，不能再启动");
    if (!task!.approvedBy && (await mustBeApproved())) throw problem.used("任务要由另一人审核后才能启动");
    await beginTask(trx, viewer, taskUuid);
  });
  return requireTask(viewer, taskUuid);
}

/** Makes a task and lets it begin, where a second person is asked for as soon as that one has found it right; nothing stays of one that cannot. */
export const fastTask = (viewer: Viewer, values: TaskValues): Promise<AddedTask> =>
  inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const isToWait = await mustBeApproved();
      const added = await addTask(viewer, { ...values, startTime: isToWait ? new Date().toISOString() : null });
      if (added.state !== 0 || isToWait) return added;
      return { ...added, ...(await startTask(viewer, added.taskUuid)) };
    }),
  );

/** The same inside a transaction that holds the task; throws where no vehicle is left that would get anything. */
export async function beginTask(trx: Transaction<DB>, author: Author, taskUuid: string): Promise<void> {
  await leaveOutMoved(trx, taskUuid);
  const { rows } = await sql`select from issue_detail where task_uuid = ${taskUuid} and state = 0 limit 1`.execute(trx);
  if (rows.length === 0) throw problem.used("没有可以下发的车辆，不能启动；请看没有下发的车辆和原因");
  await replaceOlder(trx, taskUuid);
  const files = await sql<{ fileUuid: string }>`
    select file_uuid from issue_task_file where task_uuid = ${taskUuid} and file_uuid is not null`.execute(trx);
  await markIssued(
    trx,
    author,
    files.rows.map(({ fileUuid }) => fileUuid),
  );
  await updateRecord(trx, author, taskRecord, taskUuid, { state: 1, stoppedBecause: null });
  await sql`update issue_task set begun_at = now(), stage = 0, preparing = '正在准备下载包' where task_uuid = ${taskUuid}`.execute(
    trx,
  );
  if (!(await takeMadePackages(trx, taskUuid))) await enqueue(prepareFilesJob, { taskUuid }, trx);
}

/** Vehicles whose main line is another by now. */
async function leaveOutMoved(trx: Transaction<DB>, taskUuid: string): Promise<void> {
  const { rows } = await sql<{ detailUuid: string }>`
    select detail_uuid from issue_detail d where task_uuid = ${taskUuid} and state = 0 and kind = 2
      and not exists (select from bus_line l where l.bus_uuid = d.bus_uuid and l.is_main and l.line_uuid = d.line_uuid and l.valid @> ${today()}::date)`.execute(
    trx,
  );
  await move(trx, rows, "启动时车辆的主线路已不是这条线路");
}

/** What an older task has not begun gives way to the newer one of the same kind and number, and this one to newer ones that go out already. */
async function replaceOlder(trx: Transaction<DB>, taskUuid: string): Promise<void> {
  const { rows: older } = await sql<{ detailUuid: string }>`
    select old.detail_uuid from issue_detail old join issue_detail new on new.task_uuid = ${taskUuid} and new.state = 0
      and new.dev_uuid = old.dev_uuid and new.kind = old.kind and new.file_no = old.file_no
    where old.state = 0 and old.task_uuid < ${taskUuid}`.execute(trx);
  const { rows: own } = await sql<{ detailUuid: string }>`
    select mine.detail_uuid from issue_detail mine join issue_detail new on new.dev_uuid = mine.dev_uuid and new.kind = mine.kind and new.file_no = mine.file_no
      and new.task_uuid > mine.task_uuid and new.state in (0, 1)
    join issue_task t on t.task_uuid = new.task_uuid and t.state in (1, 2)
    where mine.task_uuid = ${taskUuid} and mine.state = 0`.execute(trx);
  await move(trx, older, "有更新的下发任务，由它代替");
  await move(trx, own, "已有更新的下发任务在下发");
}

const move = (trx: Transaction<DB>, rows: readonly { detailUuid: string }[], reason: string) =>
  rows.length === 0
    ? undefined
    : moveDetails(
        trx,
        rows.map(({ detailUuid }) => detailUuid),
        { to: -1, reason, actor: "系统" },
      );
