import { parentPort, workerData } from "node:worker_threads";
import { SheetFileError, type SheetRow } from "./sheet";
import type { SheetAnswer, SheetQuestion } from "./read-sheet.server";
import { sheetKind } from "./sheet-kind.server";
import { textRows } from "./text-rows.server";
import { workbookRows, workbookSheets } from "./workbook-rows.server";

const { file, name, sheet, limits, asks } = workerData as SheetQuestion;
const tell = (answer: SheetAnswer) => parentPort!.postMessage(answer);

try {
  const kind = await sheetKind(file, name, limits);
  if (asks === "sheets")
    tell({ kind: "sheets", sheets: kind === "workbook" ? await workbookSheets(file, limits) : [] });
  else await tellRows(kind === "workbook" ? workbookRows(file, sheet, limits) : textRows(file, limits));
} catch (error) {
  if (!(error instanceof SheetFileError)) throw error;
  tell({ kind: "fault", fault: error.fault, message: error.message });
}
parentPort!.close();

/** Hands rows over in parcels, no more than two ahead of whoever takes them. */
async function tellRows(parcels: AsyncIterable<SheetRow[]>): Promise<void> {
  let wanted = 2;
  let wake: (() => void) | undefined;
  parentPort!.on("message", () => {
    wanted++;
    wake?.();
  });
  for await (const rows of parcels) {
    while (wanted === 0) await new Promise<void>((resolve) => (wake = resolve));
    wanted--;
    tell({ kind: "rows", rows });
  }
  tell({ kind: "end" });
}
