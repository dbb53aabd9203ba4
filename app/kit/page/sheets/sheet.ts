import { readingLimits, sheetLimits } from "~/kit/ground/files/limits";

/** A cell as the sheet shows it: a formula's result, a text without its fonts; an error such as #N/A is its text. */
export type SheetCell = string | number | Date | boolean | null;

/** A row that holds something; `row` counts from 1 as the spreadsheet does, cells from its first column, nothing after the last that holds something. */
export interface SheetRow {
  row: number;
  cells: SheetCell[];
  hidden?: true;
  /** Columns whose formula was stored without its result; their cells are empty. */
  uncalculated?: number[];
  /** By column, the numbers and dates that Excel shows otherwise than as they are: 000123 for 123, 5月8日 for a day. */
  shown?: Record<number, string>;
  /** Columns whose value stands in the first of merged cells, some rows above. */
  merged?: number[];
}

/** What a file may ask of us at most. */
export interface SheetLimits {
  /** Bytes of the file itself, and of the parts of a workbook that are read, unpacked. */
  fileBytes: number;
  unpackedBytes: number;
  sheets: number;
  /** Rows and cells that hold something; columns up to the last that does. */
  rows: number;
  columns: number;
  cells: number;
  /** Characters of one cell, and of all texts that cells share. */
  cellText: number;
  sharedText: number;
  /** Elements of all parts together that are read. */
  elements: number;
  /** Left out: by the size of the file. */
  milliseconds?: number;
  /** Megabytes of the reading thread. */
  memory: number;
}

export const usualLimits: SheetLimits = {
  ...sheetLimits,
  memory: readingLimits.sheet.heap,
};

export type SheetFault =
  "empty" | "not-a-sheet" | "old-excel" | "locked" | "damaged" | "too-big" | "too-slow" | "no-such-sheet";

/** Why a file cannot be read as a sheet, and what to do about it, in words for people. */
export class SheetFileError extends Error {
  constructor(
    readonly fault: SheetFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "SheetFileError";
  }
}

/** The spreadsheet's name of a column counted from 0: A, Z, AA. */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26);
}

/** Refuses a cell of a workbook that stands beyond the columns that are read, or holds too long a text; `row` from 1, `column` from 0. */
export function refuseCell(
  value: SheetCell,
  { row, column }: { row: number; column: number },
  limits: SheetLimits,
): void {
  if (column >= limits.columns)
    throw new SheetFileError(
      "too-big",
      `第 ${row} 行的 ${columnName(column)} 列有内容，最多 ${limits.columns} 列（到 ${columnName(limits.columns - 1)} 列），请删去多余的列`,
    );
  if (typeof value === "string" && value.length > limits.cellText)
    throw new SheetFileError(
      "too-big",
      `单元格 ${columnName(column)}${row} 的文字超过 ${limits.cellText} 个字，请缩短`,
    );
}

/** The column of a reference such as AB12, counted from 0, or -1 where it has none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) | 32;
    if (letter < 97 || letter > 122) break;
    column = column * 26 + letter - 96;
  }
  return column - 1;
}
