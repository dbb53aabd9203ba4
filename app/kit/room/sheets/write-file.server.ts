import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { SheetImport } from "./import-row";
import { countRows, keepOutcomes, nextDueRows, nextWrittenRows } from "./sheet-rows.server";
import type { Sheet, WrittenRow } from "./sheet";

/** Writes what is due, so many rows a transaction, each with its outcome: begun again after a crash it goes on where it was, and nothing is written twice. */
export async function writeFile(
  sheet: Sheet,
  viewer: Viewer,
  row: SheetImport,
  report: (done: number, of: number) => void,
  signal?: AbortSignal,
  parcel = 500,
): Promise<void> {
  const by = { ...viewer, reason: reasonOf("导入", row) };
  await eachParcel(row.importId, report, signal, async (trx, at) => {
    const due = await nextDueRows(trx, row.importId, parcel, at);
    return { outcomes: due.length === 0 ? [] : await sheet.write(trx, by, due), at: due.at(-1)?.place };
  });
}

/** Takes written rows back, the last first. */
export async function undoFile(
  sheet: Sheet,
  viewer: Viewer,
  row: SheetImport,
  report: (done: number, of: number) => void,
  signal?: AbortSignal,
  parcel = 500,
): Promise<void> {
  const by = { ...viewer, reason: reasonOf("撤销导入", row) };
  await eachParcel(row.importId, report, signal, async (trx, at) => {
    const written = await nextWrittenRows(trx, row.importId, parcel, at);
    return { outcomes: written.length === 0 ? [] : await sheet.undo(trx, by, written), at: written.at(-1)?.place };
  });
}

async function eachParcel(
  importId: string,
  report: (done: number, of: number) => void,
  signal: AbortSignal | undefined,
  work: (trx: Transaction<DB>, at: number | undefined) => Promise<{ outcomes: WrittenRow[]; at?: number }>,
): Promise<void> {
  const { new: fresh, changed } = await countRows(db(), importId);
  let at: number | undefined;
  for (let done = 0; ;) {
    signal?.throwIfAborted();
    const parcel = await inTransaction(async (trx) => {
      const found = await work(trx, at);
      await keepOutcomes(trx, importId, found.outcomes);
      return found;
    });
    if (parcel.outcomes.length === 0) return;
    at = parcel.at;
    report((done += parcel.outcomes.length), fresh + changed);
  }
}

/** How histories name the import, with the person's own words behind. */
const reasonOf = (what: string, { fileName, reason }: SheetImport) =>
  `${what}“${fileName.slice(0, 100)}”${reason ? `：${reason}` : ""}`.slice(0, 255);
