import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { foldedText } from "~/kit/data/search/found.server";
import { normalizeForSearch } from "~/kit/data/search/search-keys";
import { fromOf, keyOf, isLiving, searchColumnsOf, isVisible, whereOf } from "./source-sql.server";
import { loadRows, type RecordSource } from "./source.server";

/** A search that finds half the table looks at no more than these. */
const mostLookedAt = 200;

/** What a term finds first in a room: keys in the list's order, those before others whose very code it is. */
export interface FirstFound {
  keys: string[];
  coded: string[];
}

/** Within the viewer's organisations: this very code first, then this very name, then others in the list's order. */
export async function findFirst<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
): Promise<Row[]> {
  const { rows } = await sql<FirstFound>`${firstFound(source, viewer, term, most)}`.execute(db());
  return loadRows(source, viewer, rows[0]!.keys);
}

/** The same as a query of one row, `FirstFound`. */
export function firstFound<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
): RawBuilder<FirstFound> {
  const { kept, order } = source;
  const searched = searchColumnsOf(source);
  const columns = searched.map((column) => sql.ref(`${kept.table}.${column}`));
  const codes = Object.values(kept.unique)
    .filter(({ path }) => searched.some((column) => camel(column) === path))
    .map(({ path }) => sql.ref(`${kept.table}.${path}`));
  const plain = term.trim().normalize("NFKC");
  const spellings = [...new Set([plain, plain.toUpperCase(), plain.toLowerCase()])];
  const isCode =
    codes.length > 0
      ? sql.join(
          codes.map((code) => sql`${code}::text = any(${spellings})`),
          sql` or `,
        )
      : sql`false`;
  // PostgreSQL takes no constant to order by, so without columns nothing stands there.
  const namesFirst =
    columns.length > 0
      ? sql`(${sql.join(
          columns.map((column) => sql`${foldedText(sql`${column}::text`)} = ${normalizeForSearch(term)}`),
          sql` or `,
        )}) desc,`
      : sql``;
  const key = keyOf(source);
  return sql<FirstFound>`
    with coded as materialized (select ${key} as key from ${sql.table(kept.table)} where ${isLiving(source)} and ${isVisible(source, viewer)} and (${isCode}) limit ${most}),
      few as materialized (select ${key} as key from ${fromOf(source)} where ${whereOf(source, viewer, { keyword: term } as F)} limit ${mostLookedAt})
    select array(select (${key})::text from ${fromOf(source)}
      where ${key} in (select key from coded union all select key from few) and ${sql.join([sql`true`, ...source.where({} as F, viewer)], sql` and `)}
      order by ${key} in (select key from coded) desc, ${namesFirst} ${Object.values(order)[0] ?? key}, ${key} limit ${most}) as keys,
      array(select key::text from coded) as coded`;
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
