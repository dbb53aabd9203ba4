import { type Kysely, sql, type Transaction } from "kysely";
import { personKeys, placeKeys, searchKeys, withReading } from "~/kit/data/search/search-keys";
import type { Author } from "./history.server";
import type { DB } from "./tables";

/** How a room's main table keeps records: version number, soft delete, history. Column names in camel case. */
export interface RecordTable {
  table: keyof DB & string;
  key: string;
  room: string;
  noun: string;
  /** What a record is called and found by: its name's column, then those of its codes. The table keeps their pinyin, initials and search grams, written anew with them. */
  searched?: readonly [name: string, ...codes: string[]];
  /** The column with how a person says the name is read, in numbered pinyin: xin1 zhuang1. */
  reading?: string;
  /** Whose name it is, where the table keeps `name_order`, by which names sort; of a person the surname's own reading counts too. */
  ordered?: "person" | "place";
  /** Whether the table keeps `code_order`, by which its codes sort: natural_order, for lists too long to ask it of every row passed over. */
  codeOrder?: boolean;
  /** Columns that follow from others and stay out of history. */
  derived?: readonly string[];
  /** Columns of JSON that hold a list, which the driver would write as an array. Its objects compare by their text: shorter names of fields first, as the database gives them back. */
  lists?: readonly string[];
  /** Unique index name -> the field it speaks of and what to tell the person; `within` the field whose records it compares. */
  unique: Record<string, Unique>;
  /** What belongs to a record but stands in a table of its own (a dictionary's items): a change of it is a change of the record, in its version, history and conflicts. */
  parts?: Record<string, Part>;
}

interface Unique {
  path: string;
  message: string;
  within?: string;
}

/** `write` replaces what was there; values compare as JSON, so they are written in the shape and order in which they are read. */
export interface Part {
  read(trx: Transaction<DB>, key: string): Promise<unknown>;
  /** The same of many records at once, by key: where many records may be changed together. */
  readMany?(trx: Transaction<DB>, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  write(trx: Transaction<DB>, key: string, value: never): Promise<void>;
  /** What many new records begin with, at once. */
  writeNew?(trx: Transaction<DB>, values: ReadonlyMap<string, never>): Promise<void>;
}

export type Row = Record<string, unknown>;
export type Open = Transaction<DB>;

export const audit = ["version", "createdAt", "createdBy", "updatedAt", "updatedBy", "deletedAt", "deletedBy"];

export function plainRecord(kept: RecordTable, row: Row): Row {
  const hidden = hiddenOf.get(kept) ?? new Set([...audit, ...derivedOf(kept)]);
  hiddenOf.set(kept, hidden);
  const plain: Row = {};
  for (const name in row) if (!hidden.has(name)) plain[name] = row[name];
  return plain;
}

const hiddenOf = new WeakMap<RecordTable, ReadonlySet<string>>();

export const derivedOf = (kept: RecordTable) => [
  ...(kept.searched ? ["pinyin", "initials", "searchGrams"] : []),
  ...(kept.ordered ? ["nameOrder"] : []),
  ...(kept.codeOrder ? ["codeOrder"] : []),
  ...(kept.derived ?? []),
];

const orderedKeys = { person: personKeys, place: placeKeys };

/** The columns from which a record's search keys are made. */
export const madeKeysFrom = ({ searched, reading }: RecordTable): readonly string[] => [
  ...(searched ?? []),
  ...(reading ? [reading] : []),
];

export function searchColumns(kept: RecordTable, row: Row): Row {
  if (!kept.searched) return {};
  const [name, ...codes] = kept.searched.map((column) => row[column] as string | null | undefined);
  const keys = (kept.ordered ? orderedKeys[kept.ordered] : searchKeys)(name ?? "", ...codes);
  const reading = kept.reading && (row[kept.reading] as string | null | undefined);
  return reading ? { ...keys, ...withReading(keys, reading) } : keys;
}

/** The values that stand in the table itself, as the driver takes them. */
export function ownColumns(kept: RecordTable, values: Row): Row {
  const own = Object.entries(values).filter(([name]) => !kept.parts?.[name]);
  return Object.fromEntries(
    own.map(([name, value]) => [
      name,
      kept.lists?.includes(name) && Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  );
}

export async function writeParts(trx: Open, kept: RecordTable, key: string, values: Row): Promise<void> {
  for (const [name, part] of Object.entries(kept.parts ?? {}))
    if (values[name] !== undefined) await part.write(trx, key, values[name] as never);
}

/** The parts of new records, each given where it holds something. */
export async function writeNewParts(trx: Open, kept: RecordTable, records: readonly Row[]): Promise<void> {
  for (const [name, part] of Object.entries(kept.parts ?? {})) {
    const given = records.filter((values) => (values[name] ?? null) !== null);
    if (given.length === 0) continue;
    const values = new Map(given.map((one) => [one[kept.key] as string, one[name] as never]));
    if (part.writeNew) await part.writeNew(trx, values);
    else for (const [key, value] of values) await part.write(trx, key, value);
  }
}

export async function withParts<R extends Row>(trx: Open, kept: RecordTable, row: R): Promise<R> {
  const parts: Row = {};
  for (const [name, part] of Object.entries(kept.parts ?? {}))
    parts[name] = await part.read(trx, row[kept.key] as string);
  return { ...row, ...parts };
}

/** Writes columns as the record's next version. */
export const writeVersion = (
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
  version: number,
  columns: Row,
) =>
  loose(trx)
    .updateTable(kept.table)
    .set({ ...columns, version, updatedAt: sql`now()`, updatedBy: author.userId })
    .where(kept.key, "=", key)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether two stored values are the same; nothing is nothing, null or undefined. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || ((a ?? null) === null && (b ?? null) === null)) return true;
  return typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b);
}

/** For a table chosen at run time, whose columns the compiler cannot follow. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function loose(on: Kysely<DB>): Kysely<any> {
  return on;
}
