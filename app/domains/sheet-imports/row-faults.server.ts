import { columnName } from "~/kit/page/sheets/sheet";
import { wordOf } from "~/kit/page/sheets/template";
import type { SheetImport } from "~/kit/room/sheets/import-row";
import type { Sheet } from "~/kit/room/sheets/sheet";
import { listSheetRows, type SheetRowFacts } from "~/kit/room/sheets/sheet-rows.server";

export interface RowError {
  row: number;
  /** The letter of the column; empty for the whole row. */
  letter: string;
  header: string;
  text: string;
  message: string;
}

/** A page of the rows with errors, and of those that were refused when they were written, each error by itself. */
export async function loadFaults(row: SheetImport, sheet: Sheet, { page, size }: { page: number; size: number }) {
  const found = await listSheetRows(row.importId, { kinds: ["wrong"], refused: "too" }, page, size);
  return { rows: found.flatMap((one) => errorsOf(row, sheet, one)), total: row.badCount + row.refusedCount };
}

/** Each error of a row with its place and value. */
export function errorsOf(
  { preview }: SheetImport,
  { columns }: Sheet,
  { row, cells, errors, message }: Pick<SheetRowFacts, "row" | "cells" | "errors" | "message">,
): RowError[] {
  return (errors?.length ? errors : [{ name: "", message: message ?? "" }]).map(({ name, message: words }) => {
    const at = preview?.match?.columns[name];
    const header = columns.find((one) => one.name === name)?.header ?? "";
    if (at === undefined) return { row, letter: "", header, text: "", message: words };
    return { row, letter: columnName(at), header, text: wordOf(cells?.[at] ?? null), message: words };
  });
}
