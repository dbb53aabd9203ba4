import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";

const mostAtOnce = 5000;

/** Drops events that ended and began before the months (UTC) that the settings keep, in small pieces; answers how many. */
export async function keepEventMonths(now = new Date()): Promise<number> {
  const months = settings().FENCE_EVENT_MONTHS;
  if (months === 0) return 0;
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  let dropped = 0;
  for (let done = mostAtOnce; done === mostAtOnce; dropped += done) {
    const { numAffectedRows } = await sql`
      delete from vehicle_event where event_uuid in (
        select event_uuid from vehicle_event where began_at < ${oldest} and ended_at is not null order by began_at limit ${mostAtOnce})`.execute(
      db(),
    );
    done = Number(numAffectedRows);
  }
  return dropped;
}

/** Looks for old events now and every six hours; answers what ends it. */
export function startEventMonths(): () => Promise<void> {
  return repeat(6 * 3_600_000, "old events of fences could not be dropped", () => keepEventMonths()).end;
}
