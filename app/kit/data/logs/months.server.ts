import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";

/** Makes the partitions of all logs for these months (UTC) where they are missing; answers how many. */
export async function makeLogMonths(from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select make_log_months(${dayOf(from)}::date, ${dayOf(to)}::date) as made`.execute(db());
  return rows[0]!.made;
}

/** Makes the months to come ahead of need and drops those older than the settings say; answers what was dropped. */
export async function keepLogMonths(now = new Date()): Promise<string[]> {
  await makeLogMonths(monthsFrom(now, -1), monthsFrom(now, 2));
  const dropped: string[] = [];
  for (const [parent, months] of kept()) {
    if (months === 0) continue;
    for (const { name, attached, halfway } of await partsBefore(parent, monthsFrom(now, -months))) {
      if (halfway) await sql`alter table ${sql.id(parent)} detach partition ${sql.id(name)} finalize`.execute(db());
      else if (attached)
        await sql`alter table ${sql.id(parent)} detach partition ${sql.id(name)} concurrently`.execute(db());
      await sql`drop table if exists ${sql.id(name)}`.execute(db());
      dropped.push(name);
    }
  }
  return dropped;
}

/** Those that an earlier run took off but did not drop are found by their names. */
async function partsBefore(parent: string, month: Date) {
  const oldest = `${parent}_${dayOf(month).slice(0, 7).replace("-", "")}`;
  const { rows } = await sql<{ name: string; attached: boolean; halfway: boolean }>`
    select relname as name, inhrelid is not null as attached, coalesce(inhdetachpending, false) as halfway
    from pg_class left join pg_inherits on inhrelid = pg_class.oid
    where relkind = 'r' and pg_table_is_visible(pg_class.oid) and relname ~ ${`^${parent}_[0-9]{6}$`} and relname < ${oldest} order by 1`.execute(
    db(),
  );
  return rows;
}

function kept(): [parent: string, months: number][] {
  const { LOGIN_LOG_MONTHS, REQUEST_LOG_MONTHS, JOB_LOG_MONTHS } = settings();
  return [
    ["login_log", LOGIN_LOG_MONTHS],
    ...["request_log", "request_speed_month", "request_speed", "request_hour", "request_people"].map(
      (parent): [string, number] => [parent, REQUEST_LOG_MONTHS],
    ),
    ["job_log", JOB_LOG_MONTHS],
  ];
}

/** The first month whose logins are kept; undefined where all are. */
export function firstLoginMonth(now = new Date()): Date | undefined {
  const { LOGIN_LOG_MONTHS } = settings();
  return LOGIN_LOG_MONTHS === 0 ? undefined : monthsFrom(now, -LOGIN_LOG_MONTHS);
}

const monthsFrom = (moment: Date, months: number) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
