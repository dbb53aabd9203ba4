import { defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { displaysUrl } from "./policy";
import { DisplayFilters, type DisplayRow } from "./schema";

const declared: TableDeclaration<DisplayRow, typeof DisplayFilters> = {
  columns: [
    { id: "displayName", header: "名称", sortable: true },
    { id: "orgName", header: "机构（含下级）", width: 160 },
    { id: "state", header: "状态", width: 84, cell: ({ endedAt }) => (endedAt ? "已停用" : "在用") },
    { id: "lastSeenAt", header: "最近显示", width: 140, kind: "time", sortable: true },
    { id: "createdAt", header: "创建时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "创建人", width: 110 },
    { id: "endedAt", header: "停用时间", width: 140, kind: "time", aside: true },
    { id: "endedBy", header: "停用人", width: 110, aside: true },
  ],
  filters: DisplayFilters,
  filterFields: [
    { name: "keyword", label: "名称" },
    {
      name: "state",
      label: "状态",
      kind: "choice",
      choices: [
        { value: "live", label: "在用" },
        { value: "ended", label: "已停用" },
      ],
    },
  ],
  sortBy: "-createdAt",
  rowKey: ({ displayId }) => displayId,
};

export const displayTable = defineTable<DisplayRow>()(declared);

export const endableTable = defineTable<DisplayRow>()({
  ...declared,
  columns: [
    ...declared.columns,
    {
      id: "actions",
      header: "操作",
      width: 64,
      always: true,
      cell: ({ displayId, endedAt }) => !endedAt && <a href={`${displaysUrl}/${displayId}/end`}>停用</a>,
    },
  ],
});
