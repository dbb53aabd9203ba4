import { sql, type Transaction } from "kysely";
import { groupBy } from "~/kit/ground/group-by";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, type Database } from "~/kit/data/db/pool.server";
import { scopeOf } from "../names.server";
import { holdLiving } from "../relations.server";
import { isVisible } from "../source-sql.server";
import type { DB } from "~/kit/data/db/tables";
import type { SheetColumn, SheetReference } from "./column";
import type { DueRow } from "./sheet";

/** The keys of living records with these codes that the viewer reaches. */
export async function findByCodes(
  viewer: Viewer,
  reference: SheetReference,
  codes: readonly string[],
  on: Database = db(),
): Promise<Map<string, string>> {
  const { table, key, code } = reference;
  const found = await sql<{ key: string; code: string }>`
    select ${sql.ref(key)} as key, ${sql.ref(code)}::text as code from ${sql.table(table)}
    where ${sql.ref(code)}::text = any(${[...new Set(codes)]}) and deleted_at is null and ${reachable(viewer, table)} order by 2`.execute(
    on,
  );
  const keys = new Map<string, string>();
  // Two of one name are found by neither: a row says a code, never a guess.
  const twice = found.rows.map((row) => row.code).filter((one, at, all) => all[at - 1] === one);
  for (const row of found.rows) keys.set(row.code, row.key);
  for (const one of twice) keys.delete(one);
  return keys;
}

/** The keys of all living records with these names that the viewer reaches; none where a record has no name beside its code. */
export async function findByTitles(
  viewer: Viewer,
  { table, key, code, title }: SheetReference,
  titles: readonly string[],
  on: Database = db(),
): Promise<Map<string, string[]>> {
  if (titles.length === 0 || title === code) return new Map();
  const found = await sql<{ key: string; title: string }>`
    select ${sql.ref(key)} as key, ${sql.ref(title)}::text as title from ${sql.table(table)}
    where ${sql.ref(title)}::text = any(${[...new Set(titles)]}) and deleted_at is null and ${reachable(viewer, table)} order by 1`.execute(
    on,
  );
  return new Map(
    [...groupBy(found.rows, (row) => row.title)].map(([name, rows]) => [name, rows.map((row) => row.key)]),
  );
}

/** The codes of records by key, as far as the viewer reaches them. */
export async function findCodes(
  viewer: Viewer,
  { table, key, code }: SheetReference,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const found = await sql<{ key: string; code: string }>`
    select ${sql.ref(key)} as key, ${sql.ref(code)}::text as code from ${sql.table(table)}
    where ${sql.ref(key)} = any(${[...new Set(keys)]}) and ${reachable(viewer, table)}`.execute(db());
  return new Map(found.rows.map((row) => [row.key, row.code]));
}

/** The first records that a column may name, for the list of a template: code and title. */
export async function offeredCodes(
  viewer: Viewer,
  { table, code, title }: SheetReference,
  most: number,
): Promise<{ code: string; title: string }[]> {
  const found = await sql<{ code: string; title: string }>`
    select ${sql.ref(code)}::text as code, ${sql.ref(title)}::text as title from ${sql.table(table)}
    where deleted_at is null and ${sql.ref(code)} is not null and ${reachable(viewer, table)} order by ${sql.ref(code)} limit ${most}`.execute(
    db(),
  );
  return found.rows;
}

/** The rows that name a record which is gone since, with what to say of each; the others are held until the transaction ends. */
export async function findGone(
  viewer: Viewer,
  columns: readonly SheetColumn[],
  rows: readonly Pick<DueRow, "row" | "fields">[],
  trx: Transaction<DB>,
): Promise<Map<number, string>> {
  const gone = new Map<number, string>();
  for (const { name, header, reference } of columns) {
    const naming = rows.filter(({ fields }) => reference && typeof fields[name] === "string");
    if (naming.length === 0) continue;
    const wanted = naming.map(({ fields }) => fields[name] as string);
    const living = await holdLiving(trx, viewer, reference!, wanted);
    for (const { row, fields } of naming)
      if (!living.has(fields[name] as string)) gone.set(row, `检查以后${header}被删除，没有导入；请重新导入这一行`);
  }
  return gone;
}

const reachable = (viewer: Viewer, table: string) => isVisible(scopeOf(table), viewer);
