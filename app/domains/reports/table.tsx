import { defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { tokenRoom } from "./room";
import { TokenFilters, type TokenRow } from "./schema";

const declared: TableDeclaration<TokenRow, typeof TokenFilters> = {
  columns: [
    { id: "tokenName", header: "名称", sortable: true },
    { id: "state", header: "状态", width: 84, cell: (row) => (row.endedAt ? "已停用" : "在用") },
    { id: "createdAt", header: "创建时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "创建人", width: 120 },
    { id: "lastUsedAt", header: "最近使用", width: 140, kind: "time", sortable: true },
    { id: "endedAt", header: "停用时间", width: 140, kind: "time", aside: true },
    { id: "endedBy", header: "停用人", width: 120, aside: true },
  ],
  filters: TokenFilters,
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
  rowKey: (row) => row.tokenId,
};

export const tokenTable = defineTable<TokenRow>()(declared);

export const endableTable = defineTable<TokenRow>()({
  ...declared,
  columns: [
    ...declared.columns,
    {
      id: "actions",
      header: "操作",
      width: 64,
      always: true,
      cell: (row) => !row.endedAt && <a href={`${tokenRoom.url}/${row.tokenId}/end`}>停用</a>,
    },
  ],
});
