import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";

/** Runs of generating that ended long ago; the files that they made stay. */
export const oldFileBatches: AgingRows = {
  table: "line_file_batch",
  months: "BATCH_MONTHS",
  where: (before) => sql`finished_at < ${before} and state in ('done', 'cancelled')`,
};
