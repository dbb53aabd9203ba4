import { defineTable, type TableDeclaration } from "~/kit/page/tables/define-table";
import { askEndableBy, EndableFilters, endColumns, stateColumn, makeEndColumn } from "~/kit/page/tables/endable";
import { tokenRoom } from "./room";
import type { TokenRow } from "./schema";

const declared: TableDeclaration<TokenRow, typeof EndableFilters> = {
  columns: [
    { id: "tokenName", header: "名称", sortable: true },
    stateColumn,
    { id: "createdAt", header: "创建时间", width: 140, kind: "time", sortable: true },
    { id: "createdBy", header: "创建人", width: 120 },
    { id: "lastUsedAt", header: "最近使用", width: 140, kind: "time", sortable: true },
    ...endColumns,
  ],
  filters: EndableFilters,
  filterFields: askEndableBy("名称"),
  sortBy: "-createdAt",
  rowKey: (row) => row.tokenId,
};

export const tokenTable = defineTable<TokenRow>()(declared);

export const endableTable = defineTable<TokenRow>()({
  ...declared,
  columns: [...declared.columns, makeEndColumn<TokenRow>(({ tokenId }) => `${tokenRoom.url}/${tokenId}/end`)],
});
