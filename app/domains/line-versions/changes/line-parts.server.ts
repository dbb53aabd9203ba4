import { sql } from "kysely";

/** The line and what belongs to it, by the keys under which the history speaks of them: `parts`. */
export const lineParts = sql`(
  select line_uuid as key, line_uuid, 'line' as part, null::text as classify_name, null::text as classify_sid, null::integer as sort_type from line
  union all select classify_sid, main_uuid, 'variant', classify_name, classify_sid, sort_type from line_classify
  union all select v.version_uuid, c.main_uuid, 'version', c.classify_name, c.classify_sid, c.sort_type from line_version v join line_classify c using (classify_sid)
  union all select standby_uuid, line_uuid, 'standby', s.sta_name, null, null from line_standby join station s using (sta_uuid)
  union all select reference_uuid, line_uuid, 'reference', reference_name, null, null from line_reference) parts`;
