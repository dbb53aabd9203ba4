import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { same } from "~/kit/data/db/record-table";
import type { DB } from "~/kit/data/db/tables";
import { isSameItem } from "./judge-items.server";
import type { PartGiven } from "./part-sheet.server";
import type { DueRow, Values, WrittenBefore, WrittenRow } from "./sheet";
import { attemptOne, refused, staleWords, wordsOf } from "./write-rows.server";

/** Writes items record by record; one that is not as it was when it was checked is left and says so. */
export async function writeItems(
  { part }: PartGiven,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly DueRow[],
): Promise<WrittenRow[]> {
  const written: WrittenRow[] = [];
  for (const [key, own] of byRecord(rows)) {
    const items = [...((await part.read(viewer, [key], trx)).get(key) ?? [])];
    const taken: DueRow[] = [];
    for (const row of own) {
      const at = items.findIndex((one) => isSameItem(part, one, row.fields));
      const none = part.isNone?.(row.fields) ?? false;
      if (!isAs(items[at], row.before) && !isAs(items[at], none ? null : row.fields)) {
        written.push(refused(row.row, staleWords));
        continue;
      }
      items.splice(at < 0 ? items.length : at, at < 0 ? 0 : 1, ...(none ? [] : [row.fields]));
      taken.push(row);
    }
    if (taken.length === 0) continue;
    const refusal = await attemptOne(trx, () => part.save(viewer, key, items));
    written.push(
      ...taken.map(({ row, kind }) =>
        refusal ? refused(row, refusal) : ({ row, outcome: kind === "new" ? "created" : "changed", key } as const),
      ),
    );
  }
  return written;
}

/** Takes items back that are still as they were written. */
export async function undoItems(
  { part }: PartGiven,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  const result: WrittenRow[] = [];
  for (const [key, own] of byRecord(rows)) {
    const items = [...((await part.read(viewer, [key], trx)).get(key) ?? [])];
    const taken: WrittenBefore[] = [];
    for (const row of own) {
      const none = part.isNone?.(row.fields) ?? false;
      const at = items.findIndex((one) => isSameItem(part, one, row.fields));
      if (!isAs(items[at], none ? null : row.fields) && !isAs(items[at], row.before)) {
        result.push({ row: row.row, outcome: "kept", message: "导入以后又被修改过" });
        continue;
      }
      items.splice(at < 0 ? items.length : at, at < 0 ? 0 : 1, ...(row.before ? [row.before] : []));
      taken.push(row);
    }
    if (taken.length === 0) continue;
    const refusal = await attemptOne(trx, () => part.save(viewer, key, items));
    result.push(
      ...taken.map(({ row }): WrittenRow =>
        refusal ? { row, outcome: "kept", message: wordsOf(refusal) } : { row, outcome: "undone" },
      ),
    );
  }
  return result;
}

function byRecord<Row extends { key: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.key!, [...(found.get(row.key!) ?? []), row]);
  return found;
}

/** Another row of the file may have made it so already: two stations name one another. */
function isAs(now: Values | undefined, wanted: Values | null): boolean {
  if (!now || !wanted) return !now && !wanted;
  return Object.entries(wanted).every(([name, value]) => same(now[name], value));
}
