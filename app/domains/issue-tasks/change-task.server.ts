import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { moveDetails } from "./move-details.server";
import { prepareFilesJob } from "./prepare.job.server";
import type { TaskRow } from "./rows";
import { requireTask, taskRecord, taskSource } from "./tasks.server";
import { type TaskState, taskStates } from "./words";

interface StoredTask {
  taskUuid: string;
  taskName: string;
  state: TaskState;
  stage: number;
  stages: number[];
}

/** Stands still: nothing new is given out, what is under way goes on to its end. */
export const pauseTask = (viewer: Viewer, taskUuid: string, reason?: string | null): Promise<TaskRow> =>
  changeTask(viewer, taskUuid, [1], "暂停", async (trx) => {
    await updateRecord(trx, viewer, taskRecord, taskUuid, {
      state: 2,
      stoppedBecause: reason || `${viewer.userName} 暂停`,
    });
  });

/** Goes on; failures until now no longer stop it, and a share that ended with too few successes is followed by the next. */
export const resumeTask = (viewer: Viewer, taskUuid: string): Promise<TaskRow> =>
  changeTask(viewer, taskUuid, [2], "继续", async (trx, { stage, stages }) => {
    await updateRecord(trx, viewer, taskRecord, taskUuid, { state: 1, stoppedBecause: null });
    await sql`update issue_task set judged_from = now() where task_uuid = ${taskUuid}`.execute(trx);
    if (stage === 0) return enqueue(prepareFilesJob, { taskUuid }, trx);
    const open =
      await sql`select from issue_detail where task_uuid = ${taskUuid} and stage <= ${stage} and state in (0, 1) limit 1`.execute(
        trx,
      );
    if (open.rows.length === 0 && stage < stages.length)
      await sql`update issue_task set stage = stage + 1 where task_uuid = ${taskUuid}`.execute(trx);
  });

/** Ends it for good; vehicles that have the file keep it. */
export const cancelTask = (viewer: Viewer, taskUuid: string, reason?: string | null): Promise<TaskRow> =>
  changeTask(viewer, taskUuid, [0, 1, 2], "取消", async (trx) => {
    const why = reason || `${viewer.userName} 取消任务`;
    await cancelOpen(trx, viewer, taskUuid, why);
    await updateRecord(trx, viewer, taskRecord, taskUuid, { state: 5, stoppedBecause: why });
    await sql`update issue_task set ended_at = now(), preparing = null where task_uuid = ${taskUuid}`.execute(trx);
  });

/** Puts tasks away that have not begun or have ended, all or none. */
export async function removeTasks(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const tasks = await lockRows<StoredTask>(trx, taskSource, viewer, keys);
    const going = tasks.find(({ state }) => state === 1 || state === 2);
    if (going) throw problem.used(`任务“${going.taskName}”${stateName(going)}，请先取消它再删除`);
    for (const { taskUuid, state } of tasks) if (state === 0) await cancelOpen(trx, viewer, taskUuid, "任务已删除");
    await deleteRecords(trx, viewer, taskRecord, keys);
  });
}

const stateName = ({ state }: StoredTask) => taskStates.find(({ value }) => value === state)!.label;

async function changeTask(
  viewer: Viewer,
  taskUuid: string,
  from: readonly TaskState[],
  verb: string,
  change: (trx: Transaction<DB>, task: StoredTask) => Promise<void>,
): Promise<TaskRow> {
  await inTransaction(async (trx) => {
    const [task] = await lockRows<StoredTask>(trx, taskSource, viewer, [taskUuid]);
    if (!from.includes(task!.state)) throw problem.used(`任务${stateName(task!)}，不能${verb}`);
    await change(trx, task!);
  });
  return requireTask(viewer, taskUuid);
}

async function cancelOpen(trx: Transaction<DB>, viewer: Viewer, taskUuid: string, reason: string): Promise<void> {
  const { rows } = await sql<{ detailUuid: string }>`
    select detail_uuid from issue_detail where task_uuid = ${taskUuid} and state in (0, 1)`.execute(trx);
  const keys = rows.map(({ detailUuid }) => detailUuid);
  await moveDetails(trx, keys, { to: -1, reason, actor: viewer.userName });
}
