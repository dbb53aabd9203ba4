import type { SheetFile } from "~/kit/page/sheets/read-sheet.server";
import { SheetFileError, type SheetRow } from "~/kit/page/sheets/sheet";
import { planColumns, planFor, type SheetPlan } from "~/kit/room/sheets/plans.server";
import { textOf } from "../stations/cell-text";
import { readDepartures } from "./read-departures";
import { type LineFile, LineFileError } from "~/transit/line-files/shape";
import { describeColumns } from "../stations/columns";
import { readShown } from "../stations/read-table.server";
import { guessChoices, oneStationARow } from "./layouts";
import { linesOfRows } from "./lines-of-rows";
import { withMeantDirections } from "./meant-directions";
import { isComplete, type TableChoices, type TableFacts } from "./table-choices";

const limits = { rows: 100_000, columns: 100, cells: 3_000_000, fileBytes: 40 * 2 ** 20 };
const unasked = "请选择线路和站名所在的列：线路名称或编号，站名、站点编号或途经站点";

/** How a file is to be understood as a table of a network's stations; undefined for one that is none. A workbook can be nothing else, so its columns may still be asked for. */
export async function recogniseTable(
  file: SheetFile,
  isWorkbook: boolean,
  plans: readonly SheetPlan[],
): Promise<TableChoices | undefined> {
  try {
    const choices = await guessTable(file, {}, plans);
    return isWorkbook || isComplete(choices) ? choices : undefined;
  } catch (error) {
    if (error instanceof SheetFileError && !isWorkbook) return undefined;
    throw asLineFileError(error);
  }
}

/** The columns as a table with this header was read before, else by what the header row says, else by what stands in them. A plan that is asked for by its key is followed though words of the header differ. */
export async function guessTable(
  file: SheetFile,
  asked: Partial<Pick<TableChoices, "sheet" | "headerRow">>,
  plans: readonly SheetPlan[],
  planId?: string,
): Promise<TableChoices> {
  const { sheet, rows } = await readShown(file, { sheet: asked.sheet, limits, most: 60 });
  const guessed = { sheet, ...guessChoices(rows, asked.headerRow) };
  const fits = asked.headerRow === undefined ? planFor(plans, rows) : undefined;
  if (!fits) return guessed;
  const isApplied = fits.known.isApplied || fits.plan.planId === planId;
  const plan = { ...fits.known, isApplied };
  return isApplied ? { sheet, ...asPlanned(fits.plan, fits.row), plan } : { ...guessed, plan };
}

function asPlanned(plan: SheetPlan, header: SheetRow): Omit<TableChoices, "sheet"> {
  const at = planColumns(plan, header.cells.map(textOf));
  const columns = Object.fromEntries(Object.entries(at).filter(([, column]) => column >= 0));
  const { holds, days, upWords, downWords, eachLine } = plan.constants;
  return {
    headerRow: header.row,
    layout: "rows",
    columns,
    holds: holds as TableChoices["holds"],
    days: days as TableChoices["days"],
    upWords,
    downWords,
    eachLine: eachLine ? true : undefined,
  };
}

export async function readNetworkTable(
  file: SheetFile,
  choices: TableChoices,
  signal?: AbortSignal,
): Promise<{ file: LineFile; table: TableFacts }> {
  try {
    const { sheets, rows: all } = await readShown(file, { sheet: choices.sheet, limits, signal });
    const { rows, unknown } = withMeantDirections(all, choices);
    const table = {
      sheets,
      columns: describeColumns(all, choices.headerRow),
      ...(unknown.length > 0 && { unknownDirections: unknown.slice(0, 20) }),
    };
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
