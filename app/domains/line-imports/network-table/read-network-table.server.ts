import { readSheet, type SheetFile, sheetsOf } from "~/kit/page/sheets/read-sheet.server";
import { SheetFileError, type SheetRow } from "~/kit/page/sheets/sheet";
import { type LineFile, LineFileError } from "~/transit/line-files/shape";
import { guessByContent, guessByHeaders, guessHeaderRow } from "../stations/columns";
import { textOf } from "../stations/cell-text";
import { linesOfRows } from "./lines-of-rows";
import { isComplete, type TableChoices, type TableFacts } from "./table-choices";

const limits = { rows: 100_000, columns: 100, cells: 3_000_000, fileBytes: 40 * 2 ** 20 };
const looked = 60;
const unasked = "请选择线路和站名所在的列：线路名称或编号，站名或站点编号";

/** How a file is to be understood as a table of a network's stations; undefined for one that is none. A workbook can be nothing else, so its columns may still be asked for. */
export async function recogniseTable(file: SheetFile, isWorkbook: boolean): Promise<TableChoices | undefined> {
  try {
    const choices = await guessTable(file);
    return isWorkbook || isComplete(choices) ? choices : undefined;
  } catch (error) {
    if (error instanceof SheetFileError && !isWorkbook) return undefined;
    throw asLineFileError(error);
  }
}

/** The columns by what the header row says, else by what stands in them. */
export async function guessTable(
  file: SheetFile,
  asked: Partial<Pick<TableChoices, "sheet" | "headerRow">> = {},
): Promise<TableChoices> {
  const sheets = await shownSheets(file);
  const sheet = asked.sheet !== undefined && sheets.includes(asked.sheet) ? asked.sheet : sheets[0];
  const rows = await firstRows(file, sheet);
  const headerRow = asked.headerRow ?? guessHeaderRow(rows);
  const header = rows.find(({ row }) => row === headerRow);
  const named = header ? guessByHeaders(header.cells) : {};
  const columns = Object.keys(named).length > 0 ? named : guessByContent(rows.filter(({ row }) => row > headerRow));
  return { sheet, headerRow, columns };
}

export async function readNetworkTable(
  file: SheetFile,
  choices: TableChoices,
  signal?: AbortSignal,
): Promise<{ file: LineFile; table: TableFacts }> {
  try {
    const sheets = await shownSheets(file, signal);
    const rows: SheetRow[] = [];
    for await (const row of readSheet(file, { sheet: choices.sheet, limits, signal })) rows.push(row);
    const body = rows.filter(({ row }) => row > choices.headerRow);
    const read = await linesOfRows(isComplete(choices) ? body : [], choices.columns);
    if (!isComplete(choices)) read.problems.push({ where: "", text: unasked });
    return {
      file: read,
      table: { sheets, columns: columnsOf(rows, choices.headerRow) },
    };
  } catch (error) {
    throw asLineFileError(error);
  }
}

async function shownSheets(file: SheetFile, signal?: AbortSignal): Promise<string[]> {
  return (await sheetsOf(file, { limits, signal })).flatMap(({ name, hidden }) => (hidden ? [] : name));
}

async function firstRows(file: SheetFile, sheet: string | undefined): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(file, { sheet, limits })) if (rows.push(row) >= looked) break;
  return rows;
}

function columnsOf(rows: readonly SheetRow[], headerRow: number): TableFacts["columns"] {
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  const some = rows.filter(({ row }) => row > headerRow).slice(0, 200);
  const width = Math.max(header.length, ...some.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => ({
    at,
    header: textOf(header[at] ?? null).slice(0, 30),
    sample:
      some
        .map(({ cells }) => textOf(cells[at] ?? null))
        .find(Boolean)
        ?.slice(0, 20) ?? "",
  }));
}

const asLineFileError = (error: unknown) =>
  error instanceof SheetFileError ? new LineFileError(error.message, { cause: error }) : error;
