import { sql } from "kysely";
import { type Database, inTransaction } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { moveDetails } from "../move-details.server";

/** Ends tries that came to nothing, each in words; those whose task allows another wait for it, twice as long each time. Answers the keys that failed. */
export function failDetails(detailUuids: readonly string[], reason: string, actor: string): Promise<string[]> {
  return inTransaction(async (trx) => {
    const failed = await moveDetails(trx, detailUuids, {
      to: 3,
      from: [1],
      reason,
      actor,
      set: sql`last_error = ${reason}, result_time = now(), deadline = null`,
    });
    if (failed.length > 0) await tryAgainLater(trx, failed);
    return failed;
  });
}

async function tryAgainLater(on: Database, failed: readonly string[]): Promise<void> {
  const { rows } = await sql<{ detailUuid: string }>`
    select d.detail_uuid from issue_detail d join issue_task t using (task_uuid)
    where d.detail_uuid = any(${failed}) and d.tries <= t.retry and t.state in (1, 2) and t.deleted_at is null`.execute(
    on,
  );
  if (rows.length === 0) return;
  await moveDetails(
    on,
    rows.map(({ detailUuid }) => detailUuid),
    {
      to: 0,
      reason: "稍后自动重试",
      actor: "系统",
      set: sql`next_try_at = now() + ${settings().ISSUE_RETRY_SECONDS} * interval '1 second' * power(2, least(greatest(tries, 1), 7) - 1),
        percent = 0, progress_code = null, progress_text = null, notice_time = null, download_start = null, download_end = null`,
    },
  );
}
