import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { addDays, type Range } from "./range";

/** Who sees all organisations reads the row of all together. */
export const ofViewer = (viewer: Viewer) =>
  viewer.orgScope === "all" ? sql`org_id = '*'` : inScope(viewer, sql`org_id`);

/** How many requests of each function took how long: whole months, and at either end of the range some fifteen days at most, added or taken away. To be summed up by who asks. */
export function speeds(viewer: Viewer, range: Range): RawBuilder<unknown> {
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
