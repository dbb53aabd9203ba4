import { isValidElement, type ReactNode } from "react";
import { formatTime } from "~/kit/ground/time/format-time";
import type { Column } from "./define-table";

/** The columns a person sees: those chosen, also where the list is narrow, or all but the hidden ones; never without the first and those always there. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  const shown = columns.filter(
    (column) => isAlways(columns, column) || (chosen ? chosen.includes(column.id) : !column.hidden),
  );
  return chosen ? shown.map((column) => ({ ...column, aside: false })) : shown;
}

export const isAlways = <Row>(columns: readonly Column<Row>[], column: Column<Row>) =>
  column === columns[0] || column.always === true;

/** What a column shows of a row; a moment in the operator's zone. */
export function cellOf<Row>(column: Column<Row>, row: Row, zone = "Asia/Shanghai"): ReactNode {
  if (column.cell) return column.cell(row);
  const value = (row as Record<string, unknown>)[column.id];
  if (column.kind === "time") return value ? formatTime(value as Date | string, zone) : "";
  return value as ReactNode;
}

/** The same as a plain text, for files: what a person reads of it. */
export function textOf<Row>(column: Column<Row>, row: Row, zone?: string): string {
  if (column.csv) return column.csv(row);
  const shown = cellOf(column, row, zone);
  if (typeof shown === "boolean") return shown ? "是" : "否";
  const value = (row as Record<string, unknown>)[column.id];
  // An element that draws itself has no text here; its column then means the value.
  return (
    plainText(shown) ||
    (isValidElement(shown) && (typeof value === "string" || typeof value === "number") ? String(value) : "")
  );
}

function plainText(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(plainText).join("");
  return isValidElement<{ children?: ReactNode }>(node) ? plainText(node.props.children) : "";
}
