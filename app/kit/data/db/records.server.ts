import { type Kysely, sql, type Transaction } from "kysely";
import { Problem, problem } from "~/kit/ground/problem";
import { searchKeys } from "~/kit/data/search/search-keys";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { violatedConstraint } from "./failures";
import { type Author, type Change, recordAtVersion, recordChange, type HistoryAction } from "./history.server";
import { newKey } from "~/kit/ground/key";
import type { DB } from "./tables";

/** How a room's main table keeps records: version number, soft delete, history. Column names in camel case. */
export interface RecordTable {
  table: keyof DB & string;
  /** The key column. */
  key: string;
  room: string;
  /** What a person calls one record. */
  noun: string;
  /** What a record is called and found by: its name's column, then those of its codes. The table keeps their pinyin, initials and search grams, written anew with them. */
  searched?: readonly [name: string, ...codes: string[]];
  /** Columns that follow from others and stay out of history. */
  derived?: readonly string[];
  /** Columns of JSON that hold a list, which the driver would write as an array. Its objects compare by their text: shorter names of fields first, as the database gives them back. */
  lists?: readonly string[];
  /** Unique index name -> the field it speaks of and what to tell the person. */
  unique: Record<string, { path: string; message: string }>;
  /** What belongs to a record but stands in a table of its own (a dictionary's items): a change of it is a change of the record, in its version, history and conflicts. */
  parts?: Record<string, Part>;
}

/** `write` replaces what was there; values compare as JSON, so they are written in the shape and order in which they are read. */
export interface Part {
  read(trx: Transaction<DB>, key: string): Promise<unknown>;
  /** The same of many records at once, by key: where many records may be changed together. */
  readMany?(trx: Transaction<DB>, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  write(trx: Transaction<DB>, key: string, value: never): Promise<void>;
}

type Row = Record<string, unknown>;
type Open = Transaction<DB>;
const audit = ["version", "createdAt", "createdBy", "updatedAt", "updatedBy", "deletedAt", "deletedBy"];

/** Inserts a record and its history. A key that its author has added already answers the stored record, so that sending the same add twice is harmless. */
export async function createRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  values: Row,
  action: HistoryAction = "create",
): Promise<R> {
  const given = values[kept.key] as string | undefined;
  const known = given && (await addedBefore<R>(trx, author, kept, given));
  if (known) return known;
  const inserted = await refusingDuplicates(trx, kept, () =>
    loose(trx)
      .insertInto(kept.table)
      .values({
        ...ownColumns(kept, values),
        ...searchColumns(kept, values),
        [kept.key]: given ?? newKey(),
        createdBy: author.userId,
        updatedBy: author.userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  ).catch(async (error: unknown) => {
    // The same add, sent twice at once: the other one was first.
    const added = given && error instanceof Problem ? await addedBefore<R>(trx, author, kept, given) : undefined;
    if (added) return { added };
    throw error;
  });
  if ("added" in inserted) return inserted.added as R;
  await writeParts(trx, kept, inserted[kept.key] as string, values);
  const row = await withParts<R>(trx, kept, inserted as R);
  await recordChange(trx, author, {
    room: kept.room,
    key: row[kept.key] as string,
    action,
    version: 1,
    after: plainRecord(kept, row),
  });
  return row;
}

async function addedBefore<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
): Promise<R | undefined> {
  const known = await findRecord<R>(trx, kept, key);
  // Somebody else's may lie outside what this author may see.
  if (known && known.createdBy !== author.userId) throw problem.field(kept.key, "这个主键已被使用，请换一个主键");
  return known;
}

/** Changes the fields given and keeps what they were. `version` sent and out of date throws problem.stale with all three sides; unchanged values change nothing. */
export async function updateRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
  changes: Row,
  version?: number,
  action: HistoryAction = "update",
): Promise<R> {
  const stored = await findRecord<R>(trx, kept, key, true);
  if (!stored) throw problem.missing(kept.noun);
  const before = await withParts<R>(trx, kept, stored);
  if (version !== undefined && version !== before.version) throw await staleness(trx, kept, before, changes, version);
  const different = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && !same(before[name], value)),
  );
  if (Object.keys(different).length === 0) return before;
  const next = (before.version as number) + 1;
  const updated = await refusingDuplicates(trx, kept, () =>
    loose(trx)
      .updateTable(kept.table)
      .set({
        ...ownColumns(kept, different),
        ...searchColumns(kept, { ...before, ...different }),
        version: next,
        updatedAt: sql`now()`,
        updatedBy: author.userId,
      })
      .where(kept.key, "=", key)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await writeParts(trx, kept, key, different);
  const row = await withParts<R>(trx, kept, updated as R);
  await recordChange(trx, author, {
    room: kept.room,
    key,
    action,
    version: next,
    before: plainRecord(kept, before),
    after: plainRecord(kept, row),
  });
  return row;
}

