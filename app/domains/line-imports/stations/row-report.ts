import { columnName } from "~/kit/page/sheets/sheet";
import { type Columns, type StationColumn, stationColumns } from "./columns";
import type { RowProblem } from "./station-entry";

/** Gathers what is wrong or doubtful in a file's rows, by its columns as a person finds them there. */
export function reportRows(columns: Columns) {
  const problems: RowProblem[] = [];
  const columnOf = (name: StationColumn) => {
    const at = columns[name];
    return at === undefined ? stationColumns[name].label : `${columnName(at)} ${stationColumns[name].label}`;
  };
  const tell = (level: RowProblem["level"]) => (row: number, name: StationColumn, message: string) => {
    problems.push({ row, column: columnOf(name), message, level });
  };
  return { problems, columnOf, error: tell("error"), warning: tell("warning") };
}

export type RowReport = ReturnType<typeof reportRows>;
