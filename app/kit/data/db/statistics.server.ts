import { sql } from "kysely";
import { log } from "~/kit/ground/log.server";
import { db } from "./pool.server";

/**
 * Has the database look at what lies in its tables, `all` of them or those `unknown` to it so far. Call it after data came in
 * bulk: by itself it looks late, at a table of less than fifty rows never, and plans without knowing them. What fails is logged
 * and harms nothing.
 */
export async function gatherStatistics(which: "all" | "unknown"): Promise<void> {
  try {
    const found = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'member')
        and (${which === "all"} or reltuples < 0)`.execute(db());
    const tables = found.rows.map(({ name }) => sql.table(name));
    if (tables.length > 0) await sql`analyze ${sql.join(tables)}`.execute(db());
  } catch (error) {
    log.warn({ err: error }, "the statistics of the tables were not gathered");
  }
}
