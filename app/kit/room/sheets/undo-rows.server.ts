import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import type { Served } from "../served.server";
import type { WrittenBefore, WrittenRow } from "./sheet";
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
  result.push(
    ...(await remove(
      served,
      trx,
      viewer,
      untouched.filter(({ kind }) => kind === "new"),
    )),
  );
  for (const { row, key, before, written } of untouched.filter(({ kind }) => kind === "changed")) {
    const refusal = await attemptOne(trx, () => served.verbs.update(viewer, key!, before as never, written!));
    result.push(refusal ? keptRow(row, wordsOf(refusal)) : { row, outcome: "undone" });
  }
  return result;
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
