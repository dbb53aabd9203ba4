import type { SheetFile } from "~/kit/page/sheets/read-sheet.server";
import { SheetFileError, type SheetRow } from "~/kit/page/sheets/sheet";
import { readDepartures } from "./read-departures";
import { type LineFile, LineFileError } from "~/transit/line-files/shape";
import { describeColumns } from "../stations/columns";
import { readShown } from "../stations/read-table.server";
import { guessChoices, oneStationARow } from "./layouts";
import { linesOfRows } from "./lines-of-rows";
import { isComplete, type TableChoices, type TableFacts } from "./table-choices";

const limits = { rows: 100_000, columns: 100, cells: 3_000_000, fileBytes: 40 * 2 ** 20 };
const unasked = "请选择线路和站名所在的列：线路名称或编号，站名、站点编号或途经站点";

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
  const { sheet, rows } = await readShown(file, { sheet: asked.sheet, limits, most: 60 });
  return { sheet, ...guessChoices(rows, asked.headerRow) };
}

export async function readNetworkTable(
  file: SheetFile,
  choices: TableChoices,
  signal?: AbortSignal,
): Promise<{ file: LineFile; table: TableFacts }> {
  try {
    const { sheets, rows } = await readShown(file, { sheet: choices.sheet, limits, signal });
    const table = { sheets, columns: describeColumns(rows, choices.headerRow) };
    if (choices.holds === "departures") return { file: departuresOf(rows, choices), table };
    const { rows: body, columns, notes } = oneStationARow(rows, choices);
    const read = await linesOfRows(isComplete(choices) ? body : [], columns);
    read.notes = [...notes, ...(read.notes ?? [])];
    if (!isComplete(choices)) read.problems.push({ where: "", text: unasked });
    return { file: read, table };
  } catch (error) {
    throw asLineFileError(error);
  }
}

function departuresOf(rows: readonly SheetRow[], choices: TableChoices): LineFile {
  if (isComplete(choices)) return readDepartures(rows, choices);
  const read = readDepartures([], { ...choices, columns: {} });
  return { ...read, problems: [{ where: "", text: "请选择线路和发车时刻所在的列" }] };
}

const asLineFileError = (error: unknown) =>
  error instanceof SheetFileError ? new LineFileError(error.message, { cause: error }) : error;
