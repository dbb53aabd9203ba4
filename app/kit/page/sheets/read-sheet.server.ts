import type { SheetRow } from "./sheet";
import { askSheetWorker, type SheetFile, type SheetOptions } from "./sheet-worker.server";
import type { SheetName } from "./workbook.server";

export type { SheetFile } from "./sheet-worker.server";

/**
 * The rows of a workbook's sheet, a CSV or a tab-separated text that hold something, read in a thread of its own whose
 * time and memory are bounded, while the caller takes them. Throws SheetFileError, or the signal's reason. In merged cells
 * the value stands in the first. `sheet` is a sheet's name; left out: the first that is not hidden. A text has no sheets.
 */
export async function* readSheet(
  file: SheetFile,
  { sheet, ...options }: SheetOptions & { sheet?: string } = {},
): AsyncGenerator<SheetRow> {
  for await (const answer of askSheetWorker(file, { asks: "rows", sheet }, options))
    if (answer.kind === "rows") yield* answer.rows;
}

/** A workbook's sheets in their order; none for a text. Throws SheetFileError for a file that is neither. */
export async function sheetsOf(file: SheetFile, options: SheetOptions = {}): Promise<SheetName[]> {
  for await (const answer of askSheetWorker(file, { asks: "sheets" }, options))
    if (answer.kind === "sheets") return answer.sheets;
  return [];
}
