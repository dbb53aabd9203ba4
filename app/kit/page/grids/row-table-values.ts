import { rowField, type TypedRow } from "~/kit/page/forms/row-edits";
import type { RowColumn, RowTableProps } from "~/kit/page/forms/row-table";
import { typedUnder } from "./row-grid.island";

export const errorsAt = (wrong: RowTableProps["wrong"], list: string, columns: readonly RowColumn[], at: number) =>
  Object.fromEntries(
    columns.flatMap(({ name }) => {
      const errors = wrong[rowField(list, at, name)];
      return errors ? [[name, errors.join("；")]] : [];
    }),
  );

/** A row as typed before the grid stood; a tick that was taken away is not among what was typed. */
export function typedOver(
  row: TypedRow,
  columns: readonly RowColumn[],
  typed: Record<string, string> | undefined,
  list: string,
  at: number,
): TypedRow {
  if (!typed) return row;
  const ticks = new Set(columns.filter(({ kind }) => kind === "check").map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !ticks.has(name)));
  return { ...kept, ...typedUnder(typed, rowField(list, at, "")) };
}
