import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import type { Sides } from "~/kit/room/audited.server";

/** Changes of lines with the state that lists showed then: one that runs is not opened before its first version is in force, by its day and because somebody put it in force. */
export async function asTheyStood<C extends Sides & { historyId: string }>(changes: readonly C[]): Promise<C[]> {
  const { rows } = await sql<{ historyId: string }>`
    select h.history_id from history h join line on line.line_uuid = h.record_key
    where h.history_id = any(${changes.map(({ historyId }) => historyId)}) and not exists (
      select from line_version v join line_classify c using (classify_sid)
      left join lateral (
        select min(p.at) as at from history p where p.record_key = v.version_uuid and p.after ->> 'validFrom' is not null
      ) put on true
      where c.main_uuid = line.line_uuid and coalesce(put.at, v.created_at) <= h.at
        and lower(v.valid)::timestamp at time zone ${settings().OPERATOR_TIME_ZONE} <= h.at
    )`.execute(db());
  const unopened = new Set(rows.map(({ historyId }) => historyId));
  const stood = (side: Sides["after"]) => (side?.state === 10 ? { ...side, state: 0 } : side);
  return changes.map((change) =>
    unopened.has(change.historyId) ? { ...change, before: stood(change.before), after: stood(change.after) } : change,
  );
}
