import { defineTable } from "~/kit/page/tables/define-table";
import { type UserRow, userTable } from "./room";

export const userRoleTable = defineTable<UserRow>()({
  ...userTable,
  columns: [
    {
      id: "userAccount",
      header: "账号",
      width: 180,
      sortable: true,
      cell: (row) => <a href={`/system/user-role/${row.userId}`}>{row.userAccount}</a>,
    },
    ...userTable.columns.filter(({ id }) => ["userName", "orgName", "roleNames"].includes(id)),
  ],
  filterFields: userTable.filterFields.filter(({ name }) => name === "keyword"),
});
