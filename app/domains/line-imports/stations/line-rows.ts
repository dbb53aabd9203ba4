import type { SheetRow } from "~/kit/page/sheets/sheet";
import type { Columns, StationColumn } from "./columns";
import { bareName } from "./match";
import { textOf } from "./cell-text";

export const cellText = ({ cells }: SheetRow, columns: Columns, name: StationColumn) =>
  columns[name] === undefined ? "" : textOf(cells[columns[name]] ?? null);

/** The rows that name a line, by its name or its number, or none at all. */
export function rowsOfLine(
  rows: readonly SheetRow[],
  columns: Columns,
  { lineName, lineId }: { lineName: string; lineId: string | null },
): SheetRow[] {
  const isItsOwn = (said: string) => bareName(said) === bareName(lineName) || said === lineId;
  return rows.filter((row) => {
    const said = [cellText(row, columns, "line"), cellText(row, columns, "lineId")].filter(Boolean);
    return said.length === 0 || said.some(isItsOwn);
  });
}

export function directionsFromZero(rows: readonly SheetRow[], columns: Columns): boolean {
  const said = new Set(rows.map((row) => cellText(row, columns, "direction")));
  return said.has("0") && !said.has("2");
}
