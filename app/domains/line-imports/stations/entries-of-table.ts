import { isLocated, type StationChoices } from "./choices";
import { textOf } from "./cell-text";
import { directionsFromZero, rowsOfLine } from "./line-rows";
import type { ReadTable } from "./read-table.server";
import { readEntry, type Reading } from "./row-values";
import type { RowReport } from "./row-report";

interface TableFacts extends Pick<Reading, "directionNames"> {
  choices: StationChoices;
  table: ReadTable;
  variant: Parameters<typeof rowsOfLine>[2];
  report: RowReport;
}

export function entriesOfTable({ choices, table, variant, directionNames, report }: TableFacts) {
  const { columns } = choices;
  if (columns.staName === undefined && columns.staSelfCode === undefined)
    report.error(choices.headerRow, "staName", "请在“列与选项”中选择站名或站点编号所在的列");
  if (choices.direction === "file" && columns.direction === undefined)
    report.error(choices.headerRow, "direction", "请选择方向所在的列，或选定一个方向");

  if (choices.headerRow === 0 && columns.staSelfCode === undefined && !isLocated(choices))
    report.problems.push({
      row: 0,
      column: "",
      level: "warning",
      message: "没有认出列名，各列按内容猜测；请在“各列的内容”中核对，或在第一行写上站名、站点编号、经度、纬度等列名",
    });

  const body = table.rows.filter(({ row }) => row > choices.headerRow);
  const ofLine = rowsOfLine(body, columns, variant);
  const fromZero = directionsFromZero(ofLine, columns);
  const own = (["staName", "staSelfCode", "lng", "lat", "place"] as const).flatMap((name) => columns[name] ?? []);
  const filled = ofLine.filter(({ cells }) => own.some((at) => textOf(cells[at] ?? null) !== ""));
  const entries = filled.map((row) =>
    readEntry(row, { columns, crs: choices.crs, direction: choices.direction, directionNames, fromZero }, report),
  );
  if (entries.length === 0)
    report.problems.push({
      row: choices.headerRow,
      column: "",
      level: "error",
      message:
        ofLine.length < body.length && ofLine.length === 0
          ? `文件中没有线路“${variant.lineName}”的行，请核对“线路”列`
          : "没有找到站点，请检查文件、工作表和各列的选择",
    });
  return { body, ofLine, entries };
}
