import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";

interface Step {
  detailUuid: string;
  step: "start" | "end";
  at: Date;
}

/** Keeps when the download of a delivery under way first began or ended. */
export const keepTime = gatherCalls(keepTogether, { most: 500, atOnce: 1 });

async function keepTogether(steps: Step[]): Promise<void[]> {
  await sql`${plannedOnce}
    with given as (
      select detail_uuid, min(at) filter (where step = 'start') as began, min(at) filter (where step = 'end') as ended
      from unnest(${steps.map((one) => one.detailUuid)}::text[], ${steps.map((one) => one.step)}::text[], ${steps.map((one) => one.at)}::timestamptz[]) as g (detail_uuid, step, at) group by 1
    ), locked as (
      select d.detail_uuid from issue_detail d join given using (detail_uuid) where d.state = 1 order by 1 for update of d
    )
    update issue_detail d set download_start = coalesce(download_start, began), download_end = coalesce(download_end, ended)
    from given join locked using (detail_uuid) where d.detail_uuid = given.detail_uuid`.execute(db());
  return [];
}
