import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { expiryFields, warnedDays } from "./expiry";

export interface ExpiringKind {
  label: string;
  overdue: number;
  soon: number;
  /** Of the one that runs out next, among those that have not; null where all have. */
  nextDays: number | null;
}

/** What of the viewer's buses has run out or soon will, by kind in the order of the form. */
export const expiringByKind = sharedFigures("expiring by kind", async (viewer): Promise<ExpiringKind[]> => {
  const kinds = expiryFields.map(({ name, label }, nth) => sql`(${nth}::int, ${label}::text, bus.${sql.ref(name)})`);
  const { rows } = await sql<ExpiringKind>`
    select kind.label, count(*) filter (where kind.day < ${today()}::date)::int as overdue, count(*) filter (where kind.day >= ${today()}::date)::int as soon,
      (min(kind.day) filter (where kind.day >= ${today()}::date) - ${today()}::date)::int as next_days
    from bus cross join lateral (values ${sql.join(kinds)}) as kind (nth, label, day)
    where bus.deleted_at is null and ${inScope(viewer, sql`bus.org_id`)} and bus.first_expire < ${today()}::date + ${warnedDays}::int
      and kind.day < ${today()}::date + ${warnedDays}::int group by kind.nth, kind.label order by kind.nth`.execute(
    db(),
  );
  return rows;
});
