import type { SheetCell } from "./sheet";

export interface TemplateColumn {
  header: string;
  required: boolean;
  remark: string;
  example: SheetCell;
  /** In characters, as a spreadsheet counts. */
  width: number;
  /** What a choice offers, at most as many as a sheet has rows; columns that share one array share one list. */
  choices?: readonly string[];
  kind: "text" | "number" | "date" | "choice" | "check";
}

/** What a workbook asks people for: `title` names its sheet, `rules` stand beside the columns' own on the second. */
export interface SheetTemplate {
  title: string;
  columns: readonly TemplateColumn[];
  rules: readonly string[];
}

export const exampleMark = "【示例】";

/** Whether a row is a template's example, which an import leaves out; known by its first cell, so that no column is its own. */
export function isExample(cells: readonly SheetCell[]): boolean {
  const [first] = cells;
  return typeof first === "string" && first.trimStart().startsWith(exampleMark);
}

export function exampleCells(columns: readonly TemplateColumn[]): SheetCell[] {
  return columns.map((column, at) =>
    at === 0 ? exampleMark + wordOf(shownCell(column, column.example)) : shownCell(column, column.example),
  );
}

export const shownHeader = ({ header, required }: Pick<TemplateColumn, "header" | "required">) =>
  required ? `${header}*` : header;

/** A column's name without the mark of a required one and the blanks that people leave. */
export const headerOf = (cell: SheetCell) =>
  wordOf(cell)
    .trim()
    .replace(/\s*[*＊]$/, "");

/** A cell as people are shown it: a check in words, and a note in place of a text that no cell can hold. */
export function shownCell({ kind }: Pick<TemplateColumn, "kind">, cell: SheetCell | undefined): SheetCell {
  if (typeof cell === "boolean" && kind === "check") return cell ? "是" : "否";
  if (typeof cell === "string" && cell.length > longestText) return tooLongForCell;
  return cell ?? null;
}

const longestText = 32_767;

/** What stands for a text that no cell can hold; an import leaves what it finds there as it was. */
export const tooLongForCell = `（超过 ${longestText} 个字，单元格放不下；保留此文字则导入时不改动）`;

/** A cell as a plain text, dates as 2026-03-01, with the time where they have one. */
export function wordOf(cell: SheetCell): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "是" : "否";
  if (!(cell instanceof Date)) return String(cell);
  if (Number.isNaN(cell.getTime())) return "";
  const [date = "", time = ""] = cell.toISOString().split("T");
  return /^00:00:00(\.000)?Z$/.test(time) ? date : `${date} ${time.replace(/(\.000)?Z$/, "")}`;
}
