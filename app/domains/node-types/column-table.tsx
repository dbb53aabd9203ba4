import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { columnKinds, type ColumnRow, findColumn } from "./columns";

export const columnTable = defineTable<ColumnRow>()({
  columns: [
    { id: "columnName", header: "列", width: 160, cell: ({ columnCode }) => findColumn(columnCode)?.columnName },
    { id: "columnCode", header: "编码", width: 130 },
    {
      id: "dataType",
      header: "类型",
      width: 80,
      cell: ({ columnCode }) => columnKinds[findColumn(columnCode)!.dataType],
    },
    { id: "bounds", header: "取值", cell: ({ columnCode }) => boundsOf(findColumn(columnCode)!) },
    { id: "required", header: "必填", width: 60, cell: ({ required }) => (required ? "是" : "否") },
    { id: "defaultValue", header: "默认值", width: 120 },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "columnCode",
  rowKey: ({ columnCode }) => columnCode,
});

function boundsOf({ options, min, max, unit = "" }: NonNullable<ReturnType<typeof findColumn>>): string {
  if (options) return options.join("、");
  if (min !== undefined) return `${min} 到 ${max} ${unit}`.trim();
  return max ? `最多 ${max} 个字` : "";
}
