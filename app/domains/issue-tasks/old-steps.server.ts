import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";

/** Steps of deliveries long ago; what became of each stays in the delivery itself. */
export const oldSteps: AgingRows = {
  table: "issue_detail_log",
  months: "ISSUE_LOG_MONTHS",
  where: (before) =>
    sql`at < ${before} and not exists (select from issue_detail d where d.detail_uuid = issue_detail_log.detail_uuid and d.state < 2)`,
};
