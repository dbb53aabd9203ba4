import { rm } from "node:fs/promises";
import { askSheetWorker, type SheetFile, type SheetOptions } from "./sheet-worker.server";

export interface RowFault {
  /** The wrong cells, counted from 0. */
  columns: readonly number[];
  /** In one line; left empty, the cells are only coloured. */
  text: string;
}

export interface Amendment {
  sheet?: string;
  /** Counted from 1; 0 where the sheet has none. */
  headerRow: number;
  /** What the column of errors is called, 导入结果 unless said; one that is called so is written anew. */
  header?: string;
  errors: ReadonlyMap<number, RowFault>;
}

/** Writes the person's own workbook or text to `out` with one more column that says what is wrong, wrong cells of a workbook coloured, and all else as it was. Throws SheetFileError, or the signal's reason, and leaves no file then. */
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
