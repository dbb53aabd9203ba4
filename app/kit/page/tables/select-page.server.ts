import { type RawBuilder, sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

/** Which page of a list, in which order, narrowed by what: read from a page's address or a call's body, only from declared names. */
export interface ListState<F = Record<string, unknown>> {
  page: number;
  size: number;
  sort: { id: string; desc: boolean }[];
  filters: F;
  /** Count all, however many; otherwise counting stops at 10,000. */
  exactTotal?: boolean;
}

export interface ListPage<R> {
  rows: R[];
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

export const exactCountLimit = 10_000;

/**
 * Finds one page of a list in two steps, so that a deep page reads only keys on its way: first the page's keys in order
 * and the count in one statement, then their rows through `load` (any order). `from` and `where` are fixed SQL; `order` maps sort ids to SQL.
 */
export async function pageRows<R extends object>(
  state: ListState<unknown>,
  list: {
    key: RawBuilder<unknown>;
    keyName: string;
    from: RawBuilder<unknown>;
    where: RawBuilder<unknown>;
    order: Record<string, RawBuilder<unknown>>;
    load: (keys: string[]) => Promise<R[]>;
  },
): Promise<ListPage<R>> {
  const found = await sql<{ keys: string[]; total: number }>`
    select array(select (${list.key})::text from ${list.from} where ${list.where} order by ${orderOf(state, list.order, list.key)} limit ${state.size} offset ${(state.page - 1) * state.size}) as keys,
      ${counted(list.from, list.where, state.exactTotal === true)} as total`.execute(db());
  const { keys, total } = found.rows[0]!;
  const loaded = keys.length > 0 ? await list.load(keys) : [];
  const byKey = new Map(loaded.map((row) => [row[list.keyName as keyof R] as string, row]));
  const rows = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
  return {
    rows,
    total: Math.min(total, state.exactTotal ? total : exactCountLimit),
    more: !state.exactTotal && total > exactCountLimit,
  };
}

/** The order that a list is asked in as SQL, from the declared names only; the key decides between equals. */
export function orderOf(
  state: Pick<ListState<unknown>, "sort">,
  order: Record<string, RawBuilder<unknown>>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const asked = state.sort.flatMap(({ id, desc }) =>
    order[id] ? [desc ? sql`${order[id]} desc` : sql`${order[id]}`] : [],
  );
  return sql.join([...asked, state.sort.at(-1)?.desc ? sql`${key} desc` : key]);
}

/** How many rows there are, up to one more than is counted exactly. */
function counted(from: RawBuilder<unknown>, where: RawBuilder<unknown>, exactly: boolean): RawBuilder<unknown> {
  return exactly
    ? sql`(select count(*) from ${from} where ${where})`
    : sql`(select count(*) from (select 1 from ${from} where ${where} limit ${exactCountLimit + 1}) as found)`;
}
