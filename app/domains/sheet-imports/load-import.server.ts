import { allows, type Viewer } from "~/kit/data/access/viewer";
import { sizeText } from "~/kit/data/files/size-text";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { columnName } from "~/kit/page/sheets/sheet";
import { readState } from "~/kit/page/tables/state";
import { type SheetImport, sheetStateOf, sheetStates } from "~/kit/room/sheets/import-row";
import type { Sheet } from "~/kit/room/sheets/sheet";
import { canUndo, findSheetImport, mayRemoveFresh } from "~/kit/room/sheets/sheet-imports.server";
import { requireSheet } from "~/kit/room/sheets/sheet-registry";
import { loadMeanings } from "./meanings.server";
import { may } from "./policy";
import { previewTable, type RowKind } from "./preview";
import { loadOutcomes, loadPreviewRows } from "./preview-rows.server";

/** An import whose records the viewer may read; throws problem.missing. */
export async function requireImport(viewer: Viewer, importId: string): Promise<{ row: SheetImport; sheet: Sheet }> {
  const row = await findSheetImport(viewer, importId);
  const sheet = requireSheet(row.templateCode);
  if (!allows(viewer, sheet.may.read) && !allows(viewer, sheet.may.write)) throw problem.missing("导入记录");
  return { row, sheet };
}

export async function loadImport(viewer: Viewer, importId: string, url: URL) {
  const { row, sheet } = await requireImport(viewer, importId);
  if (row.kind !== "import") throw problem.missing("导入记录");
  const mayImport = allows(viewer, may.write) && allows(viewer, sheet.may.write);
  const state = sheetStateOf(row);
  const shown = state === "preview" && row.preview && !row.preview.trouble;
  const view = readState(previewTable, url);
  const kind: RowKind = view.filters.kind ?? firstKind(row);
  return {
    row: factsOf(row, sheet),
    mayImport,
    mayUndo: mayImport && canUndo(row) && mayRemoveFresh(viewer, sheet, row),
    columns: state === "preview" ? columnsOf(row, sheet) : [],
    kind,
    view: { ...view, asked: { kind } },
    rows: shown ? await loadPreviewRows(viewer, sheet, row, kind, view, Number(url.searchParams.get("row"))) : null,
    meanings: shown && mayImport ? await loadMeanings(viewer, sheet, row) : [],
    outcomes: row.refusedCount + row.keptCount > 0 ? await loadOutcomes(row, view) : null,
  };
}

export function factsOf(row: SheetImport, sheet: Sheet) {
  const { importId, fileName, mode, reason, phase, progress, error, preview, createdByName, confirmedByName } = row;
  const counts = { created: row.createdCount, changed: row.changedCount, same: row.sameCount, wrong: row.badCount };
  const zone = settings().OPERATOR_TIME_ZONE;
  const at = (time: Date | null) => (time ? formatTime(time, zone) : "");
  const code = sheetStateOf(row);
  return {
    importId,
    fileName,
    mode,
    reason,
    phase,
    progress,
    error,
    createdByName,
    confirmedByName,
    counts,
    preview,
    kind: row.kind,
    rows: row.rowCount,
    refused: row.refusedCount,
    kept: row.keptCount,
    ms: row.ms,
    plainState: row.state,
    state: code,
    stateName: sheetStates[code],
    undoing: row.undoing,
    templateCode: sheet.templateCode,
    title: sheet.title,
    noun: sheet.noun,
    listUrl: sheet.url,
    size: sizeText(row.fileSize),
    created: at(row.createdAt),
    finished: at(row.finishedAt),
    undone: at(row.undoneAt),
    undoneByName: row.undoneByName,
    hasFile: row.fileKey !== null,
    crs: row.choices.crs,
    headerRow: row.choices.headerRow ?? row.preview?.match?.row,
    remember: row.choices.remember,
  };
}
export type ImportView = ReturnType<typeof factsOf>;

/** The template's fields with the columns of the file that hold them. */
export function columnsOf({ preview, choices }: SheetImport, sheet: Sheet) {
  const match = preview?.match;
  return sheet.columns.map(({ name, header, required, choices: offered = [] }) => {
    const at = match?.columns[name];
    return {
      name,
      header,
      required,
      at: at ?? -1,
      letter: at === undefined ? "" : columnName(at),
      constant: at === undefined ? choices.constants?.[name] : undefined,
      offered: offered.map(({ label }) => label),
    };
  });
}

function firstKind({ preview }: SheetImport): RowKind {
  const { wrong = 0, new: fresh = 0, changed = 0 } = preview?.counts ?? {};
  if (wrong > 0) return "wrong";
  return fresh > 0 ? "new" : changed > 0 ? "changed" : "same";
}
