import type { SheetRow } from "./sheet";
import { askSheetWorker, type SheetFile, type SheetOptions } from "./sheet-worker.server";
import type { SheetName } from "./workbook.server";

export type { SheetFile } from "./sheet-worker.server";

/** The rows of a workbook's sheet (`sheet` names it, else the first that is not hidden) or of a separated text that hold something, read apart while the caller takes them. Throws SheetFileError, or the signal's reason. In merged cells the value stands in the first. */
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
