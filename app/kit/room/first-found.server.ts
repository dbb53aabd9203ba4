import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { foldedText } from "~/kit/data/search/found.server";
import { normalizeForSearch } from "~/kit/data/search/search-keys";
import { fromOf, keyOf, isLiving, searchColumnsOf, isVisible, selectOf, whereOf } from "./source-sql.server";
import type { RecordSource } from "./source.server";

/** A search that finds half the table looks at no more than these. */
const mostLookedAt = 200;

/** Within the viewer's organisations: this very code first, then this very name, then others in the list's order. */
export async function findFirst<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  term: string,
  most: number,
): Promise<{ row: Row; exact: boolean }[]> {
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
  const { joins = sql`` } = source;
  const { rows } = await sql<Row & { foundAt: number; isExact: boolean }>`
    with coded as materialized (select ${key} as key from ${sql.table(kept.table)} where ${isLiving(source)} and ${isVisible(source, viewer)} and (${isCode}) limit ${most}),
      few as materialized (select ${key} as key from ${fromOf(source)} where ${whereOf(source, viewer, { keyword: term } as F)} limit ${mostLookedAt}),
      found as materialized (select array(select (${key})::text from ${fromOf(source)}
        where ${key} in (select key from coded union all select key from few) and ${sql.join([sql`true`, ...source.where({} as F, viewer)], sql` and `)}
        order by ${key} in (select key from coded) desc, ${namesFirst} ${Object.values(order)[0] ?? key}, ${key} limit ${most}) as keys)
    select ${selectOf(source, viewer)}, array_position((select keys from found), (${key})::text) as found_at, ${key} in (select key from coded) as is_exact
    from ${sql.table(kept.table)} ${joins} where ${isLiving(source)} and ${key} = any((select keys from found)::text[]) order by found_at`.execute(
    db(),
  );
  return rows.map(({ foundAt: _at, isExact: exact, ...row }) => ({ row: row as unknown as Row, exact }));
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
