import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";

export const rowKinds = { wrong: "错误", new: "新增", changed: "修改", same: "相同", folded: "重复" } as const;
export type RowKind = keyof typeof rowKinds;

export interface ShownFault {
  /** Empty for the whole row. */
  name: string;
  header: string;
  letter: string;
  text: string;
  messages: string[];
  offered?: string[];
}

export interface ShownRow {
  row: number;
  code: string;
  hidden: boolean;
  href?: string;
  cells: string[];
  changes: { header: string; before: string; after: string }[];
  faults: ShownFault[];
  /** The other cells of the row, where it is asked for whole. */
  others: ShownFault[];
}

export interface ShownRows {
  headers: string[];
  rows: ShownRow[];
  total: number;
  whole: number | null;
  /** The wrong rows once more with all of their cells, to type into as into a sheet. */
  grid?: CorrectionRows;
}

export interface CorrectionRows {
  columns: { name: string; header: string; letter: string; names: boolean; offered?: string[] }[];
  /** Cells in the order of the columns. */
  rows: { row: number; hidden: boolean; cells: string[]; faults: { name: string; words: string }[] }[];
}

/** Words of a column that name nothing, and those for which a person gave what is meant; `rows` and `first` only of the former. */
export interface AskedMeaning {
  name: string;
  header: string;
  required: boolean;
  offered?: string[];
  words: { said: string; rows?: number; first?: number; meaning?: string }[];
}

export const previewTable = defineTable<ShownRow>()({
  columns: [{ id: "row", header: "行" }],
  filters: z.object({ kind: z.enum(["wrong", "new", "changed", "same", "folded"]).optional() }),
  filterFields: [],
  sortBy: "row",
  rowKey: ({ row }) => String(row),
});

export const cellName = (row: number, name: string) => `cell.${row}.${name}`;
