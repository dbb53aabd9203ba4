import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import type { DB } from "~/kit/data/db/tables";
import type { SheetImport } from "./import-row";
import { countRows, keepOutcomes, nextDueRows, nextWrittenRows } from "./sheet-rows.server";
import type { Sheet, WrittenRow } from "./sheet";

const parcelRows = 1000;

type Report = (done: number, of: number) => void;
type Work = (
  sheet: Sheet,
  viewer: Viewer,
  row: SheetImport,
  report: Report,
  signal?: AbortSignal,
  parcel?: number,
) => Promise<void>;

/** Writes what is due, so many rows a transaction, each with its outcome: begun again after a crash it goes on where it was, and nothing is written twice. */
export const writeFile: Work = (sheet, viewer, row, report, signal, parcel = parcelRows) => {
  const by = { ...viewer, reason: reasonOf("导入", row) };
  const next = (trx: Open, at?: number) => nextDueRows(trx, row.importId, parcel, at);
  return eachParcel(row.importId, report, signal, next, (trx, due) => sheet.write(trx, by, due));
};

/** Takes written rows back, the last first. */
export const undoFile: Work = (sheet, viewer, row, report, signal, parcel = parcelRows) => {
  const by = { ...viewer, reason: reasonOf("撤销导入", row) };
  const next = (trx: Open, at?: number) => nextWrittenRows(trx, row.importId, parcel, at);
  return eachParcel(row.importId, report, signal, next, (trx, written) => sheet.undo(trx, by, written));
};

type Open = Transaction<DB>;

async function eachParcel<Row extends { place: number }>(
  importId: string,
  report: Report,
  signal: AbortSignal | undefined,
  next: (trx: Open, at?: number) => Promise<Row[]>,
  work: (trx: Open, rows: readonly Row[]) => Promise<WrittenRow[]>,
): Promise<void> {
  const { new: fresh, changed } = await countRows(db(), importId);
  let at: number | undefined;
  for (let done = 0, counted = parcelRows; ;) {
    signal?.throwIfAborted();
    const rows = await inTransaction(async (trx) => {
      // A parcel that a crash of the database loses is written again, its outcomes are lost with it.
      await sql`set local synchronous_commit = off`.execute(trx);
      const found = await next(trx, at);
      if (found.length > 0) await keepOutcomes(trx, importId, await work(trx, found));
      return found;
    });
    if (rows.length === 0) return;
    at = rows.at(-1)!.place;
    report((done += rows.length), fresh + changed);
    // People search among these rows while more are written: each time they are four times as many the database learns it.
    if (done < counted) continue;
    await gatherStatistics("changed");
    counted = 4 * done;
  }
}

/** How histories name the import, with the person's own words behind. */
const reasonOf = (what: string, { fileName, reason }: SheetImport) =>
  `${what}“${fileName.slice(0, 100)}”${reason ? `：${reason}` : ""}`.slice(0, 255);
