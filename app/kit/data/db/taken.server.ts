import { type Kysely, type RawBuilder, sql } from "kysely";
import type { FieldError } from "~/kit/ground/problem";
import { ownColumns, type RecordTable, type Row } from "./record-table";
import type { DB } from "./tables";

/** Which of these values other living records have already, as the table's unique indexes compare them; one whose values are not all given is not asked. */
export async function findTaken(
  on: Kysely<DB>,
  kept: RecordTable,
  values: Row,
  ownKey?: string | null,
): Promise<FieldError[]> {
  const given = new Map(
    Object.entries(ownColumns(kept, values)).flatMap(([name, value]) =>
      (value ?? null) === null ? [] : [[snake(name), value]],
    ),
  );
  const taken = new Map<string, FieldError>();
  for (const index of await uniqueIndexes(on, kept)) {
    const { path, message } = kept.unique[index.name]!;
    if (!index.columns.every((column) => given.has(column) || index.absent.includes(column))) continue;
    const row = Object.fromEntries(index.columns.map((column) => [column, given.get(column)]));
    if (await isHeld(on, kept, index, row, ownKey)) taken.set(path, { path, message });
  }
  return [...taken.values()];
}

/** Whether no other living record holds the value in that column, compared as its unique index does. */
export async function isFree(
  on: Kysely<DB>,
  kept: RecordTable,
  column: string,
  value: unknown,
  ownKey?: string,
): Promise<boolean> {
  const name = snake(column);
  const index = {
    name,
    columns: [name],
    absent: [],
    terms: [await termOf(on, kept, name)],
    where: "deleted_at is null",
  };
  return !(await isHeld(on, kept, index, { [name]: value }, ownKey));
}

/** Living records whose value of a column is one of these, compared as its unique index does. */
export async function sameAs(
  on: Kysely<DB>,
  kept: RecordTable,
  column: string,
  values: readonly unknown[],
): Promise<RawBuilder<boolean>> {
  const term = sql.raw(await termOf(on, kept, snake(column)));
  const rows = JSON.stringify(values.map((value) => ({ [snake(column)]: value })));
  return sql`${term} = any(array(select ${term} from jsonb_populate_recordset(${rowOf(kept.table)}, ${rows}::jsonb)))`;
}

async function termOf(on: Kysely<DB>, kept: RecordTable, column: string): Promise<string> {
  const own = (await uniqueIndexes(on, kept)).find(({ columns }) => columns.at(-1) === column);
  return own?.terms.at(-1) ?? `"${column}"`;
}

interface UniqueIndex {
  name: string;
  columns: string[];
  /** Those that count where they are null. */
  absent: string[];
  terms: string[];
  where: string;
}

async function isHeld(
  on: Kysely<DB>,
  { table, key }: RecordTable,
  { terms, where }: UniqueIndex,
  row: Row,
  ownKey: string | null | undefined,
): Promise<boolean> {
  const compared = sql.raw(terms.join(", "));
  const found = await sql`
    select from ${sql.table(table)} where ${sql.raw(where)} and ${ownKey ? sql`${sql.ref(key)} <> ${ownKey}` : sql`true`}
      and (${compared}) = (select ${compared} from jsonb_populate_record(${rowOf(table)}, ${JSON.stringify(row)}::jsonb)) limit 1`.execute(
    on,
  );
  return found.rows.length > 0;
}

const known = new WeakMap<RecordTable, Promise<UniqueIndex[]>>();

/** The indexes that the table's words speak of; they stay as they are while the program runs. */
function uniqueIndexes(on: Kysely<DB>, kept: RecordTable): Promise<UniqueIndex[]> {
  const found = known.get(kept) ?? readIndexes(on, kept);
  known.set(kept, found);
  found.catch(() => known.delete(kept));
  return found;
}

async function readIndexes(on: Kysely<DB>, kept: RecordTable): Promise<UniqueIndex[]> {
  const { rows } = await sql<Omit<UniqueIndex, "absent">>`
    select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as where,
      array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) as n) as terms,
      array(select a.attname::text from generate_series(1, i.indnkeyatts) as n
        join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = i.indkey[n - 1]
          or i.indkey[n - 1] = 0 and pg_get_indexdef(i.indexrelid, n, true) ~ ('\\m' || a.attname || '\\M')) order by n) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${snake(kept.table)}::regclass and i.indisunique and c.relname = any(${Object.keys(kept.unique)})`.execute(
    on,
  );
  return rows.map((index) => ({
    ...index,
    where: index.where ?? "true",
    absent: index.columns.filter((_, at) => index.terms[at]?.startsWith("COALESCE(")),
  }));
}

/** No row of a table, for its type: the type `line` itself is another one. */
export const rowOf = (table: string) => sql`(select one from ${sql.table(table)} as one where false)`;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
