import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type HistoryRow, untilDay } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { lineParts } from "./line-parts.server";
import { requireLine } from "~/domains/lines/queries.server";

export interface LineChange extends HistoryRow {
  /** What of the line was changed, and of which variant (of a standby station: its name; of a reference: its own). */
  part: "line" | "variant" | "version" | "standby" | "reference";
  classifyName: string | null;
  classifySid: string | null;
  sortType: number | null;
}

/** What happened to a line, its variants and their versions, to a day or to now, newest first, at most 200 changes. */
export async function lineHistory(viewer: Viewer, lineUuid: string, to?: string): Promise<LineChange[]> {
  await requireLine(viewer, lineUuid);
  const found = await sql<LineChange>`
    select h.history_id, h.action, h.record_version, h.before, h.after, h.user_name, h.reason, h.at, parts.part, parts.classify_name, parts.classify_sid, parts.sort_type
    from ${lineParts} join history h on h.record_key = parts.key where parts.line_uuid = ${lineUuid} and ${to ? untilDay(to) : sql`true`} order by h.at desc, h.history_id desc limit 200`.execute(
    db(),
  );
  return found.rows;
}
