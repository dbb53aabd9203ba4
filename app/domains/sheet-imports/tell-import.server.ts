import type { z } from "zod";
import { problem } from "~/kit/ground/problem";
import type { Viewer } from "~/kit/data/access/viewer";
import { type ToldImport, type ToldKind, toldRow, type ToldRows } from "~/kit/page/import-flow/doors";
import { correctRows } from "~/kit/room/sheets/correct-rows.server";
import { type SheetImport, sheetStateOf } from "~/kit/room/sheets/import-row";
import { contradictingCrs, contradictionWords } from "~/kit/room/sheets/sheet-places";
import { requireImport } from "./load-import.server";
import { loadOutcomes, loadPreviewRows } from "./preview-rows.server";
import type { CorrectForm } from "./schema";

/** What must be answered before an import may be confirmed. */
export function questionsOf({ preview, choices }: SheetImport): ToldImport["questions"] {
  const isAsked = !choices.crs && contradictingCrs(preview?.places) !== null;
  return [
    ...(preview?.trouble ? [{ path: "columns", message: preview.trouble }] : []),
    ...(isAsked ? [{ path: "crs", message: contradictionWords(preview!.places!) }] : []),
  ];
}

/** Rows of a checked file, or those that were not written in the end. */
export async function tellRows(
  viewer: Viewer,
  importUuid: string,
  kind: ToldKind,
  page: { page: number; size: number },
): Promise<ToldRows<number>> {
  const { row, sheet } = await requireImport(viewer, importUuid);
  if (kind === "refused") {
    const { rows, total } = await loadOutcomes(row, page);
    return { list: rows.map(({ code, message, row: at }) => toldRow(code, { message }, at)), total };
  }
  if (sheetStateOf(row) !== "preview" || !row.preview || row.preview.trouble)
    throw problem.field("importUuid", "这个导入现在没有可核对的行");
  const found = await loadPreviewRows(viewer, sheet, row, kind, page, NaN);
  const list = found.rows.map((one) => ({
    row: one.row,
    code: one.code,
    values: found.headers.map((title, at) => ({ title, value: one.cells[at] ?? "" })),
    changes: one.changes.map(({ header, ...change }) => ({ title: header, ...change })),
    errors: one.faults.map(({ name, header, text, messages }) => ({
      name,
      title: header,
      text,
      message: messages.join("；"),
    })),
  }));
  return { list, total: found.total };
}

export const correctSheetRows = (viewer: Viewer, importUuid: string, { rows }: z.output<typeof CorrectForm>) =>
  correctRows(viewer, importUuid, new Map(rows.map((one) => [one.row, one.cells])));
