import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParameters } from "~/kit/data/db/parameters.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import type { TaskRow } from "./rows";
import { requireTask, taskRecord, taskSource } from "./tasks.server";

/** Whether a task begins only after somebody else than who made it has found it right. */
export async function mustBeApproved(): Promise<boolean> {
  return (await readParameters(["issue.task.check"]))["issue.task.check"] === "1";
}

interface ApprovableTask {
  state: number;
  createdBy: string | null;
  approvedBy: string | null;
}

/** Keeps that a second person has found a task right; it may begin then. Throws problem.used where it runs already or is the viewer's own. */
export async function approveTask(viewer: Viewer, taskUuid: string): Promise<TaskRow> {
  await inTransaction(async (trx) => {
    const [task] = await lockRows<ApprovableTask>(trx, taskSource, viewer, [taskUuid]);
    if (task!.state !== 0) throw problem.used("任务已经启动过，不用审核");
    if (task!.approvedBy) throw problem.used("任务已经审核通过");
    if (task!.createdBy === viewer.userId) throw problem.used("自己新建的任务要由另一人审核");
    await updateRecord(trx, viewer, taskRecord, taskUuid, {
      approvedBy: viewer.userId,
      approvedByName: viewer.userName,
    });
    await sql`update issue_task set approved_at = now() where task_uuid = ${taskUuid}`.execute(trx);
  });
  return requireTask(viewer, taskUuid);
}

export async function authorOf(taskUuid: string): Promise<string | null> {
  const { rows } = await sql<{ createdBy: string | null }>`
    select created_by from issue_task where task_uuid = ${taskUuid}`.execute(db());
  return rows[0]?.createdBy ?? null;
}
