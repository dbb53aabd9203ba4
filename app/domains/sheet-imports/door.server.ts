import { allows } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { type Door, doorStep } from "~/kit/page/import-flow/doors";
import {
  cancelSheetImport,
  confirmSheetImport,
  retrySheetImport,
  startSheetImport,
  undoSheetImport,
} from "~/kit/room/sheets/sheet-imports.server";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { sheetImports } from "~/kit/room/sheets/sheet-steps.server";
import { chooseForImport } from "./choose.server";
import { requireImport } from "./load-import.server";
import { may } from "./policy";
import { ChooseForm, ConfirmForm, CorrectForm, StartForm } from "./schema";
import { correctSheetRows, questionsOf, tellRows } from "./tell-import.server";
import { importUrl, logUrl } from "./urls";

/** Exports are logged beside the imports, and have no page but that of the log. */
export const sheetDoor: Door = {
  life: sheetImports,
  may,
  titles: (viewer) =>
    Object.fromEntries(
      listSheets().flatMap((sheet) => (allows(viewer, sheet.may.read) ? [[sheet.templateCode, sheet.title]] : [])),
    ),
  href: ({ kind, importId }) => (kind === "import" ? importUrl({ importId }) : `${logUrl}/${importId}`),
  async find(viewer, importId) {
    const { row } = await requireImport(viewer, importId);
    if (row.kind !== "import") throw problem.missing("导入记录");
    return row;
  },
  async tell(viewer, importId) {
    const { row } = await requireImport(viewer, importId);
    const { new: fresh = 0, changed = 0, same = 0, wrong = 0 } = row.preview?.counts ?? {};
    const isWritten = row.state === "done";
    const counts = isWritten
      ? {
          new: row.createdCount,
          changed: row.changedCount,
          same: row.sameCount,
          wrong: row.badCount,
          kept: row.refusedCount + row.keptCount,
        }
      : { new: fresh, changed, same, wrong };
    const isAsked = row.state === "preview" && wrong > 0 && !row.preview?.trouble;
    return {
      counts: row.preview || isWritten ? [{ what: "行", ...counts }] : [],
      questions: [
        ...(row.state === "preview" ? questionsOf(row) : []),
        ...(isAsked ? [{ path: "onlyGood", message: `有 ${wrong} 行有错误，请改正，或只导入没有错误的行` }] : []),
      ],
      problems: [],
      problemCount: 0,
    };
  },
  rows: tellRows,
  start: doorStep(StartForm, async (viewer, fileUuids: readonly string[], asked) => {
    if (fileUuids.length > 1) throw problem.field("fileUuids", "表格一次导入一个文件");
    return startSheetImport(viewer, asked, fileUuids[0]!);
  }),
  choose: doorStep(ChooseForm, async (viewer, importId: string, asked) =>
    chooseForImport(viewer, await requireImport(viewer, importId), asked),
  ),
  correct: doorStep(CorrectForm, correctSheetRows),
  confirm: doorStep(ConfirmForm, (viewer, importId: string, { onlyGood = false }) =>
    confirmSheetImport(viewer, importId, onlyGood),
  ),
  cancel: cancelSheetImport,
  undo: undoSheetImport,
  retry: retrySheetImport,
};
