import { z } from "zod";
import type { Column, FilterField } from "./define-table";

interface UntilEnded {
  endedAt: Date | null;
  endedBy: string | null;
}

/** For lists of what somebody may end for good, such as tokens: what of them is asked for, and what their columns are. */
export const EndableFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  state: z.enum(["live", "ended"]).optional(),
});
export type EndableFilters = z.output<typeof EndableFilters>;

export const askEndableBy = (keyword: string): FilterField<"keyword" | "state">[] => [
  { name: "keyword", label: keyword },
  {
    name: "state",
    label: "状态",
    kind: "choice",
    choices: [
      { value: "live", label: "在用" },
      { value: "ended", label: "已停用" },
    ],
  },
];

export const stateColumn: Column<UntilEnded> = {
  id: "state",
  header: "状态",
  width: 84,
  cell: ({ endedAt }) => (endedAt ? "已停用" : "在用"),
};

export const endColumns: Column<UntilEnded>[] = [
  { id: "endedAt", header: "停用时间", width: 140, kind: "time", aside: true },
  { id: "endedBy", header: "停用人", width: 120, aside: true },
];

export const makeEndColumn = <Row extends UntilEnded>(urlOf: (row: Row) => string): Column<Row> => ({
  id: "actions",
  header: "操作",
  width: 64,
  always: true,
  cell: (row) => !row.endedAt && <a href={urlOf(row)}>停用</a>,
});
