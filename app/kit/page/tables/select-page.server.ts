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
  more: boolean;
}

const countedExactly = 10_000;

/** A list's records: `from` and `where` are fixed SQL; `order` maps sort ids to SQL; `load` reads rows by their keys, in any order. */
interface Listed<R> {
  key: RawBuilder<unknown>;
  keyName: string;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  order: Record<string, RawBuilder<unknown>>;
  load: (keys: string[]) => Promise<R[]>;
}

/** A deep page reads only keys on its way; one beyond what is counted is read from the nearer end. */
export async function pageRows<R extends object>(state: ListState<unknown>, list: Listed<R>): Promise<ListPage<R>> {
  const { keys, total } = await ((state.page - 1) * state.size < countedExactly ? nearPage : deepPage)(state, list);
  const loaded = keys.length > 0 ? await list.load(keys) : [];
  const byKey = new Map(loaded.map((row) => [row[list.keyName as keyof R] as string, row]));
  const rows = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
  return {
    rows,
    total: Math.min(total, state.exactTotal ? total : countedExactly),
    more: !state.exactTotal && total > countedExactly,
  };
}

type Asked = Omit<Listed<never>, "keyName" | "load">;

interface Found {
  keys: string[];
  total: number;
}

async function nearPage(state: ListState<unknown>, { key, from, where, order }: Asked): Promise<Found> {
  const keys = sql`array(select (${key})::text from ${from} where ${where} order by ${orderOf(state, order, key)} limit ${state.size} offset ${(state.page - 1) * state.size})`;
  const count = counted(from, where, state.exactTotal === true);
  const name = nameOf(count);
  const total = state.exactTotal ? undefined : rememberedTotal(name);
  if (total !== undefined) {
    const found = await sql<Pick<Found, "keys">>`select ${keys} as keys`.execute(db());
    if (found.rows[0]!.keys.length === state.size) return { ...found.rows[0]!, total };
  }
  const found = (await sql<Found>`select ${keys} as keys, ${count} as total`.execute(db())).rows[0]!;
  // A short list is counted at once, and its number must be right.
  if (found.total > countedExactly) rememberTotal(name, found.total);
  return found;
}

async function deepPage(state: ListState<unknown>, { key, from, where, order }: Asked): Promise<Found> {
  const total = await totalOf(sql<{ total: number }>`select count(*) as total from ${from} where ${where}`, state);
  const before = (state.page - 1) * state.size;
  const after = total - before - state.size;
  const fromEnd = after < before && total > before;
  const [limit, offset] = fromEnd ? [Math.min(state.size, total - before), Math.max(0, after)] : [state.size, before];
  const found = await sql<Pick<Found, "keys">>`
    select array(select (${key})::text from ${from} where ${where} order by ${orderOf(fromEnd ? turned(state) : state, order, key)} limit ${limit} offset ${offset}) as keys`.execute(
    db(),
  );
  const { keys } = found.rows[0]!;
  return { keys: fromEnd ? keys.reverse() : keys, total };
}

const turned = ({ sort }: Pick<ListState<unknown>, "sort">) => ({
  sort: sort.map(({ id, desc }) => ({ id, desc: !desc })),
});

/** Where the exact number is not asked for, that of the last minute decides where a deep page lies: nobody counts rows there. */
async function totalOf(count: RawBuilder<{ total: number }>, state: ListState<unknown>): Promise<number> {
  const name = nameOf(count);
  const known = state.exactTotal ? undefined : rememberedTotal(name);
  if (known !== undefined) return known;
  const { total } = (await count.execute(db())).rows[0]!;
  rememberTotal(name, total);
  return total;
}

const totals = new Map<string, { total: number; at: number }>();
const [mostTotals, rememberedMs] = [200, 60_000];

function nameOf(count: RawBuilder<unknown>): string {
  const { sql: text, parameters } = count.compile(db());
  return JSON.stringify([text, parameters]);
}

function rememberedTotal(name: string): number | undefined {
  const known = totals.get(name);
  return known && known.at > Date.now() - rememberedMs ? known.total : undefined;
}

function rememberTotal(name: string, total: number): void {
  totals.delete(name);
  totals.set(name, { total, at: Date.now() });
  if (totals.size > mostTotals) totals.delete(totals.keys().next().value!);
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

function counted(from: RawBuilder<unknown>, where: RawBuilder<unknown>, exactly: boolean): RawBuilder<unknown> {
  return exactly
    ? sql`(select count(*) from ${from} where ${where})`
    : sql`(select count(*) from (select 1 from ${from} where ${where} limit ${countedExactly + 1}) as found)`;
}
