import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { lockRecords } from "~/kit/data/db/many-records.server";
import { newKey } from "~/kit/data/db/pool.server";
import { same } from "~/kit/data/db/record-table";
import type { DB } from "~/kit/data/db/tables";
import { findNewIssues, openDoubts } from "./checks.server";
import { filterVisibleKeys } from "./find-keys.server";
import type { ServedRoom } from "./served.server";
import { findTaken, foldCode } from "./sheets/known-records.server";
import { findGone } from "./sheets/references.server";
import type { Sheet, Values } from "./sheets/sheet";
import { findRoomSheet } from "./sheets/sheet-registry";
import type { GoodRow } from "./write-batch.server";

/** A row that the room's verb would write as it is: new under a key, or the changes of a stored record. */
export interface Plain {
  row: number;
  key: string;
  version: number | null;
  fields: Values;
  before?: Values;
}

/** The new rows of which the room's verb would ask nothing more; none where its sheet does not say what that is. What is doubtful is left to the verb, which has the words. */
export async function findPlain(
  trx: Transaction<DB>,
  viewer: Viewer,
  served: ServedRoom,
  rows: readonly GoodRow[],
): Promise<Plain[]> {
  const sheet = findRoomSheet(served.room.url);
  if (!sheet) return [];
  const { table, key } = served.source.kept;
  const asked = rows.flatMap(({ values }) => (values[key] as string | undefined) ?? []);
  const known = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(key)} = any(${asked})`.execute(trx);
  const used = new Set([...known.rows.map((one) => one.key), ...repeated(asked)]);
  const fresh = rows.flatMap(({ row, values: { [key]: own, ...values } }) =>
    used.has(own as string)
      ? []
      : [{ row, key: (own as string | undefined) ?? newKey(), version: null, fields: given(values) }],
  );
  return sift(trx, viewer, served, sheet, fresh);
}

/** The same of changes; those that change nothing are among them, without fields. */
export async function findPlainChanges(
  trx: Transaction<DB>,
  viewer: Viewer,
  served: ServedRoom,
  rows: readonly GoodRow[],
): Promise<Plain[]> {
  const { room, source } = served;
  const sheet = findRoomSheet(room.url);
  if (!sheet) return [];
  const keys = rows.map(({ values }) => values[room.key] as string);
  const twice = repeated(keys);
  const single = await filterVisibleKeys(
    source,
    viewer,
    keys.filter((key) => !twice.has(key)),
  );
  const stored = new Map((await lockRecords(trx, source.kept, single)).map((row) => [row[room.key] as string, row]));
  const changed = rows.flatMap(({ row, values: { [room.key]: key, version, ...changes } }) => {
    const before = stored.get(key as string);
    if (!before || (version !== undefined && version !== before.version)) return [];
    const fields = Object.fromEntries(
      Object.entries(given(changes)).filter(([name, value]) => !same(before[name], value)),
    );
    if (findNewIssues(room, before, fields).length > 0) return [];
    return [{ row, key: key as string, version: before.version as number, fields, before }];
  });
  return sift(trx, viewer, served, sheet, changed);
}

/** Leaves out what names files, a value that is taken, a record that is gone, or what the room's rules over many speak against. */
async function sift(
  trx: Transaction<DB>,
  viewer: Viewer,
  { room, source }: ServedRoom,
  { columns, writtenTogether: { fit, alone } = {} }: Sheet,
  rows: readonly Plain[],
): Promise<Plain[]> {
  const { kept } = source;
  const known = new Set(columns.map(({ name }) => name));
  const isPlain = ({ row, key, version, fields, before }: Plain) =>
    Object.entries(fields).every(([name, value]) => {
      const field = room.fields[name];
      return field && (value === null || (!field.file && (!field.refers || known.has(name))));
    }) && !alone?.({ row, key, version, fields, before: before ?? null, code: "", kind: before ? "changed" : "new" });
  let left = rows.filter(isPlain);
  for (const { path, within } of Object.values(kept.unique)) {
    const wanted = left.filter(({ fields }) => (fields[path] ?? null) !== null);
    if (within || wanted.length === 0) continue;
    const values = wanted.map(({ fields }) => fields[path]);
    const [taken, twice] = [await findTaken(kept, path, values, trx), repeated(values.map(foldCode))];
    left = left.filter(({ key, fields }) => {
      const value = foldCode(fields[path] ?? "");
      return (taken.get(value) ?? key) === key && !twice.has(value);
    });
  }
  const gone = await findGone(viewer, columns, left, trx);
  left = left.filter(({ row }) => !gone.has(row));
  left = left.filter(({ fields, before }) => openDoubts(source, viewer, { ...before, ...fields }, before).length === 0);
  const unfit = await fit?.(
    viewer,
    left.map(({ fields, before }) => ({ after: { ...before, ...fields }, before })),
    trx,
  );
  return left.filter((_row, at) => !unfit?.[at]?.length);
}

function repeated(values: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(values.filter((value) => seen.has(value) || !seen.add(value)));
}

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
