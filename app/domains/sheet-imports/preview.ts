import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";

export const rowKinds = { wrong: "错误", new: "新增", changed: "修改", same: "相同" } as const;
export type RowKind = keyof typeof rowKinds;

/** A wrong cell: where it stands, what it says, why it cannot be taken, and what may be typed in its place. */
export interface ShownFault {
  /** Empty for the whole row. */
  name: string;
  header: string;
  /** The letter of its column; empty where the file has none. */
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
  /** In the order of the columns shown. */
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
  /** Which row is shown whole. */
  whole: number | null;
}

/** Pages and kinds of a preview, in its address. */
export const previewTable = defineTable<ShownRow>()({
  columns: [{ id: "row", header: "行" }],
  filters: z.object({ kind: z.enum(["wrong", "new", "changed", "same"]).optional() }),
  filterFields: [],
  sortBy: "row",
  rowKey: ({ row }) => String(row),
});

export const cellName = (row: number, name: string) => `cell.${row}.${name}`;
