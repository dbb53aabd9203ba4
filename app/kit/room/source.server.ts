import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Doubt } from "./checks.server";
import type { DeclaredRoom } from "./room";
import { type Database, databaseToRead, db, plannedOnce } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { RecordOrder } from "~/kit/page/tables/keys-by-record.server";
import { type ListPage, type ListState, orderOf, pageRows } from "~/kit/page/tables/select-page.server";
import {
  fromOf,
  isLiving,
  isVisible,
  keyOf,
  ordersOf,
  selectOf,
  tableOf,
  whereOf,
  whereOfList,
} from "./source-sql.server";

/** How rows of any table, view or log are read, as data; the table goes by its own name. */
export interface ListSource<Row, F> {
  listed: Pick<RecordTable, "table" | "key" | "noun" | "searched">;
  select: RawBuilder<unknown>;
  /** Output columns of joined records that have an organisation of their own, each through `mask(organisation, column)`. */
  foreign?(mask: Mask): RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  /** What is filtered and sorted, where that takes more than the table. */
  from?: RawBuilder<unknown>;
  /** The filters as SQL; `keyword` needs no word where the table or `searched` says what it is found in. */
  where(filters: F, viewer: Viewer): RawBuilder<unknown>[];
  /** What may be sorted by; the first is the order of a whole list. */
  order: Record<string, RawBuilder<unknown>>;
  /** The same by what other tables' records say, those of other organisations through `mask`. */
  byRecords?(mask: Mask): Record<string, RecordOrder>;
  /** The column of the organisation that a record belongs to; without one everybody sees all. */
  scope?: RawBuilder<unknown>;
  /** Records whose `scope` is null are seen by everybody who may read the room, not by nobody. */
  unowned?: "visible";
  /** The columns that a keyword is checked against, where they are not those of the table's `searched` with pinyin and initials; the table keeps `search_grams` of them. */
  searched?: readonly string[];
  /** Phantom: the shape of a row. */
  row?: Row;
}

export type Mask = (org: RawBuilder<unknown>, column: RawBuilder<unknown>) => RawBuilder<unknown>;

export type Source<Row, F> = ListSource<Row, F> | RecordSource<Row, F>;

/** How a room's records are read and kept: with versions, history and a recycle bin. */
export interface RecordSource<Row, F> extends Omit<ListSource<Row, F>, "listed"> {
  kept: RecordTable;
  room?: Pick<DeclaredRoom, "fields" | "checks">;
  /** What is doubtful about a record, new or as a change would make it. */
  doubts?(record: Record<string, unknown>): readonly Doubt[];
}

const wholeList = 5000;
/** With 1,000 the server of a 50,000 row file grew by 150 MB, with these by 60. */
const batch = 250;

/** One page of the living records that the filters find, within the viewer's organisations. */
export async function listRows<Row extends object, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  state: ListState<F>,
): Promise<ListPage<Row>> {
  return pageRows<Row>(state, {
    key: keyOf(source),
    keyName: tableOf(source).key,
    from: fromOf(source),
    where: await whereOfList(source, viewer, state.filters),
    ...ordersOf(source, viewer),
    load: (keys) => loadRows(source, viewer, keys),
  });
}

/** All that the filters find, at most 5,000; an error in words beyond. */
export async function listAllRows<Row extends object, F>(source: Source<Row, F>, viewer: Viewer, filters: F) {
  const sort = Object.keys(source.order)
    .slice(0, 1)
    .map((id) => ({ id, desc: false }));
  const found = await listRows(source, viewer, { page: 1, size: wholeList + 1, sort, filters });
  if (found.rows.length > wholeList) throw problem.field("", `结果超过 ${wholeList} 条，请增加筛选条件或使用 pageList`);
  return found.rows;
}

/** A living record that the viewer may see, or undefined. */
export async function findRow<Row extends object, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  key: string,
): Promise<Row | undefined> {
  const isAsked = sql`${keyOf(source)} = ${key} and ${isVisible(source, viewer)}`;
  const [row] = await rowsWhere(source, viewer, isAsked, db(), plannedOnce);
  return row;
}

/** The same; throws problem.missing where it is not there. */
export async function requireRow<Row extends object, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  key: string,
): Promise<Row> {
  const row = await findRow(source, viewer, key);
  if (!row) throw problem.missing(tableOf(source).noun);
  return row;
}

