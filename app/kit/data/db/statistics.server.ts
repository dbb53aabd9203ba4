import { sql } from "kysely";
import { log } from "~/kit/ground/log.server";
import { db } from "./pool.server";
import type { DB } from "./tables";

/** Call it after bulk data: the database itself looks late, at tables under fifty rows never. A failure is logged. */
export async function gatherStatistics(which: "all" | "unknown" | readonly (keyof DB & string)[]): Promise<void> {
  try {
    const tables = (typeof which === "string" ? await findTables(which) : which).map((name) => sql.table(name));
    if (tables.length > 0) await sql`analyze ${sql.join(tables)}`.execute(db());
  } catch (error) {
    log.warn({ err: error }, "the statistics of the tables were not gathered");
  }
}

async function findTables(which: "all" | "unknown"): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'member')
      and (${which === "all"} or reltuples < 0)`.execute(db());
  return rows.map(({ name }) => name);
}
