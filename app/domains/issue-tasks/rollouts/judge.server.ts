import { sql, type Transaction } from "kysely";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { today } from "~/kit/ground/time/today.server";
import { taskRecord } from "../tasks.server";
import { byProgram } from "./begin-scheduled.server";

export interface Standing {
  taskUuid: string;
  stage: number;
  stages: number[];
  nextStagePercent: number;
  stopAtFailedPercent: number | null;
  /** Of the shares let go, those cancelled apart. */
  released: number;
  succeeded: number;
  /** Neither ended nor failed for good. */
  open: number;
  failed: number;
  /** Since somebody last went on in spite of failures. */
  endedNow: number;
  failedNow: number;
  /** In any share. */
  left: number;
  /** Have the file, and their time to put it in effect is not over. */
  pending: number;
  /** Vehicles may still come to it. */
  isOpenToMore: boolean;
}

export type Verdict = { stop: string } | { next: true } | { end: 3 | 4 | 5 } | undefined;

/** So few ended ones say nothing about a share of failures. */
const enough = 5;

/** What becomes of a running task: it stops, lets its next share go, ends, or waits. */
function judge(task: Standing): Verdict {
  const { released, succeeded, open, failed, endedNow, failedNow, stopAtFailedPercent: most } = task;
  if (most !== null && endedNow >= Math.min(enough, released) && failedNow * 100 > most * endedNow)
    return { stop: `已结束的 ${endedNow} 辆中 ${failedNow} 辆失败，超过 ${most}%，已自动暂停` };
  if (task.stage < task.stages.length) {
    if (succeeded * 100 >= task.nextStagePercent * released) return { next: true };
    if (open > 0) return undefined;
    const percent = Math.floor((succeeded * 100) / released);
    return { stop: `第 ${task.stage} 批成功 ${percent}%，不到 ${task.nextStagePercent}%，已自动暂停` };
  }
  if (task.left > 0 || task.pending > 0 || task.isOpenToMore) return undefined;
  return { end: failed > 0 ? 4 : succeeded > 0 ? 3 : 5 };
}

export async function judgeTasks(trx: Transaction<DB>, now: Date): Promise<void> {
  for (const task of await readStandings(trx, now)) {
    const verdict = judge(task);
    if (!verdict) continue;
    const { taskUuid } = task;
    if ("stop" in verdict)
      await updateRecord(trx, byProgram, taskRecord, taskUuid, { state: 2, stoppedBecause: verdict.stop });
    else if ("next" in verdict)
      await sql`update issue_task set stage = stage + 1 where task_uuid = ${taskUuid}`.execute(trx);
    else {
      await updateRecord(trx, byProgram, taskRecord, taskUuid, { state: verdict.end, stoppedBecause: null });
      await sql`update issue_task set ended_at = ${now} where task_uuid = ${taskUuid}`.execute(trx);
    }
  }
}

async function readStandings(trx: Transaction<DB>, now: Date): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select t.task_uuid, t.stage, t.stages, t.next_stage_percent, t.stop_at_failed_percent, t.joins and t.last_day >= ${today()}::date as is_open_to_more, counted.* from issue_task t cross join lateral (
      select count(*) filter (where d.stage <= t.stage and d.state >= 0)::int as released,
        count(*) filter (where d.stage <= t.stage and d.state in (2, 4))::int as succeeded,
        count(*) filter (where d.stage <= t.stage and d.state in (0, 1))::int as open,
        count(*) filter (where d.state = 3)::int as failed,
        count(*) filter (where d.state in (2, 3, 4) and (t.judged_from is null or d.changed_at > t.judged_from))::int as ended_now,
        count(*) filter (where d.state = 3 and (t.judged_from is null or d.changed_at > t.judged_from))::int as failed_now,
        count(*) filter (where d.state in (0, 1))::int as left,
        count(*) filter (where d.state = 2 and coalesce(d.deadline, d.changed_at + t.effective_minutes * interval '1 minute') >= ${now})::int as pending
      from issue_detail d where d.task_uuid = t.task_uuid) counted
    where t.state = 1 and t.stage > 0 and t.deleted_at is null order by t.task_uuid for update of t skip locked`.execute(
    trx,
  );
  return rows;
}
