import type { SheetCell } from "~/kit/page/sheets/sheet";

const mark = "示例：";

/** Whether a row is the example line of a template. */
export const isExample = (cells: readonly SheetCell[]): boolean =>
  typeof cells[0] === "string" && cells[0].trim().startsWith(mark);
