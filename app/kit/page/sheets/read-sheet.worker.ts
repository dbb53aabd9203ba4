import { answerApart } from "~/kit/ground/files/answer-apart.server";
import { amendText } from "./amend-text.server";
import { amendWorkbook } from "./amend-workbook.server";
import { oldWorkbookRows, oldWorkbookSheets } from "./old-workbook.server";
import { SheetFileError, type SheetLimits } from "./sheet";
import { sheetKind } from "./sheet-kind.server";
import type { SheetAnswer, SheetQuestion } from "./sheet-worker.server";
import { textRows } from "./text-rows.server";
import { workbookRows, workbookSheets } from "./workbook-rows.server";

const readers = {
  workbook: { sheets: workbookSheets, rows: workbookRows, amend: amendWorkbook },
  oldWorkbook: { sheets: oldWorkbookSheets, rows: oldWorkbookRows, amend: refuseOld },
  text: {
    sheets: async () => [],
    rows: (file: string, _sheet: unknown, limits: SheetLimits) => textRows(file, limits),
    amend: amendText,
  },
};

function refuseOld(): Promise<never> {
  throw new SheetFileError(
    "old-excel",
    "旧版 Excel 文件（.xls）不能写回导入结果；请另存为“Excel 工作簿（.xlsx）”后重新导入，或在页面上改正",
  );
}

await answerApart<SheetQuestion, SheetAnswer>(answer, (error) =>
  error instanceof SheetFileError ? { kind: "fault", fault: error.fault, message: error.message } : undefined,
);

async function* answer({ file, name, limits, ...question }: SheetQuestion): AsyncGenerator<SheetAnswer> {
  const kind = await sheetKind(file, name, limits);
  const reader = readers[kind];
  if (question.asks === "sheets") return yield { kind: "sheets", sheets: await reader.sheets(file, limits) };
  if (question.asks === "copy") {
    const { amendment, out } = question;
    return yield {
      kind: "copied",
      column: await reader.amend(file, { header: "导入结果", ...amendment }, out, limits),
    };
  }
  for await (const rows of reader.rows(file, question.sheet, limits)) yield { kind: "rows", rows };
  yield { kind: "end" };
}
