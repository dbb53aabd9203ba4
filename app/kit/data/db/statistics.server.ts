import { sql } from "kysely";
import { log } from "~/kit/ground/log.server";
import { db } from "./pool.server";
import type { DB } from "./tables";

type Which = "all" | "unknown" | "changed";

/** Call it after bulk data, and for what has changed while much is written: the database itself looks late, at tables under fifty rows never. A failure is logged. */
export async function gatherStatistics(which: Which | readonly (keyof DB & string)[]): Promise<void> {
  try {
    const tables = (typeof which === "string" ? await findTables(which) : which).map((name) => sql.table(name));
    if (tables.length > 0) await sql`analyze ${sql.join(tables)}`.execute(db());
  } catch (error) {
    log.warn({ err: error }, "the statistics of the tables were not gathered");
  }
}

async function findTables(which: Which): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'member')
      and case ${which} when 'all' then true when 'unknown' then reltuples < 0
        else pg_stat_get_mod_since_analyze(oid) > greatest(0.01 * reltuples, 500) end`.execute(db());
  return rows.map(({ name }) => name);
}
