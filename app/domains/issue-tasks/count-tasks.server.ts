import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { TaskFilters } from "./table";
import { taskSource } from "./tasks.server";

/** How many tasks of the viewer's organisations stand in which state, of those that the other filters leave. */
export async function countTasks(viewer: Viewer, filters: TaskFilters): Promise<Map<number, number>> {
  const those = [
    sql`deleted_at is null`,
    inScope(viewer, sql`org_id`),
    ...taskSource.where({ ...filters, state: undefined }, viewer),
  ];
  const { rows } = await sql<{ state: number; count: number }>`
    select state, count(*)::int as count from issue_task where ${sql.join(those, sql` and `)} group by state`.execute(
    db(),
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}
