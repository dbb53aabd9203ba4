import { sql } from "kysely";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { moveDetails } from "../move-details.server";
import { terminal } from "./job";

interface Settled {
  detailUuid: string;
  state: 0 | 2;
  version: string;
  reported: string;
}

/** Holds the deliveries of these terminals against what they report: in effect, not in effect in time, or not needed. */
export async function settleReported(devices: readonly string[]): Promise<void> {
  const { rows } = await sql<Settled>`${plannedOnce}
    select d.detail_uuid, d.state, d.file_version as version, r.file_version as reported
    from issue_detail d join reported_file r using (dev_uuid, kind, file_no)
    where d.dev_uuid = any(${devices}) and d.state = 2 and (r.file_version = d.file_version or d.deadline <= now())
    union all
    select d.detail_uuid, d.state, d.file_version, r.file_version
    from issue_detail d join reported_file r using (dev_uuid, kind, file_no) join issue_task t using (task_uuid)
    where d.dev_uuid = any(${devices}) and d.state = 0 and d.file_key is not null and r.file_version = d.file_version and t.state = 1 and t.deleted_at is null and d.stage <= t.stage
      and not exists (select from issue_detail u where u.dev_uuid = d.dev_uuid and u.state = 1)`.execute(db());
  const inEffect = rows.filter(({ reported, version }) => reported === version);
  for (const { detailUuid } of inEffect.filter(({ state }) => state === 0)) await endUnneeded(detailUuid);
  await putInEffect(inEffect.filter(({ state }) => state === 2).map(({ detailUuid }) => detailUuid));
  for (const { detailUuid, reported } of rows.filter((row) => row.reported !== row.version))
    await endWithout(detailUuid, reported);
}

/** A vehicle that has the file already ends as others do, step by step, each in the log. */
async function endUnneeded(detailUuid: string): Promise<void> {
  const reason = "车辆已有这一版本，不需要下载";
  try {
    const begun = await moveDetails(db(), [detailUuid], {
      ...{ to: 1, reason, actor: terminal },
      set: sql`next_try_at = null, deadline = now() + interval '1 minute'`,
    });
    const had = await moveDetails(db(), begun, {
      ...{ to: 2, reason, actor: terminal },
      set: sql`percent = 100, result_time = now(), deadline = null`,
    });
    await putInEffect(had);
  } catch (error) {
    // Another delivery of this terminal has just begun: the next report ends this one.
    if (sqlState(error) !== "23505") throw error;
  }
}

async function putInEffect(keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await moveDetails(db(), keys, {
    ...{ to: 4, reason: "车辆报告正在使用这一版本", actor: terminal },
    set: sql`reported_version = file_version, deadline = null, last_error = null`,
  });
}

async function endWithout(detailUuid: string, reported: string): Promise<void> {
  const reason = `等待生效的时间已过，车辆报告的版本是 ${reported}`;
  await moveDetails(db(), [detailUuid], {
    ...{ to: 3, from: [2], reason, actor: terminal },
    set: sql`reported_version = ${reported}, last_error = ${reason}, deadline = null`,
  });
}
