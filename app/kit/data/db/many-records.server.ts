import { sql } from "kysely";
import { problem } from "~/kit/ground/problem";
import type { Database } from "./pool.server";
import { type Author, type Change, type HistoryAction, recordChange } from "./history.server";
import {
  audit,
  derivedOf,
  loose,
  madeKeysFrom,
  type Open,
  type Part,
  plainRecord,
  type RecordTable,
  type Row,
  same,
} from "./record-table";

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
    ...madeKeysFrom(kept),
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
    const after = await writeMany(trx, author, kept, some, { deletedAt: sql`now()`, deletedBy: author.userId }, [
      kept.key,
      "version",
    ]);
    await recordChange(trx, author, ...after.map((row) => changeOf(kept, "delete", row, before.get(row[kept.key])!)));
  }
}

const atOnce = 1000;

/** Distinct keys in their order, which is that in which every change locks them. */
function slices(keys: readonly string[]): string[][] {
  const sorted = [...new Set(keys)].sort();
  return Array.from({ length: Math.ceil(sorted.length / atOnce) }, (_, nth) =>
    sorted.slice(nth * atOnce, (nth + 1) * atOnce),
  );
}

/** Living records locked in the order of their keys, with what belongs to them. */
export async function lockRecords(trx: Open, kept: RecordTable, keys: string[]): Promise<Row[]> {
  const rows = (await loose(trx)
    .selectFrom(kept.table)
    .selectAll()
    .where(amongKeys(kept, keys))
    .where("deletedAt", "is", null)
    .orderBy(kept.key)
    .forUpdate()
    .execute()) as Row[];
  return readParts(trx, kept, rows);
}

/** The records with what belongs to them beside their table; of that only `names` where given. */
export async function readParts(
  on: Database,
  kept: RecordTable,
  rows: Row[],
  names?: readonly string[],
): Promise<Row[]> {
  const parts = Object.entries(kept.parts ?? {}).filter(([name]) => !names || names.includes(name));
  if (parts.length === 0 || rows.length === 0) return rows;
  const keys = rows.map((row) => row[kept.key] as string);
  const values = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [name, part] of parts) values.set(name, await readPart(on as Open, part, keys));
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

async function writeMany(
  trx: Open,
  author: Author,
  kept: RecordTable,
  keys: unknown[],
  changes: Row,
  answered?: readonly string[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const update = loose(trx)
    .updateTable(kept.table)
    .set({ ...changes, version: sql`version + 1`, updatedAt: sql`now()`, updatedBy: author.userId })
    .where(amongKeys(kept, keys));
  return (await (answered ? update.returning([...answered]) : update.returningAll()).execute()) as Row[];
}

const amongKeys = (kept: RecordTable, keys: unknown[]) => sql<boolean>`${sql.ref(kept.key)} = any(${keys})`;

export const changeOf = (kept: RecordTable, action: HistoryAction, row: Row, before: Row, after?: Row): Change => ({
  room: kept.room,
  key: row[kept.key] as string,
  action,
  version: row.version as number,
  before: plainRecord(kept, before),
  after: after && plainRecord(kept, after),
});
