import { sql, type Transaction } from "kysely";
import { inTransaction, perDatabase } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import { settings } from "~/kit/ground/settings.server";
import { saysSame } from "../deliveries/reported-sums.server";
import { type Move, moveDetails } from "../move-details.server";
import { letJoin } from "../join.server";
import { endStrays } from "../strays.server";
import { beginScheduled } from "./begin-scheduled.server";
import { judgeTasks } from "./judge.server";

/** Moves every rollout on as far as it may go at this moment; in one process at a time. False where another is at it or nothing runs. */
export async function advanceTasks(now = new Date(), strays = lookForStrays(now)): Promise<boolean> {
  return inTransaction(async (trx) => {
    const { rows } = await sql<{
      turn: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('issue tasks')) as turn`.execute(trx);
    if (!rows[0]?.turn || !(await isAnythingDue(trx, now))) return false;
    await beginScheduled(trx, now);
    if (strays) {
      await endStrays(trx);
      await letJoin(trx);
    }
    await failLate(trx, now);
    await judgeReported(trx, now);
    await tryAgain(trx, now);
    await judgeTasks(trx, now);
    return true;
  });
}

/** Milliseconds: to look through all deliveries takes longer than the rest, and vehicles seldom change. */
const straysEvery = 60_000;
const looked = perDatabase(() => ({ at: 0 }));

function lookForStrays(now: Date): boolean {
  if (now.getTime() - looked().at < straysEvery) return false;
  looked().at = now.getTime();
  return true;
}

async function isAnythingDue(trx: Transaction<DB>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from issue_task where state in (0, 1) and deleted_at is null and (state = 1 or start_time <= ${now}))
      or exists (select from issue_detail where state = 1 and deadline < ${now}) as due`.execute(trx);
  return rows[0]!.due;
}

interface FailedDelivery {
  detailUuid: string;
  reason: string;
  reported?: string;
}

/** Nothing stays under way for ever, whatever became of its task. */
async function failLate(trx: Transaction<DB>, now: Date): Promise<void> {
  const { rows } = await sql<FailedDelivery>`
    select d.detail_uuid, '超过 ' || t.timeout_minutes || ' 分钟没有结果' as reason from issue_detail d join issue_task t using (task_uuid)
    where d.state = 1 and d.deadline < ${now}
    union all
    select d.detail_uuid, '超过 ' || t.timeout_minutes || ' 分钟没有结果' from issue_task t join issue_detail d using (task_uuid)
    where t.state in (1, 2) and d.state = 1 and d.deadline is null and d.changed_at + t.timeout_minutes * interval '1 minute' < ${now}`.execute(
    trx,
  );
  await moveByReason(trx, rows, (reason) => ({
    to: 3,
    from: [1],
    reason,
    actor: "系统",
    set: sql`last_error = ${reason}, result_time = ${now}, deadline = null`,
  }));
}

/** A vehicle that has the file and says so has put it in effect; one that says another version after its waiting time has not. */
async function judgeReported(trx: Transaction<DB>, now: Date): Promise<void> {
  const isSame = saysSame("r", "d");
  const { rows } = await sql<FailedDelivery & { same: boolean }>`
    select d.detail_uuid, r.file_version as reported, ${isSame} as same, '车辆报告的版本是 ' || r.file_version || case when r.file_version = d.file_version and not ${isSame} then '，但校验值不同' else '' end as reason
    from issue_task t join issue_detail d using (task_uuid) join reported_file r on r.dev_uuid = d.dev_uuid and r.kind = d.kind and r.file_no = d.file_no
    where t.state = 1 and d.state = 2 and (${isSame}
      or r.reported_at >= d.changed_at and coalesce(d.deadline, d.changed_at + t.effective_minutes * interval '1 minute') < ${now})`.execute(
    trx,
  );
  const same = rows.filter((row) => row.same);
  await moveByReason(trx, same, (reason) => ({
    to: 4,
    reason,
    actor: "系统",
    set: sql`reported_version = file_version, deadline = null`,
  }));
  const other = rows.filter((row) => !row.same);
  await moveByReason(trx, other, (reason, { reported }) => ({
    to: 3,
    from: [2],
    reason,
    actor: "系统",
    set: sql`last_error = ${reason}, reported_version = ${reported}, result_time = ${now}, deadline = null`,
  }));
}

/** Failed ones wait, longer each time, and begin again while tries are left. */
async function tryAgain(trx: Transaction<DB>, now: Date): Promise<void> {
  const seconds = sql`least(3600, ${settings().ISSUE_RETRY_SECONDS}::integer * power(3, greatest(tries, 1) - 1))`;
  const { rows } = await sql<FailedDelivery & { tries: number }>`
    select d.detail_uuid, d.tries, '第 ' || d.tries || ' 次失败，' || round((${seconds} / 60)::numeric, 1)::float8 || ' 分钟后重试' as reason
    from issue_task t join issue_detail d using (task_uuid) where t.state = 1 and d.state = 3 and d.tries <= t.retry`.execute(
    trx,
  );
  await moveByReason(trx, rows, (reason) => ({
    to: 0,
    reason,
    actor: "系统",
    set: sql`next_try_at = ${now}::timestamptz + ${seconds} * interval '1 second', percent = 0, progress_code = null, progress_text = null, deadline = null`,
  }));
}

async function moveByReason(
  trx: Transaction<DB>,
  rows: readonly FailedDelivery[],
  moveOf: (reason: string, first: FailedDelivery) => Move,
): Promise<void> {
  for (const [reason, those] of groupBy(rows, (row) => row.reason))
    await moveDetails(
      trx,
      those.map(({ detailUuid }) => detailUuid),
      moveOf(reason, those[0]!),
    );
}