/** Changes the same fields of many records, each with its history as if changed alone. One that `refusal` speaks against stays as it is. */
export async function updateRecords<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  keys: readonly string[],
  changes: Row,
  refusal?: (after: R) => string | undefined,
): Promise<{ changed: number; refused: { key: string; message: string }[] }> {
  const own = new Set([
    kept.key,
    ...audit,
    ...(kept.searched ?? []),
    ...derivedOf(kept),
    ...Object.keys(kept.parts ?? {}),
    ...Object.values(kept.unique).map(({ path }) => path),
  ]);
  const wrong = Object.keys(changes).find((name) => own.has(name));
  if (wrong) throw new Error(`${wrong} is each record's own and cannot be changed of many`);
  const refused: { key: string; message: string }[] = [];
  let changed = 0;
  for (const some of slices(keys)) {
    const different = (await lockRecords(trx, kept, some)).filter((row) =>
      Object.entries(changes).some(([name, value]) => !same(row[name], value)),
    );
    const before = new Map<unknown, Row>();
    for (const row of different) {
      const message = refusal?.({ ...row, ...changes } as R);
      if (message) refused.push({ key: row[kept.key] as string, message });
      else before.set(row[kept.key], row);
    }
    const after = await writeMany(trx, author, kept, [...before.keys()], changes);
    await recordChange(
      trx,
      author,
      ...after.map((row) =>
        changeOf(kept, "update", row, before.get(row[kept.key])!, { ...before.get(row[kept.key]), ...row }),
      ),
    );
    changed += after.length;
  }
  return { changed, refused };
}

/** Marks records deleted, all or none; what uses them is the room's to check first. */
export async function deleteRecords(
  trx: Open,
  author: Author,
  kept: RecordTable,
  keys: readonly string[],
): Promise<void> {
  for (const some of slices(keys)) {
    const rows = await lockRecords(trx, kept, some);
    if (rows.length < some.length) throw problem.missing(kept.noun);
    const before = new Map(rows.map((row) => [row[kept.key], row]));
    const after = await writeMany(trx, author, kept, some, { deletedAt: sql`now()`, deletedBy: author.userId });
    await recordChange(trx, author, ...after.map((row) => changeOf(kept, "delete", row, before.get(row[kept.key])!)));
  }
}

/** Brings a deleted record back, with `changes` where a unique code has been taken meanwhile. */
export async function restoreRecord<R extends Row>(
  trx: Open,
  author: Author,
  kept: RecordTable,
  key: string,
  changes: Row = {},
): Promise<R> {
  const before = await loose(trx)
    .selectFrom(kept.table)
    .selectAll()
    .where(kept.key, "=", key)
    .where("deletedAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw problem.missing(kept.noun);
  const next = (before.version as number) + 1;
  const restored = await refusingDuplicates(trx, kept, () =>
    loose(trx)
      .updateTable(kept.table)
      .set({
        ...changes,
        ...searchColumns(kept, { ...before, ...changes }),
        deletedAt: null,
        deletedBy: null,
        version: next,
        updatedAt: sql`now()`,
        updatedBy: author.userId,
      })
      .where(kept.key, "=", key)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const row = await withParts<R>(trx, kept, restored as R);
  await recordChange(trx, author, {
    room: kept.room,
    key,
    action: "restore",
    version: next,
    after: plainRecord(kept, row),
  });
  return row;
}

/** A living record, or undefined; `lock` holds it against other changes until the transaction ends. */
export async function findRecord<R extends Row>(
  on: Kysely<DB>,
  kept: RecordTable,
  key: string,
  lock = false,
): Promise<R | undefined> {
  const query = loose(on).selectFrom(kept.table).selectAll().where(kept.key, "=", key).where("deletedAt", "is", null);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) as R | undefined;
}

/** Whether no other living record holds the value in that column (compared as the unique index does). */
export async function isFree(
  on: Kysely<DB>,
  kept: RecordTable,
  column: string,
  value: unknown,
  ownKey?: string,
): Promise<boolean> {
  let query = loose(on)
    .selectFrom(kept.table)
    .select(kept.key)
    .where(column, "=", value)
    .where("deletedAt", "is", null);
  if (ownKey) query = query.where(kept.key, "!=", ownKey);
  return (await query.executeTakeFirst()) === undefined;
}

/** A record's own fields, as history keeps them. */
export function plainRecord(kept: RecordTable, row: Row): Row {
  const hidden = new Set([...audit, ...derivedOf(kept)]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
}

const derivedOf = (kept: RecordTable) => [
  ...(kept.searched ? ["pinyin", "initials", "searchGrams"] : []),
  ...(kept.derived ?? []),
];

function searchColumns(kept: RecordTable, row: Row): Row {
  if (!kept.searched) return {};
  const [name, ...codes] = kept.searched.map((column) => row[column] as string | null | undefined);
  return searchKeys(name ?? "", ...codes);
}

function ownColumns(kept: RecordTable, values: Row): Row {
  const own = Object.entries(values).filter(([name]) => !kept.parts?.[name]);
  return Object.fromEntries(
    own.map(([name, value]) => [
      name,
      kept.lists?.includes(name) && Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  );
}

async function writeParts(trx: Open, kept: RecordTable, key: string, values: Row): Promise<void> {
  for (const [name, part] of Object.entries(kept.parts ?? {}))
    if (values[name] !== undefined) await part.write(trx, key, values[name] as never);
}

async function withParts<R extends Row>(trx: Open, kept: RecordTable, row: R): Promise<R> {
  const parts: Row = {};
  for (const [name, part] of Object.entries(kept.parts ?? {}))
    parts[name] = await part.read(trx, row[kept.key] as string);
  return { ...row, ...parts };
}

/** Of what a slice of many records takes at once, whole rows of them. */
const atOnce = 1000;

/** Distinct keys in their order, which is that in which every change locks them. */
function slices(keys: readonly string[]): string[][] {
  const sorted = [...new Set(keys)].sort();
  return Array.from({ length: Math.ceil(sorted.length / atOnce) }, (_, nth) =>
    sorted.slice(nth * atOnce, (nth + 1) * atOnce),
  );
}

async function lockRecords(trx: Open, kept: RecordTable, keys: string[]): Promise<Row[]> {
  const rows = (await loose(trx)
    .selectFrom(kept.table)
    .selectAll()
    .where(amongKeys(kept, keys))
    .where("deletedAt", "is", null)
    .orderBy(kept.key)
    .forUpdate()
    .execute()) as Row[];
  const parts = Object.entries(kept.parts ?? {});
  if (parts.length === 0) return rows;
  const locked = rows.map((row) => row[kept.key] as string);
  const values = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [name, part] of parts) values.set(name, await readPart(trx, part, locked));
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(parts.map(([name]) => [name, values.get(name)!.get(row[kept.key] as string)])),
  }));
}

