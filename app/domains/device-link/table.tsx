import { defineTable } from "~/kit/page/tables/define-table";
import { askEndableBy, EndableFilters, endColumns, stateColumn } from "~/kit/page/tables/endable";
import { linkUrlOf } from "./policy";
import type { LinkTokenRow } from "./token-schema";

export const linkTokenTable = defineTable<LinkTokenRow>()({
  columns: [
    {
      id: "devSelfCode",
      header: "设备编号",
      sortable: true,
      cell: (row) => <a href={linkUrlOf(row.devUuid)}>{row.devSelfCode}</a>,
      csv: (row) => row.devSelfCode,
    },
    stateColumn,
    { id: "lastUsedAt", header: "最近使用", width: 140, kind: "time", sortable: true },
    { id: "createdAt", header: "生成时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "生成人", width: 120 },
    ...endColumns,
  ],
  filters: EndableFilters,
  filterFields: askEndableBy("设备编号"),
  sortBy: "-createdAt",
  rowKey: (row) => row.tokenId,
});
