import { defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { askEndableBy, EndableFilters, endColumns, stateColumn, makeEndColumn } from "~/kit/page/tables/endable";
import { displaysUrl } from "./policy";
import type { DisplayRow } from "./schema";

const declared: TableDeclaration<DisplayRow, typeof EndableFilters> = {
  columns: [
    { id: "displayName", header: "名称", sortable: true },
    { id: "orgName", header: "机构（含下级）", width: 160 },
    stateColumn,
    { id: "lastSeenAt", header: "最近显示", width: 140, kind: "time", sortable: true },
    { id: "createdAt", header: "创建时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "创建人", width: 110 },
    ...endColumns,
  ],
  filters: EndableFilters,
  filterFields: askEndableBy("名称"),
  sortBy: "-createdAt",
  rowKey: ({ displayId }) => displayId,
};

export const displayTable = defineTable<DisplayRow>()(declared);

export const endableTable = defineTable<DisplayRow>()({
  ...declared,
  columns: [...declared.columns, makeEndColumn<DisplayRow>(({ displayId }) => `${displaysUrl}/${displayId}/end`)],
});
