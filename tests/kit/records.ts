import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";

/** A table whose records can be deleted and brought back. */
export interface RecordsTable {
  /** As the program calls it. */
  name: string;
  key: string;
  columns: string[];
  /** What even deleted ones have each their own. */
  unique: string[];
}

let tables: Promise<RecordsTable[]> | undefined;

/** The table that holds a record with this key, or undefined. */
export async function tableOf(key: string): Promise<RecordsTable | undefined> {
  for (const table of await (tables ??= listTables())) {
    const found = await sql`select from ${sql.table(table.name)} where ${sql.ref(table.key)} = ${key}`.execute(db());
    if (found.rows.length > 0) return table;
  }
  return undefined;
}

/** A table as the program calls it, or undefined where its records are never deleted. */
export const tableNamed = async (name: string): Promise<RecordsTable | undefined> =>
  (await (tables ??= listTables())).find((table) => table.name === name);

/** A copy of a record that differs in nothing but its key and number, and that it is deleted; its key. */
export async function deletedCopy({ name, key, columns, unique }: RecordsTable, of: string): Promise<string> {
  const copy = newKey();
  const values = columns.map((column) =>
    column === key || unique.includes(column) ? sql`${copy}` : column === "deletedAt" ? sql`now()` : sql.ref(column),
  );
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${sql.table(name)} where ${sql.ref(key)} = ${of}`.execute(db());
  return copy;
}

async function listTables(): Promise<RecordsTable[]> {
  const { rows } = await sql<RecordsTable>`
    select t.table_name as name, k.column_name as key,
      (select array_agg(column_name::text) from information_schema.columns c where c.table_name = t.table_name and is_generated = 'NEVER') as columns,
      (select coalesce(array_agg(u.column_name::text), '{}') from information_schema.table_constraints o
        join information_schema.key_column_usage u using (constraint_name) where o.table_name = t.table_name and o.constraint_type = 'UNIQUE') as unique
    from information_schema.columns t
    join information_schema.table_constraints p on p.table_name = t.table_name and p.constraint_type = 'PRIMARY KEY'
    join information_schema.key_column_usage k on k.constraint_name = p.constraint_name
    where t.table_schema = 'public' and t.column_name = 'deleted_at'`.execute(db());
  const camel = (text: string) => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return rows.map(({ name, key, columns, unique }) => ({
    name: camel(name),
    key: camel(key),
    columns: columns.map(camel),
    unique: unique.map(camel),
  }));
}
