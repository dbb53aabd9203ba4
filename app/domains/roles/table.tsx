import { defineTable } from "~/kit/page/tables/define-table";
import { RoleFilters, type RoleRow } from "./schema";

/** What the calls may sort and filter by; the page shows the tree. */
export const roleTable = defineTable<RoleRow>()({
  columns: [
    { id: "roleName", header: "角色名称", sortable: true },
    { id: "dataScope", header: "数据范围", sortable: true },
    { id: "enabled", header: "启用", sortable: true },
    { id: "remark", header: "备注", hidden: true },
    { id: "updatedAt", header: "更新时间", sortable: true },
  ],
  filters: RoleFilters,
  filterFields: [],
  sortBy: "roleName",
  rowKey: (row) => row.roleId,
});
