import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";

/** Runs of matching that ended long ago, with what they proposed. */
export const oldMatchBatches: AgingRows = {
  table: "match_batch",
  months: "BATCH_MONTHS",
  where: (before) => sql`finished_at < ${before} and state in ('done', 'cancelled')`,
};
