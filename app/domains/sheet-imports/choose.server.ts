import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import type { SheetChoices, SheetImport } from "~/kit/room/sheets/import-row";
import type { Sheet } from "~/kit/room/sheets/sheet";
import { recheckSheetImport } from "~/kit/room/sheets/sheet-imports.server";

/** A word's meaning is null where what was given for it no longer counts. */
type AskedChoices = Pick<
  SheetChoices,
  "sheet" | "headerRow" | "plan" | "columns" | "constants" | "crs" | "empty" | "remember"
> & {
  meanings?: Record<string, Record<string, string | null>>;
};

/** Has a checked file read again by what a person chose for it; columns and values belong to the sheet that is read then. What is left out stays as it was. */
export async function chooseForImport(
  viewer: Viewer,
  { row, sheet }: { row: SheetImport; sheet: Sheet },
  asked: AskedChoices,
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
    ...(["constants", "meanings"] as const).flatMap((what) =>
      Object.keys(asked[what] ?? {}).flatMap((name) =>
        known.has(name) ? [] : { path: `${what}.${name}`, message: noField },
      ),
    ),
  ];
  if (faults.length > 0) throw problem.fields(faults);
  const { columns, constants, meanings = {}, crs, headerRow, plan, empty, remember } = asked;
  const before = isOther ? {} : (row.choices.meanings ?? {});
  const isOtherHeader = headerRow !== undefined && headerRow !== match?.row;
  await recheckSheetImport(viewer, row.importId, {
    ...(isOther && { sheet: asked.sheet, cells: {} }),
    ...((isOther || isOtherHeader || plan) && { columns: undefined, constants: {}, plan: undefined }),
    ...(isOther && { headerRow: undefined }),
    ...(headerRow !== undefined && { headerRow }),
    ...(plan && { plan }),
    ...(columns && { columns, plan: "none" }),
    ...(constants && { constants }),
    meanings: { ...before, ...mergedMeanings(before, meanings) },
    ...(crs && { crs }),
    ...(empty && { empty }),
    ...(remember !== undefined && { remember }),
  });
}

const mergedMeanings = (
  before: NonNullable<SheetChoices["meanings"]>,
  given: NonNullable<AskedChoices["meanings"]>,
): NonNullable<SheetChoices["meanings"]> =>
  Object.fromEntries(
    Object.entries(given).map(([name, meant]) => {
      const all = Object.entries({ ...before[name], ...meant });
      return [name, Object.fromEntries(all.filter((one): one is [string, string] => one[1] !== null))];
    }),
  );

const mostColumns = 16_384;
const noField = "这个模板没有这一项";
const noColumn = "文件中没有这一列";
