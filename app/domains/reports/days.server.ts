import { sql } from "kysely";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";

const dayMs = 86_400_000;
const prefix = "device_report_";

/** Makes the partitions of these days (UTC) where they are missing. */
export async function makeReportDays(from: Date, to: Date): Promise<void> {
  await inTransaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('device_report days'))`.execute(trx);
    for (let day = startOf(from); day <= to.getTime(); day += dayMs) {
      const [first, next] = [dateOf(day), dateOf(day + dayMs)];
      await sql`create table if not exists ${sql.id(prefix + first.replaceAll("-", ""))} partition of device_report
        for values from (${sql.lit(`${first} 00:00:00+00`)}) to (${sql.lit(`${next} 00:00:00+00`)})`.execute(trx);
    }
  });
}

/** Makes the partitions of the coming days ahead of need and drops those older than REPORT_KEEP_DAYS; answers what was dropped. */
export async function keepReportDays(now = new Date()): Promise<string[]> {
  await makeReportDays(new Date(now.getTime() - dayMs), new Date(now.getTime() + 2 * dayMs));
  const oldest = prefix + dateOf(startOf(now) - settings().REPORT_KEEP_DAYS * dayMs).replaceAll("-", "");
  const found = await sql<{
    name: string;
  }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'device_report'::regclass and relname < ${oldest} order by 1`.execute(
    db(),
  );
  const names = found.rows.map(({ name }) => name).filter((name) => /^device_report_\d{8}$/.test(name));
  for (const name of names) await sql`drop table if exists ${sql.id(name)}`.execute(db());
  return names;
}

/** Looks after the partitions now and every hour; answers what ends it. */
export async function startReportDays(): Promise<() => Promise<void>> {
  const days = repeat(3_600_000, "the days of device reports could not be kept", () => keepReportDays());
  await days.first;
  return days.end;
}

const startOf = (moment: Date) => Math.floor(moment.getTime() / dayMs) * dayMs;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