async function readPart(trx: Open, part: Part, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  if (part.readMany) return part.readMany(trx, keys);
  const values = new Map<string, unknown>();
  for (const key of keys) values.set(key, await part.read(trx, key));
  return values;
}

async function writeMany(trx: Open, author: Author, kept: RecordTable, keys: unknown[], changes: Row): Promise<Row[]> {
  if (keys.length === 0) return [];
  return (await loose(trx)
    .updateTable(kept.table)
    .set({ ...changes, version: sql`version + 1`, updatedAt: sql`now()`, updatedBy: author.userId })
    .where(amongKeys(kept, keys))
    .returningAll()
    .execute()) as Row[];
}

const amongKeys = (kept: RecordTable, keys: unknown[]) => sql<boolean>`${sql.ref(kept.key)} = any(${keys})`;

const changeOf = (kept: RecordTable, action: HistoryAction, row: Row, before: Row, after?: Row): Change => ({
  room: kept.room,
  key: row[kept.key] as string,
  action,
  version: row.version as number,
  before: plainRecord(kept, before),
  after: after && plainRecord(kept, after),
});

async function staleness(trx: Open, kept: RecordTable, current: Row, changes: Row, version: number) {
  const theirs = plainRecord(kept, current);
  const original = (await recordAtVersion(trx, kept.room, current[kept.key] as string, version)) ?? theirs;
  const by = await trx
    .selectFrom("appUser")
    .select("userName")
    .where("userId", "=", String(current.updatedBy ?? ""))
    .executeTakeFirst();
  return problem.stale({
    original,
    theirs,
    mine: {
      ...original,
      ...plainRecord(kept, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))),
    },
    theirVersion: current.version as number,
    changedBy: by?.userName ?? "其他人",
    changedAt: formatTime(current.updatedAt as Date, settings().OPERATOR_TIME_ZONE),
  });
}

async function refusingDuplicates<T>(trx: Open, kept: RecordTable, write: () => Promise<T>): Promise<T> {
  await sql`savepoint before_write`.execute(trx);
  try {
    const written = await write();
    await sql`release savepoint before_write`.execute(trx);
    return written;
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    const known =
      kept.unique[constraint] ??
      (constraint.endsWith("_pkey")
        ? { path: kept.key, message: `这个主键属于一条已删除的${kept.noun}，请恢复它，或换一个主键` }
        : undefined);
    if (!known) throw error;
    await sql`rollback to savepoint before_write`.execute(trx);
    throw problem.field(known.path, known.message);
  }
}

function same(a: unknown, b: unknown): boolean {
  if (a === b || ((a ?? null) === null && (b ?? null) === null)) return true;
  return typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b);
}

// The table is chosen at run time, so the compiler cannot follow its columns.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function loose(on: Kysely<DB>): Kysely<any> {
  return on;
}
