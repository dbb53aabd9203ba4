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
    const oldest = `${parent}_${dayOf(monthsFrom(now, -months)).slice(0, 7).replace("-", "")}`;
    const found = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${parent}::regclass and relname < ${oldest} and relname ~ '_[0-9]{6}$' order by 1`.execute(
      db(),
    );
    for (const { name } of found.rows) {
      await sql`drop table if exists ${sql.id(name)}`.execute(db());
      dropped.push(name);
    }
  }
  return dropped;
}

function kept(): [parent: string, months: number][] {
  const { LOGIN_LOG_MONTHS, REQUEST_LOG_MONTHS, JOB_LOG_MONTHS } = settings();
  return [
    ["login_log", LOGIN_LOG_MONTHS],
    ...["request_log", "request_speed", "request_hour", "request_person"].map((parent): [string, number] => [
      parent,
      REQUEST_LOG_MONTHS,
    ]),
    ["job_log", JOB_LOG_MONTHS],
  ];
}

const monthsFrom = (moment: Date, months: number) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
