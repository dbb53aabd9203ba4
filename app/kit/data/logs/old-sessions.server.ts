import { sql } from "kysely";
import { deleteInSteps } from "~/kit/data/db/old-rows.server";

/** Nobody comes back to the tabs of a login that has lain for so long. */
const tabDays = 7;

/** Drops sessions that ended and were last used before a moment, and the tabs that lie with older ones; answers how many sessions and tabs. */
export async function dropOldSessions(before: Date | undefined): Promise<number> {
  let dropped = await deleteInSteps(
    (
      limit,
    ) => sql`delete from session_tab where ctid = any(array(select tab.ctid from session_tab tab join session using (session_id)
      where last_seen_at < now() - make_interval(days => ${tabDays}) and (ended_at is not null or expires_at < now()) limit ${limit}))`,
  );
  if (before)
    dropped += await deleteInSteps(
      (limit) => sql`delete from session where session_id in (select session_id from session
        where last_seen_at < ${before} and coalesce(ended_at, expires_at) < ${before} limit ${limit})`,
    );
  return dropped;
}
