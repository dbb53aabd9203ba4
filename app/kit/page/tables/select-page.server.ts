import { type RawBuilder, sql } from "kysely";
import { db, perDatabase } from "~/kit/data/db/pool.server";
import { keysByRecord, type RecordOrder } from "./keys-by-record.server";

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

/** A list's records: `from` and `where` are fixed SQL; `order` maps sort ids to SQL, `byRecords` those of them that another table's records say; `load` reads rows by their keys, in any order. */
interface ListOfRecords<R> {
  key: RawBuilder<unknown>;
  keyName: string;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  order: Record<string, RawBuilder<unknown>>;
  byRecords?: Record<string, RecordOrder>;
  load: (keys: string[]) => Promise<R[]>;
}

/** A deep page reads only keys on its way; one beyond what is counted is read from the nearer end. */
export async function pageRows<R extends object>(
  state: ListState<unknown>,
  list: ListOfRecords<R>,
): Promise<ListPage<R>> {
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

type PageSelection = Omit<ListOfRecords<never>, "keyName" | "load">;

interface PageKeys {
  keys: string[];
  total: number;
}

async function nearPage(state: ListState<unknown>, asked: PageSelection): Promise<PageKeys> {
  const count = counted(asked.from, asked.where, state.exactTotal === true);
  const name = nameOf(count);
  const known = state.exactTotal ? undefined : rememberedTotal(name);
  const total = known ?? (recordOrderOf(state, asked) ? await countNow(count, name) : undefined);
  const keys = keysOf(state, asked, state.size, (state.page - 1) * state.size, total);
  if (total !== undefined) {
    const found = await sql<Pick<PageKeys, "keys">>`select array(${keys}) as keys`.execute(db());
    if (known === undefined || found.rows[0]!.keys.length === state.size) return { ...found.rows[0]!, total };
  }
  const found = (await sql<PageKeys>`select array(${keys}) as keys, ${count} as total`.execute(db())).rows[0]!;
  // A short list is counted at once, and its number must be right.
  if (found.total > countedExactly) rememberTotal(name, found.total);
  return found;
}

async function countNow(count: RawBuilder<unknown>, name: string): Promise<number> {
  const { total } = (await sql<Pick<PageKeys, "total">>`select ${count} as total`.execute(db())).rows[0]!;
  if (total > countedExactly) rememberTotal(name, total);
  return total;
}

function keysOf(
  state: Pick<ListState<unknown>, "sort">,
  asked: PageSelection,
  limit: number,
  offset: number,
  total = 0,
): RawBuilder<unknown> {
  const { key, from, where, order } = asked;
  const record = total > countedExactly ? recordOrderOf(state, asked) : undefined;
  return record
    ? keysByRecord(record, { key, from, where, desc: state.sort[0]!.desc, limit, offset })
    : sql`select (${key})::text from ${from} where ${where} order by ${orderOf(state, order, key)} limit ${limit} offset ${offset}`;
}

function recordOrderOf({ sort }: Pick<ListState<unknown>, "sort">, { byRecords }: Pick<PageSelection, "byRecords">) {
  const order = sort.length === 1 ? byRecords?.[sort[0]!.id] : undefined;
  return order?.sortsAll ? undefined : order;
}

async function deepPage(state: ListState<unknown>, asked: PageSelection): Promise<PageKeys> {
  const { from, where } = asked;
  const total = await totalOf(sql<{ total: number }>`select count(*) as total from ${from} where ${where}`, state);
  const before = (state.page - 1) * state.size;
  const after = total - before - state.size;
  const fromEnd = after < before && total > before;
  const [limit, offset] = fromEnd ? [Math.min(state.size, total - before), Math.max(0, after)] : [state.size, before];
  const page = keysOf(fromEnd ? turned(state) : state, asked, limit, offset, total);
  const { keys } = (await sql<Pick<PageKeys, "keys">>`select array(${page}) as keys`.execute(db())).rows[0]!;
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

const totals = perDatabase(() => new Map<string, { total: number; at: number }>());
const [mostTotals, rememberedMs] = [200, 60_000];

function nameOf(count: RawBuilder<unknown>): string {
  const { sql: text, parameters } = count.compile(db());
  return JSON.stringify([text, parameters]);
}

function rememberedTotal(name: string): number | undefined {
  const known = totals().get(name);
  return known && known.at > Date.now() - rememberedMs ? known.total : undefined;
}

function rememberTotal(name: string, total: number): void {
  const known = totals();
  known.delete(name);
  known.set(name, { total, at: Date.now() });
  if (known.size > mostTotals) known.delete(known.keys().next().value!);
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
