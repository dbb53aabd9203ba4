import { defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { linkUrlOf } from "./policy";
import { LinkTokenFilters, type LinkTokenRow } from "./token-schema";

const declared: TableDeclaration<LinkTokenRow, typeof LinkTokenFilters> = {
  columns: [
    {
      id: "devSelfCode",
      header: "设备编号",
      sortable: true,
      cell: (row) => <a href={linkUrlOf(row.devUuid)}>{row.devSelfCode}</a>,
      csv: (row) => row.devSelfCode,
    },
    { id: "state", header: "状态", width: 80, cell: (row) => (row.endedAt ? "已停用" : "在用") },
    { id: "lastUsedAt", header: "最近使用", width: 140, kind: "time", sortable: true },
    { id: "createdAt", header: "生成时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "生成人", width: 120 },
    { id: "endedAt", header: "停用时间", width: 140, kind: "time", aside: true },
    { id: "endedBy", header: "停用人", width: 120, aside: true },
  ],
  filters: LinkTokenFilters,
  filterFields: [
    { name: "keyword", label: "设备编号" },
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
  rowKey: (row) => row.tokenId,
};

export const linkTokenTable = defineTable<LinkTokenRow>()(declared);
