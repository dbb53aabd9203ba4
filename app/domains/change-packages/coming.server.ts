import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";

/** The confirmed packages that come into force within so many days, the next first. */
export const comingPackages = sharedFigures("packages that come", async (viewer, days: number, most: number) => {
  const { rows } = await sql<{ packageUuid: string; packageName: string; day: string }>`
    select package_uuid, package_name, effective_day::text as day from change_package
    where state = 1 and deleted_at is null and effective_day <= ${today()}::date + ${days}::int and ${inScope(viewer, sql`org_id`)}
    order by effective_day, package_uuid limit ${most}`.execute(db());
  return rows;
});
