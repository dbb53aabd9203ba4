import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import type { LogRow } from "./rows";
import { detailStates } from "./words";

const name = (state: number | null) => detailStates.find(({ value }) => value === state)?.label ?? "—";

export const logTable = defineTable<LogRow & { nth: number }>()({
  columns: [
    { id: "at", header: "时间", width: 140, kind: "time" },
    { id: "fromState", header: "从", width: 90, cell: ({ fromState }) => name(fromState) },
    { id: "toState", header: "到", width: 90, cell: ({ toState }) => name(toState) },
    { id: "reason", header: "原因" },
    { id: "actor", header: "谁", width: 110 },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "nth",
  rowKey: ({ nth }) => String(nth),
});
