import { readFile } from "node:fs/promises";
import type { CellObject, WorkBook, WorkSheet } from "@e965/xlsx";
import { dateOf } from "./cell-value";
import type { TallCell } from "./merged-cells.server";
import { MergeFiller } from "./merge-filler";
import { refuseCell, SheetFileError, type SheetCell, type SheetLimits, type SheetRow } from "./sheet";
import { formatOf, isAsStored, shownText } from "./shown-text";
import type { SheetName } from "./workbook.server";

/** An old workbook is read whole, so it may be no larger; in bytes. */
export const oldWorkbookLimits = { fileBytes: 30 * 2 ** 20, heap: 768 } as const;

/** The sheets of an old workbook (.xls, or .et of WPS), in their order. */
export async function oldWorkbookSheets(file: string, limits: SheetLimits): Promise<SheetName[]> {
  return sheetsOf(await readBook(file, limits)).map(({ name, hidden, sheet }) =>
    hidden
      ? {
          name,
          hidden,
          filled: (sheet["!data"] ?? []).some((row) => row?.some((cell?: CellObject) => cell?.v !== undefined)),
        }
      : { name, hidden },
  );
}

/** The rows of one sheet of an old workbook that hold something; by default of the first sheet that is not hidden. */
export async function* oldWorkbookRows(
  file: string,
  name: string | undefined,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  const book = await readBook(file, limits);
  const sheets = sheetsOf(book);
  const chosen =
    name === undefined ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0]) : sheets.find((one) => one.name === name);
  if (!chosen) throw new SheetFileError("no-such-sheet", `工作簿里没有工作表“${name ?? ""}”，请重新选择`);
  const from1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const merges = new MergeFiller(tallCells(chosen.sheet), limits.columns);
  let rows: SheetRow[] = [];
  let rowCount = 0;
  let cellCount = 0;
  for (const [at, cells] of (chosen.sheet["!data"] ?? []).entries()) {
    const row = readRow(at + 1, cells ?? [], from1904, limits);
    if (chosen.sheet["!rows"]?.[at]?.hidden) row.hidden = true;
    merges.fill(row);
    if (row.cells.length === 0 && !row.uncalculated) continue;
    if (++rowCount > limits.rows)
      throw new SheetFileError("too-big", `工作表超过 ${limits.rows} 行有内容，请拆分后上传`);
    if ((cellCount += row.cells.length) > limits.cells)
      throw new SheetFileError("too-big", `工作表的内容超过 ${limits.cells / 10_000} 万个单元格，请拆分后上传`);
    if (rows.push(row) >= 500) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

async function readBook(file: string, { sheets }: SheetLimits): Promise<WorkBook> {
  const { read } = await import("@e965/xlsx");
  const bytes = await readFile(file);
  if (bytes.length > oldWorkbookLimits.fileBytes)
    throw new SheetFileError(
      "too-big",
      `旧版 Excel 文件最大 ${oldWorkbookLimits.fileBytes / 2 ** 20} MB，请另存为“Excel 工作簿（.xlsx）”或拆分后上传`,
    );
  let book: WorkBook;
  try {
    book = read(bytes, { dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: true });
  } catch (cause) {
    throw new SheetFileError(
      "damaged",
      "旧版 Excel 文件无法读取；请用 Excel 或 WPS 打开后另存为“Excel 工作簿（.xlsx）”再上传",
      { cause },
    );
  }
  if (book.SheetNames.length > sheets)
    throw new SheetFileError(
      "too-big",
      `工作簿有 ${book.SheetNames.length} 个工作表，超过 ${sheets} 个，请删去多余的工作表`,
    );
  if (book.SheetNames.length === 0) throw new SheetFileError("not-a-sheet", "工作簿里没有工作表，请检查文件");
  return book;
}

const sheetsOf = ({ SheetNames, Sheets, Workbook }: WorkBook): (SheetName & { sheet: WorkSheet })[] =>
  SheetNames.map((name, at) => ({ name, hidden: (Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0, sheet: Sheets[name]! }));

const tallCells = (sheet: WorkSheet): TallCell[] =>
  (sheet["!merges"] ?? [])
    .flatMap(({ s, e }) => (e.r > s.r ? [{ column: s.c, from: s.r + 1, to: e.r + 1 }] : []))
    .sort((a, b) => a.from - b.from);

function readRow(
  row: number,
  given: readonly (CellObject | undefined)[],
  from1904: boolean,
  limits: SheetLimits,
): SheetRow {
  const cells: SheetCell[] = [];
  const found: SheetRow = { row, cells };
  for (const [column, cell] of given.entries()) {
    if (!cell) continue;
    const value = valueOf(cell, from1904);
    if (cell.f !== undefined && (value === null || value === "")) (found.uncalculated ??= []).push(column);
    if (value === null || value === "") continue;
    refuseCell(value, { row, column }, limits);
    while (cells.length < column) cells.push(null);
    cells[column] = value;
    const shown = typeof cell.v === "number" && cell.t === "n" ? shownOf(cell, cell.v) : undefined;
    if (shown !== undefined) (found.shown ??= {})[column] = shown;
  }
  return found;
}

/** So numbered, a format is known by its code alone. */
const ownFormat = 164;

const formatIn = ({ z }: CellObject) => formatOf(ownFormat, typeof z === "string" ? z : undefined);

function valueOf(cell: CellObject, from1904: boolean): SheetCell {
  const { t, v, w } = cell;
  if (v === undefined || t === "z") return null;
  if (t === "e") return w ?? "#N/A";
  if (t !== "n" || typeof v !== "number") return v instanceof Date || typeof v === "boolean" ? v : String(v);
  const { kind } = formatIn(cell);
  return kind === "date" || kind === "time" ? dateOf(v, { from1904, isTime: kind === "time" }) : v;
}

function shownOf(cell: CellObject, number: number): string | undefined {
  const format = formatIn(cell);
  const text = shownText(format, number);
  return text === undefined || isAsStored(format.kind, text, number) ? undefined : text;
}
