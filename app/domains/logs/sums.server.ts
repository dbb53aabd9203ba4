import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { settings } from "~/kit/ground/settings.server";
import { addDays } from "~/kit/ground/time/days";
import type { Bar, FunctionSum, LoginDay } from "./chart-tables";
import { countDays, type Range } from "./range";

/** Logins of each day by their result, days without any too. */
export const countLogins = sharedFigures("logins", async (viewer, range: Range): Promise<LoginDay[]> => {
  const zone = settings().OPERATOR_TIME_ZONE;
  const found = await sql<LoginDay>`
    select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) filter (where result = 'success') as success, count(*) filter (where result = 'failed') as failed
    from login_log where at >= (${range.from}::date::timestamp at time zone ${zone}) and at < (${addDays(range.to, 1)}::date::timestamp at time zone ${zone})
      and ${inScope(viewer, sql`org_id`)} group by 1`.execute(db());
  const byDay = new Map(found.rows.map((row) => [row.day, row]));
  return daysOf(range).map((day) => byDay.get(day) ?? { day, success: 0, failed: 0 });
});

/** Runs of jobs of each day, and how many of them failed; days without any too. */
export const countRuns = sharedFigures("job runs", async (viewer, range: Range): Promise<Bar[]> => {
  const zone = settings().OPERATOR_TIME_ZONE;
  const found = await sql<Omit<Bar, "name">>`
    select to_char(began_at at time zone ${zone}, 'YYYY-MM-DD') as key, count(*) as count, count(*) filter (where result = 'failed') as errors
    from job_log where began_at >= (${range.from}::date::timestamp at time zone ${zone}) and began_at < (${addDays(range.to, 1)}::date::timestamp at time zone ${zone})
      and ${inScope(viewer, sql`org_id`)} group by 1`.execute(db());
  return filled(found.rows, daysOf(range), (day) => day);
});

export type By = "hour" | "day" | "function" | "organisation";

/** Requests of the range by hour of the day, by day, by function or by organisation; hours and days without any too. */
export const countRequests = sharedFigures("requests", async (viewer, range: Range, by: By): Promise<Bar[]> => {
  const { from, to } = range;
  const hourly = async (key: RawBuilder<unknown>) =>
    (
      await sql<Omit<Bar, "name">>`
      select ${key} as key, sum(requests) as count, sum(errors) as errors from request_hour
      where day between ${from}::date and ${to}::date and ${inScope(viewer, sql`org_id`)} group by 1 order by 2 desc, 1`.execute(
        db(),
      )
    ).rows;
  if (by === "hour") return filled(await hourly(sql`to_char(hour, 'FM00')`), hours, (hour) => `${hour} 时`);
  if (by === "day") return filled(await hourly(sql`day::text`), daysOf(range), (day) => day);
  if (by === "function") {
    const { rows } = await sql<Bar>`
      select function as key, function as name, sum(requests) as count, sum(errors) as errors from (${speeds(viewer, range)}) as speeds
      group by 1, 2 having sum(requests) > 0 order by 3 desc, 1`.execute(db());
    return rows;
  }
  const bars = await hourly(sql`org_id`);
  const names = await db()
    .selectFrom("organisation")
    .select(["orgId", "orgName"])
    .where("orgId", "in", ["", ...bars.map(({ key }) => key)])
    .execute();
  const nameOf = new Map(names.map(({ orgId, orgName }) => [orgId, orgName]));
  return bars.map((bar) => ({ ...bar, name: nameOf.get(bar.key) ?? (bar.key ? "已删除的机构" : "没有机构或未登录") }));
});

