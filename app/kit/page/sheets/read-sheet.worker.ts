import { answerApart } from "~/kit/ground/files/answer-apart.server";
import type { SheetAnswer, SheetQuestion } from "./read-sheet.server";
import { SheetFileError } from "./sheet";
import { sheetKind } from "./sheet-kind.server";
import { textRows } from "./text-rows.server";
import { workbookRows, workbookSheets } from "./workbook-rows.server";

await answerApart<SheetQuestion, SheetAnswer>(answer, (error) =>
  error instanceof SheetFileError ? { kind: "fault", fault: error.fault, message: error.message } : undefined,
);

async function* answer({ file, name, sheet, limits, asks }: SheetQuestion): AsyncGenerator<SheetAnswer> {
  const kind = await sheetKind(file, name, limits);
  if (asks === "sheets")
    return yield { kind: "sheets", sheets: kind === "workbook" ? await workbookSheets(file, limits) : [] };
  const parcels = kind === "workbook" ? workbookRows(file, sheet, limits) : textRows(file, limits);
  for await (const rows of parcels) yield { kind: "rows", rows };
  yield { kind: "end" };
}
