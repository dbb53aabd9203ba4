import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

const batch = 5000;
/** Nobody comes back to the tabs of a login that has lain for so long. */
const tabDays = 7;

/** Drops sessions that ended and were last used before a moment, and the tabs that lie with older ones; answers how many sessions and tabs. */
export async function dropOldSessions(before: Date | undefined): Promise<number> {
  let dropped = await inBatches(
    sql`delete from session_tab where ctid = any(array(select tab.ctid from session_tab tab join session using (session_id)
      where last_seen_at < now() - make_interval(days => ${tabDays}) and (ended_at is not null or expires_at < now()) limit ${batch}))`,
  );
  if (before)
    dropped += await inBatches(
      sql`delete from session where session_id in (select session_id from session
        where last_seen_at < ${before} and coalesce(ended_at, expires_at) < ${before} limit ${batch})`,
    );
  return dropped;
}

/** So many rows a statement: nobody's login waits for a million of them. */
async function inBatches(statement: ReturnType<typeof sql>): Promise<number> {
  for (let rows = 0; ;) {
    const { numAffectedRows = 0n } = await statement.execute(db());
    rows += Number(numAffectedRows);
    if (numAffectedRows < BigInt(batch)) return rows;
  }
}