/** What each function was used, the most used first; median and 95th percentile from steps that grow by a quarter. */
export async function sumFunctions(viewer: Viewer, range: Range): Promise<FunctionSum[]> {
  const [steps, people] = await Promise.all([
    sql<{ functionName: string; bucket: number; requests: number; errors: number }>`
      select function as function_name, bucket, sum(requests) as requests, sum(errors) as errors from (${speeds(viewer, range)}) as speeds
      group by 1, 2 having sum(requests) > 0 order by 1, 2`.execute(db()),
    sql<{ functionName: string; people: number }>`
      select function as function_name, sum(bit_count(people)) as people from (
        select function, part, bit_or(people) as people from request_people
        where day between ${range.from}::date and ${range.to}::date and ${ofViewer(viewer)} group by 1, 2) as parts group by 1`.execute(
      db(),
    ),
  ]);
  const peopleOf = new Map(people.rows.map((row) => [row.functionName, row.people]));
  return [...groupBy(steps.rows, (row) => row.functionName)]
    .map(([functionName, steps]) => ({
      functionName,
      count: total(steps.map(({ requests }) => requests)),
      people: peopleOf.get(functionName) ?? 0,
      median: shareOf(steps, 0.5),
      p95: shareOf(steps, 0.95),
      errors: total(steps.map(({ errors }) => errors)),
    }))
    .sort((a, b) => b.count - a.count || (a.functionName < b.functionName ? -1 : 1));
}

/** The milliseconds that a share of the requests stays below, as if those of a step were spread evenly over it. */
export function shareOf(steps: readonly { bucket: number; requests: number }[], share: number): number {
  let wanted = share * total(steps.map(({ requests }) => requests));
  for (const { bucket, requests } of steps) {
    if (wanted <= requests) {
      const [least, most] = bucket === 0 ? [0, 1] : [2 ** ((bucket - 1) / 3), 2 ** (bucket / 3)];
      return Math.round((least + (most - least) * (wanted / requests)) * 10) / 10;
    }
    wanted -= requests;
  }
  return 0;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
const daysOf = (range: Range) => Array.from({ length: countDays(range) }, (_, nth) => addDays(range.from, nth));
const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** How many requests the range and the functions have, as their sums say. */
export async function countAll(viewer: Viewer, range: Range, functions?: string[]): Promise<number> {
  const found = await sql<{ count: number }>`
    select coalesce(sum(requests), 0) as count from (${speeds(viewer, range)}) as speeds
    where ${functions ? sql`function = any(${functions})` : sql`true`}`.execute(db());
  return found.rows[0]!.count;
}

function filled(found: Omit<Bar, "name">[], keys: readonly string[], nameOf: (key: string) => string): Bar[] {
  const byKey = new Map(found.map((bar) => [bar.key, bar]));
  return keys.map((key) => ({ ...(byKey.get(key) ?? { key, count: 0, errors: 0 }), name: nameOf(key) }));
}

/** Who sees all organisations reads the row of all together. */
const ofViewer = (viewer: Viewer) => (viewer.orgScope === "all" ? sql`org_id = '*'` : inScope(viewer, sql`org_id`));

/** How many requests of each function took how long: whole months, and at either end of the range some fifteen days at most, added or taken away. To be summed up by who asks. */
function speeds(viewer: Viewer, range: Range): RawBuilder<unknown> {
  const [from, end] = [range.from, addDays(range.to, 1)];
  const [first, last] = [nearestMonth(from), nearestMonth(end)];
  const months = sql`select function, bucket, requests, errors from request_speed_month
    where month >= ${first}::date and month < ${last}::date and ${ofViewer(viewer)}`;
  const days = (since: string, until: string, sign: RawBuilder<unknown>) =>
    since < until
      ? [
          sql`select function, bucket, ${sign} requests, ${sign} errors from request_speed
            where day >= ${since}::date and day < ${until}::date and ${ofViewer(viewer)}`,
        ]
      : [];
  return sql.join(
    [
      months,
      ...days(from, first, plus),
      ...days(first, from, minus),
      ...days(last, end, plus),
      ...days(end, last, minus),
    ],
    sql` union all `,
  );
}

/** The first day of the month, or of the next where that is nearer. */
function nearestMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const late = Number(day.slice(8)) > 16 ? 1 : 0;
  return new Date(Date.UTC(year, month - 1 + late, 1)).toISOString().slice(0, 10);
}

const [plus, minus] = [sql`+`, sql`-`];
