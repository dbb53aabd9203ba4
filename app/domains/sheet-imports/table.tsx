import { z } from "zod";
import { date } from "~/kit/page/forms/rules";
import { defineTable } from "~/kit/page/tables/define-table";
import { type SheetState, sheetStates } from "~/kit/room/sheets/import-row";

export const kinds = { import: "导入", export: "导出" } as const;

export interface ListedSheet {
  importUuid: string;
  kind: keyof typeof kinds;
  templateCode: string;
  templateTitle: string;
  fileName: string;
  rows: number | null;
  good: number | null;
  bad: number | null;
  created: number | null;
  changed: number | null;
  same: number | null;
  state: string;
  progress: string;
  by: string;
  at: string;
  ms: number | null;
  error: string | null;
  href: string;
  logHref: string;
}

const stateNames = Object.keys(sheetStates) as [SheetState, ...SheetState[]];
const words = z.string().trim().max(64).optional();
const oneOf = { error: "请从列表中选择" };

const ImportFilters = z.object({
  templateCode: words,
  state: z.enum(stateNames, oneOf).optional(),
  fileName: words,
  by: words,
  from: date.optional(),
  to: date.optional(),
});
export const LogFilters = ImportFilters.extend({ kind: z.enum(["import", "export"], oneOf).optional() });

const choicesOf = (all: Record<string, string>) => Object.entries(all).map(([value, label]) => ({ value, label }));
const filterFields = [
  { name: "templateCode" as const, label: "模板", kind: "choice" as const },
  { name: "state" as const, label: "状态", kind: "choice" as const, choices: choicesOf(sheetStates) },
  { name: "fileName" as const, label: "文件", placeholder: "文件名中的字" },
  { name: "by" as const, label: "操作人", placeholder: "姓名" },
  { name: "from" as const, label: "从", kind: "date" as const },
  { name: "to" as const, label: "到", kind: "date" as const },
];

const numbers = (["rows", "good", "bad", "created", "changed", "same"] as const).map((id, at) => ({
  id,
  header: ["行数", "正确", "错误", "新增", "修改", "相同"][at]!,
  width: 58,
  align: "right" as const,
  aside: id === "good" || id === "same",
}));
const named = { id: "templateTitle" as const, header: "模板", width: 100 };
const who = [
  { id: "by" as const, header: "操作人", width: 90 },
  { id: "at" as const, header: "时间", width: 124, kind: "time" as const, sortable: true },
];

export const importTable = defineTable<ListedSheet>()({
  columns: [
    { id: "fileName", header: "文件", cell: (row) => <a href={row.href}>{row.fileName}</a> },
    named,
    { id: "state", header: "状态", width: 96, always: true, cell: (row) => `${row.state}${row.progress}` },
    ...numbers,
    ...who,
    { id: "error", header: "说明", width: 160, aside: true },
  ],
  filters: ImportFilters,
  filterFields,
  sortBy: "-at",
  rowKey: ({ importUuid }) => importUuid,
});

export const logTable = defineTable<ListedSheet>()({
  columns: [
    { id: "fileName", header: "文件", cell: (row) => <a href={row.logHref}>{row.fileName}</a> },
    { id: "kind", header: "类别", width: 60, always: true, cell: (row) => kinds[row.kind] },
    named,
    { id: "state", header: "状态", width: 72, always: true },
    ...numbers,
    { id: "ms", header: "用时（秒）", width: 92, align: "right", cell: ({ ms }) => secondsOf(ms), aside: true },
    ...who,
    { id: "importUuid", header: "编号", width: 260, hidden: true },
  ],
  filters: LogFilters,
  filterFields: [{ name: "kind", label: "类别", kind: "choice", choices: choicesOf(kinds) }, ...filterFields],
  sortBy: "-at",
  rowKey: ({ importUuid }) => importUuid,
});

const secondsOf = (ms: number | null) => (ms === null ? "" : (ms / 1000).toFixed(1));
