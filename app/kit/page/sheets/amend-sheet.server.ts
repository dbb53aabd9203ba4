import { rm } from "node:fs/promises";
import { askSheetWorker, type SheetFile, type SheetOptions } from "./sheet-worker.server";

/** What is wrong with a row. */
export interface RowFault {
  /** The wrong cells, counted from 0. */
  columns: readonly number[];
  /** In one line; left empty, the cells are only coloured. */
  text: string;
}

export interface Amendment {
  /** A sheet's name; left out: the first that is not hidden. */
  sheet?: string;
  /** Counted from 1; 0 where the sheet has none. */
  headerRow: number;
  /** What the column of errors is called, 导入结果 unless said; one that is called so is written anew. */
  header?: string;
  /** By row as the reader counts. */
  errors: ReadonlyMap<number, RowFault>;
}

/**
 * Writes the person's own workbook or text to `out` with one more column that says what is wrong with each row, wrong
 * cells of a workbook coloured, and all else as it was. Throws SheetFileError, or the signal's reason, and leaves no file
 * then.
 */
export async function amendSheet(
  file: SheetFile,
  amendment: Amendment,
  out: string,
  options: SheetOptions = {},
): Promise<{ column: number }> {
  try {
    for await (const answer of askSheetWorker(file, { asks: "copy", out, amendment }, options))
      if (answer.kind === "copied") return { column: answer.column };
    throw new Error("the copy was not written");
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  }
}
