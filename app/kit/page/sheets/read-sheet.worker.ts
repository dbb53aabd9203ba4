import { answerApart } from "~/kit/ground/files/answer-apart.server";
import { amendText } from "./amend-text.server";
import { amendWorkbook } from "./amend-workbook.server";
import { SheetFileError } from "./sheet";
import { sheetKind } from "./sheet-kind.server";
import type { SheetAnswer, SheetQuestion } from "./sheet-worker.server";
import { textRows } from "./text-rows.server";
import { workbookRows, workbookSheets } from "./workbook-rows.server";

await answerApart<SheetQuestion, SheetAnswer>(answer, (error) =>
  error instanceof SheetFileError ? { kind: "fault", fault: error.fault, message: error.message } : undefined,
);

async function* answer({ file, name, limits, ...question }: SheetQuestion): AsyncGenerator<SheetAnswer> {
  const kind = await sheetKind(file, name, limits);
  if (question.asks === "sheets")
    return yield { kind: "sheets", sheets: kind === "workbook" ? await workbookSheets(file, limits) : [] };
  if (question.asks === "copy") {
    const { amendment, out } = question;
    const amend = kind === "workbook" ? amendWorkbook : amendText;
    return yield { kind: "copied", column: await amend(file, { header: "导入结果", ...amendment }, out, limits) };
  }
  const parcels = kind === "workbook" ? workbookRows(file, question.sheet, limits) : textRows(file, limits);
  for await (const rows of parcels) yield { kind: "rows", rows };
  yield { kind: "end" };
}
