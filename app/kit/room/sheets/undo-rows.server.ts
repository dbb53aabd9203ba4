import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { same } from "~/kit/data/db/record-table";
import type { DB } from "~/kit/data/db/tables";
import type { Served } from "../served.server";
import type { Values, WrittenBefore, WrittenRow } from "./sheet";
import { attemptOne, wordsOf } from "./write-rows.server";

/** Takes rows back: created records go to the bin, changed ones get their old values. What has changed since, or is needed now, stays and is named. */
export async function undoRows(
  served: Served,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  const { kept } = served.source;
  const found = await sql<{ key: string; version: number }>`
    select ${sql.ref(kept.key)} as key, version from ${sql.table(kept.table)}
    where ${sql.ref(kept.key)} = any(${rows.map(({ key }) => key)}) and deleted_at is null`.execute(trx);
  const versions = new Map(found.rows.map(({ key, version }) => [key, version]));
  const isUntouched = ({ key, written }: WrittenBefore) => versions.get(key!) === written;
  const result: WrittenRow[] = rows
    .filter((row) => !isUntouched(row))
    .map(({ row, key }) => keptRow(row, versions.has(key!) ? "导入以后又被修改过" : "导入以后已被删除"));
  const untouched = rows.filter(isUntouched);
  const old = await findOldFields(
    served,
    trx,
    untouched.filter(({ kind }) => kind === "changed"),
  );
  // In the order given: what was written last may need what was written before it.
  for (let at = 0; at < untouched.length;) {
    const row = untouched[at]!;
    const next = untouched.findIndex(({ kind }, place) => place >= at && kind !== "new");
    const fresh = untouched.slice(at, next < 0 ? undefined : next);
    at += Math.max(1, fresh.length);
    if (fresh.length > 0) {
      result.push(...(await remove(served, trx, viewer, fresh)));
      continue;
    }
    const fields = { ...row.before, ...old.get(row.key!) };
    const refusal = await attemptOne(trx, () => served.verbs.update(viewer, row.key!, fields as never, row.written!));
    result.push(refusal ? keptRow(row.row, wordsOf(refusal)) : { row: row.row, outcome: "undone" });
  }
  return result;
}

/** What the fields of changed records were before, those too that the room's verb set by itself. */
async function findOldFields(
  { room, source: { kept } }: Served,
  trx: Transaction<DB>,
  rows: readonly WrittenBefore[],
): Promise<Map<string, Values>> {
  const found = await sql<{ key: string; before: Values; after: Values }>`
    select record_key as key, before, after from history join unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ version }) => version! + 1)}::integer[]) as one(key, version)
      on record_key = one.key and record_version = one.version
    where room = ${kept.room} and action = 'update' and after ->> ${kept.key} = record_key`.execute(trx);
  return new Map(
    found.rows.map(({ key, before, after }) => {
      const changed = Object.keys(room.fields).filter((name) => name in before && !same(before[name], after[name]));
      return [key, Object.fromEntries(changed.map((name) => [name, before[name]]))];
    }),
  );
}

/** All at once, or by halves until those that cannot be removed are found. */
async function remove(
  served: Served,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  if (rows.length === 0) return [];
  const refusal = await attemptOne(trx, () =>
    served.verbs.remove(
      viewer,
      rows.map(({ key }) => key!),
    ),
  );
  if (!refusal) return rows.map(({ row }) => ({ row, outcome: "undone" }));
  if (rows.length === 1) return [keptRow(rows[0]!.row, wordsOf(refusal))];
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await remove(served, trx, viewer, rows.slice(middle))),
    ...(await remove(served, trx, viewer, rows.slice(0, middle))),
  ];
}

const keptRow = (row: number, message: string): WrittenRow => ({ row, outcome: "kept", message });
