import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";

const months = "IMPORT_FILE_MONTHS";
const isUnconfirmed = sql`state in ('waiting', 'reading', 'preview')`;

/** Files of imports and exports long ago, which the next sweep then removes; what nobody confirmed is given up. What was brought in, and what stood there before, stays. */
export const oldImportFiles: AgingRows = {
  table: "import_batch",
  months,
  where: (before) => sql`created_at < ${before} and state <> 'applying' and (file_key is not null or ${isUnconfirmed})`,
  instead: sql`file_key = null, preview = case when ${isUnconfirmed} then null else preview end,
    state = case when ${isUnconfirmed} then 'cancelled' else state end, finished_at = coalesce(finished_at, now())`,
};

/** Rows of tables that were never written. */
export const oldUnwrittenRows: AgingRows = {
  table: "sheet_row",
  months,
  where: (before) =>
    sql`import_id = any(array(select import_id from import_batch where created_at < ${before} and state in ('cancelled', 'failed') and confirmed_at is null))`,
};
