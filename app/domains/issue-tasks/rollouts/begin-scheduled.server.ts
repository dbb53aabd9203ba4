import { sql, type Transaction } from "kysely";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem } from "~/kit/ground/problem";
import { mustBeApproved } from "../approval.server";
import { beginTask } from "../start-task.server";
import { taskRecord } from "../tasks.server";

export const byProgram = { userId: "system", userName: "系统" };

/** Tasks begin at their time; one that no vehicle is left for ends with the reason. */
export async function beginScheduled(trx: Transaction<DB>, now: Date): Promise<void> {
  const { rows } = await sql<{ taskUuid: string }>`
    select task_uuid from issue_task where state = 0 and deleted_at is null and start_time <= ${now} and (approved_by is not null or ${!(await mustBeApproved())}) order by start_time, task_uuid for update skip locked limit 20`.execute(
    trx,
  );
  for (const { taskUuid } of rows) {
    try {
      await beginTask(trx, byProgram, taskUuid);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await updateRecord(trx, byProgram, taskRecord, taskUuid, { state: 5, stoppedBecause: error.message });
      await sql`update issue_task set ended_at = now() where task_uuid = ${taskUuid}`.execute(trx);
    }
  }
}
