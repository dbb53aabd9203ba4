import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { HistoryRow } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { requireLine } from "./lines.server";

export interface LineChange extends HistoryRow {
  /** What of the line was changed, and of which variant (of a standby station: its name; of a reference: its own). */
  part: "line" | "variant" | "version" | "standby" | "reference";
  classifyName: string | null;
  classifySid: string | null;
  sortType: number | null;
}

/** What happened to a line, its variants and their versions, newest first, at most 200 changes. */
export async function lineHistory(viewer: Viewer, lineUuid: string): Promise<LineChange[]> {
  await requireLine(viewer, lineUuid);
  const found = await sql<LineChange>`
    with parts as (
      select line_uuid as key, 'line' as part, null::text as classify_name, null::text as classify_sid, null::integer as sort_type from line where line_uuid = ${lineUuid}
      union all select classify_sid, 'variant', classify_name, classify_sid, sort_type from line_classify where main_uuid = ${lineUuid}
      union all select v.version_uuid, 'version', c.classify_name, c.classify_sid, c.sort_type from line_classify c join line_version v using (classify_sid) where c.main_uuid = ${lineUuid}
      union all select standby_uuid, 'standby', s.sta_name, null, null from line_standby join station s using (sta_uuid) where line_uuid = ${lineUuid}
      union all select reference_uuid, 'reference', reference_name, null, null from line_reference where line_uuid = ${lineUuid})
    select h.history_id, h.action, h.record_version, h.before, h.after, h.user_name, h.reason, h.at, parts.part, parts.classify_name, parts.classify_sid, parts.sort_type
    from parts join history h on h.record_key = parts.key order by h.at desc, h.history_id desc limit 200`.execute(
    db(),
  );
  return found.rows;
}
