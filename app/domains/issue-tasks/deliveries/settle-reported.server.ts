import { sql } from "kysely";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { moveDetails } from "../move-details.server";
import { terminal } from "./job";
import { saysSame } from "./reported-sums.server";

interface SettledDelivery {
  detailUuid: string;
  state: 0 | 2;
  version: string;
  reported: string;
  same: boolean;
  /** The checksum that the terminal tells, or null. */
  reportedSum: string | null;
}

/** Holds the deliveries of these terminals against what they report: in effect, not in effect in time, or not needed. */
export async function settleReported(devices: readonly string[]): Promise<void> {
  const same = saysSame("r", "d");
  const { rows } = await sql<SettledDelivery>`${plannedOnce}
    select d.detail_uuid, d.state, d.file_version as version, r.file_version as reported, r.told_crc32 as reported_sum, ${same} as same
    from issue_detail d join reported_file r using (dev_uuid, kind, file_no)
    where d.dev_uuid = any(${devices}) and d.state = 2 and (${same} or d.deadline <= now())
    union all
    select d.detail_uuid, d.state, d.file_version, r.file_version, r.told_crc32, true
    from issue_detail d join reported_file r using (dev_uuid, kind, file_no) join issue_task t using (task_uuid)
    where d.dev_uuid = any(${devices}) and d.state = 0 and d.file_key is not null and ${same} and t.state = 1 and t.deleted_at is null and d.stage <= t.stage
      and not exists (select from issue_detail u where u.dev_uuid = d.dev_uuid and u.state = 1)`.execute(db());
  const inEffect = rows.filter((row) => row.same);
  for (const { detailUuid, reportedSum } of inEffect.filter(({ state }) => state === 0))
    await endUnneeded(detailUuid, reportedSum);
  const ready = inEffect.filter(({ state }) => state === 2);
  for (const isProven of [true, false])
    await putInEffect(
      ready.filter(({ reportedSum }) => (reportedSum !== null) === isProven).map(({ detailUuid }) => detailUuid),
      isProven,
    );
  for (const one of rows.filter((row) => !row.same)) await endWithout(one);
}

const proven = (isProven: boolean) => (isProven ? "校验值一致" : "未核实：终端没有报告校验值");

/** A vehicle that has the file already ends as others do, step by step, each in the log. */
async function endUnneeded(detailUuid: string, reportedSum: string | null): Promise<void> {
  const reason = `车辆已有这一版本，不需要下载；${proven(reportedSum !== null)}`;
  try {
    const begun = await moveDetails(db(), [detailUuid], {
      to: 1,
      reason,
      actor: terminal,
      set: sql`next_try_at = null, deadline = now() + interval '1 minute'`,
    });
    const had = await moveDetails(db(), begun, {
      to: 2,
      reason,
      actor: terminal,
      set: sql`percent = 100, result_time = now(), deadline = null`,
    });
    await putInEffect(had, reportedSum !== null);
  } catch (error) {
    // Another delivery of this terminal has just begun: the next report ends this one.
    if (sqlState(error) !== "23505") throw error;
  }
}

async function putInEffect(keys: string[], isProven: boolean): Promise<void> {
  if (keys.length === 0) return;
  await moveDetails(db(), keys, {
    to: 4,
    reason: `车辆报告正在使用这一版本；${proven(isProven)}`,
    actor: terminal,
    set: sql`reported_version = file_version, deadline = null, last_error = null`,
  });
}

async function endWithout({ detailUuid, version, reported, reportedSum }: SettledDelivery): Promise<void> {
  const what = reported === version ? `${reported}，但校验值 ${reportedSum} 与发出的不同` : reported;
  const reason = `等待生效的时间已过，车辆报告的版本是 ${what}`;
  await moveDetails(db(), [detailUuid], {
    to: 3,
    from: [2],
    reason,
    actor: terminal,
    set: sql`reported_version = ${reported}, last_error = ${reason}, deadline = null`,
  });
}
