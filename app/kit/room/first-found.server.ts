import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { foldedText } from "~/kit/data/search/found.server";
import { normalizeForSearch } from "~/kit/data/search/search-keys";
import { fromOf, keyOf, isLiving, searchColumnsOf, isVisible, selectOf, whereOf } from "./source-sql.server";
import type { RecordSource } from "./source.server";

/** A search that finds half the table looks at no more than these. */
const mostLookedAt = 200;

/** What a term may find first in a room: keys of records whose very code it is, and of some others. */
export interface Candidates {
  coded: string[];
  few: string[];
}

/** Within the viewer's organisations: this very code first, then this very name, then others in the list's order. */
export async function findFirst<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
): Promise<{ row: Row; exact: boolean }[]> {
  const { rows } = await sql<Candidates>`${candidatesOf(source, viewer, term, most)}`.execute(db());
  return firstOf(source, viewer, term, most, rows[0]!);
}

/** A query of one row. It is planned for its term, so it holds no more than what goes by it: of twenty rooms together planning takes most of the time. */
export function candidatesOf<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
): RawBuilder<Candidates> {
  const { kept } = source;
  const codes = Object.values(kept.unique)
    .filter(({ path }) => searchColumnsOf(source).some((column) => camel(column) === path))
    .map(({ path }) => sql.ref(`${kept.table}.${path}`));
  const plain = term.trim().normalize("NFKC");
  const spellings = [...new Set([plain, plain.toUpperCase(), plain.toLowerCase()])];
  const key = keyOf(source);
  const isCode = sql.join(
    codes.map((code) => sql`${code}::text = any(${spellings})`),
    sql` or `,
  );
  const coded = sql`array(select ${key}::text from ${sql.table(kept.table)} where ${isLiving(source)} and ${isVisible(source, viewer)} and (${isCode}) limit ${most})`;
  return sql<Candidates>`select ${codes.length > 0 ? coded : sql`'{}'::text[]`} as coded,
    array(select ${key}::text from ${fromOf(source)} where ${whereOf(source, viewer, { keyword: term } as F)} limit ${mostLookedAt}) as few`;
}

/** The first of them with their rows; asked of rooms only that have any. */
export async function firstOf<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
  { coded, few }: Candidates,
): Promise<{ row: Row; exact: boolean }[]> {
  const all = [...new Set([...coded, ...few])];
  if (all.length === 0) return [];
  const { kept, order, joins = sql`` } = source;
  const key = keyOf(source);
  // PostgreSQL takes no constant to order by, so without columns nothing stands there.
  const columns = searchColumnsOf(source).map((column) => sql.ref(`${kept.table}.${column}`));
  const namesFirst =
    columns.length > 0
      ? sql`(${sql.join(
          columns.map((column) => sql`${foldedText(sql`${column}::text`)} = ${normalizeForSearch(term)}`),
          sql` or `,
        )}) desc,`
      : sql``;
  const { rows } = await sql<Row & { foundAt: number; isExact: boolean }>`${plannedOnce}
    with found as materialized (select array(select (${key})::text from ${fromOf(source)}
      where ${key} = any(${all}) and ${sql.join([isLiving(source), isVisible(source, viewer), ...source.where({} as F, viewer)], sql` and `)}
      order by ${key} = any(${coded}) desc, ${namesFirst} ${Object.values(order)[0] ?? key}, ${key} limit ${sql.lit(most)}) as keys)
    select ${selectOf(source, viewer)}, array_position((select keys from found), (${key})::text) as found_at, ${key} = any(${coded}) as is_exact
    from ${sql.table(kept.table)} ${joins} where ${isLiving(source)} and ${key} = any((select keys from found)::text[]) order by found_at`.execute(
    db(),
  );
  return rows.map(({ foundAt: _at, isExact: exact, ...row }) => ({ row: row as unknown as Row, exact }));
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