/** The first records of a whole list, and those with these keys that the viewer may see; one statement, for what a form offers. */
export async function firstAndChosen<Row extends object, F>(
  source: RecordSource<Row, F>,
  viewer: Viewer,
  most: number,
  chosen: readonly string[],
): Promise<{ first: Row[]; chosen: Row[] }> {
  const key = keyOf(source);
  const [order = key] = Object.values(source.order);
  // As a number in its text: planned once, it would be taken for a tenth of the table.
  const first = sql`array(select (${key})::text from ${fromOf(source)} where ${whereOf(source, viewer, {} as F)} order by ${order}, ${key} limit ${sql.lit(most)})`;
  const { joins = sql`` } = source;
  const { rows } = await sql<Row & { firstAt: number | null; isChosen: boolean }>`${plannedOnce}
    with first as materialized (select ${first} as keys)
    select ${selectOf(source, viewer)}, array_position((select keys from first), (${key})::text) as first_at, ${key} = any(${chosen}) as is_chosen
    from ${sql.table(tableOf(source).table)} ${joins}
    where ${isLiving(source)} and ${isVisible(source, viewer)} and ${key} = any((select keys from first) || ${chosen}::text[])`.execute(
    db(),
  );
  return {
    first: rows.filter(({ firstAt }) => firstAt !== null).sort((one, other) => one.firstAt! - other.firstAt!),
    chosen: rows.filter(({ isChosen }) => isChosen),
  };
}

/** The living records with these keys, in their order; of other organisations too, with what the viewer may know of them. */
export async function loadRows<Row extends object, F>(
  source: Source<Row, F>,
  viewer: Pick<Viewer, "orgScope">,
  keys: readonly string[],
  on: Database = db(),
): Promise<Row[]> {
  if (keys.length === 0) return [];
  // So few by key are found the same way whichever they are; many may be better read together. One has a text of its own: as a list it would look cheaper to plan anew each time than to read as if it were ten.
  const once = keys.length <= batch ? plannedOnce : undefined;
  const [only] = keys;
  const isAsked = keys.length === 1 ? sql`${keyOf(source)} = ${only}` : sql`${keyOf(source)} = any(${keys})`;
  const found = await rowsWhere(source, viewer, isAsked, on, once);
  const byKey = new Map(found.map((row) => [row[tableOf(source).key as keyof Row], row]));
  return keys.map((key) => byKey.get(key as Row[keyof Row])).filter((row) => row !== undefined);
}

/** A source as a list that is only read takes it: page by page, and whole for its export. */
export const readingOf = <Row extends object, F>(source: Source<Row, F>) => ({
  list: (viewer: Viewer, state: ListState<F>) => listRows(source, viewer, state),
  stream: (viewer: Viewer, state: Pick<ListState<F>, "sort" | "filters">) => streamRows(source, viewer, state),
});

/** Everything that the filters find, in the list's order and as it stood at the first row, 250 rows at a time. Ending the loop early gives the connection back. */
export async function* streamRows<Row extends object, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  state: Pick<ListState<F>, "sort" | "filters">,
): AsyncGenerator<Row[]> {
  const key = keyOf(source);
  const trx = await (
    await databaseToRead()
  )
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    await sql`declare found no scroll cursor for
      select (${key})::text as key from ${fromOf(source)} where ${whereOf(source, viewer, state.filters)} order by ${orderOf(state, ordersOf(source, viewer).order, key)}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql<{ key: string }>`fetch ${sql.lit(batch)} from found`.execute(trx);
      if (rows.length === 0) return;
      yield await loadRows(
        source,
        viewer,
        rows.map((row) => row.key),
        trx,
      );
      if (rows.length < batch) return;
    }
  } finally {
    await trx.rollback().execute();
  }
}

type Limits = Pick<RecordSource<unknown, never>, "kept" | "scope" | "unowned">;

/** The stored records with these keys, locked until the transaction ends; throws problem.missing where one is gone or not the viewer's. `deleted` looks in the recycle bin. */
export async function lockRows<Stored extends object>(
  trx: Transaction<DB>,
  source: Limits,
  viewer: Viewer,
  keys: readonly string[],
  deleted = false,
  columns: RawBuilder<unknown> = sql`${sql.table(source.kept.table)}.*`,
): Promise<Stored[]> {
  const { kept } = source;
  const wanted = [...new Set(keys)];
  const table = sql.table(kept.table);
  const found =
    await sql<Stored>`select ${columns} from ${table} where ${keyOf(source)} = any(${wanted}) and ${deleted ? sql`${table}.deleted_at is not null` : isLiving(source)} and ${isVisible(source, viewer)} order by ${keyOf(source)} for update`.execute(
      trx,
    );
  if (found.rows.length < wanted.length) throw problem.missing(kept.noun);
  return found.rows;
}

/** The same where only that they are there is asked. */
export const lockKeys = (trx: Transaction<DB>, source: Limits, viewer: Viewer, keys: readonly string[]) =>
  lockRows(trx, source, viewer, keys, false, keyOf(source));

async function rowsWhere<Row, F>(
  source: Source<Row, F>,
  viewer: Pick<Viewer, "orgScope">,
  condition: RawBuilder<unknown>,
  on: Database = db(),
  once = sql``,
): Promise<Row[]> {
  const { joins = sql`` } = source;
  return (
    await sql<Row>`${once}select ${selectOf(source, viewer)} from ${sql.table(tableOf(source).table)} ${joins} where ${isLiving(source)} and ${condition}`.execute(
      on,
    )
  ).rows;
}
