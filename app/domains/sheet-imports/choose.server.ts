import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import type { SheetChoices, SheetImport } from "~/kit/room/sheets/import-row";
import type { Sheet } from "~/kit/room/sheets/sheet";
import { recheckSheetImport } from "~/kit/room/sheets/sheet-imports.server";

/** Has a checked file read again by what a person chose for it; columns and values belong to the sheet that is read then. What is left out stays as it was. */
export async function chooseForImport(
  viewer: Viewer,
  { row, sheet }: { row: SheetImport; sheet: Sheet },
  asked: Pick<SheetChoices, "sheet" | "columns" | "constants" | "crs">,
): Promise<void> {
  const { sheets = [], match } = row.preview ?? {};
  const isOther = asked.sheet !== undefined && asked.sheet !== row.preview?.sheet;
  if (isOther && !sheets.some(({ name }) => name === asked.sheet))
    throw problem.field("sheet", "文件中没有这个工作表，请从列出的工作表中选择");
  const known = new Set(sheet.columns.map(({ name }) => name));
  const width = isOther ? mostColumns : (match?.headers.length ?? 0);
  const faults = [
    ...Object.entries(asked.columns ?? {}).flatMap(([name, at]) =>
      known.has(name) && at < width ? [] : { path: `columns.${name}`, message: at < width ? noField : noColumn },
    ),
    ...Object.keys(asked.constants ?? {}).flatMap((name) =>
      known.has(name) ? [] : { path: `constants.${name}`, message: noField },
    ),
  ];
  if (faults.length > 0) throw problem.fields(faults);
  const { columns, constants, crs } = asked;
  await recheckSheetImport(viewer, row.importId, {
    ...(isOther && { sheet: asked.sheet, columns: {}, constants: {}, cells: {} }),
    ...(columns && { columns }),
    ...(constants && { constants }),
    ...(crs && { crs }),
  });
}

const mostColumns = 16_384;
const noField = "这个模板没有这一项";
const noColumn = "文件中没有这一列";
