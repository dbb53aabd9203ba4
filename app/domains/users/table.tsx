import { defineTable } from "~/kit/page/tables/define-table";
import { recordUrl } from "~/kit/room/room";
import { userRoom } from "./room";
import { UserFilters, type UserRow, userStatuses } from "./schema";

const words = userRoom.words;

export const userTable = defineTable<UserRow>()({
  columns: [
    {
      id: "userAccount",
      header: "账号",
      width: 140,
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(userRoom, row)}>{row.userAccount}</a>,
      csv: (row) => row.userAccount,
    },
    { id: "userName", header: "姓名", width: 110, sortable: true },
    { id: "orgName", header: "所属机构", width: 130 },
    {
      id: "roleNames",
      header: "角色",
      cell: (row) => (row.isSuper ? ["超级用户", ...row.roleNames] : row.roleNames).join("、"),
      csv: (row) => row.roleNames.join("、"),
    },
    {
      id: "userStatus",
      header: "状态",
      width: 80,
      sortable: true,
      cell: (row) => words.show("userStatus", row.userStatus),
    },
    { id: "personName", header: "关联人员", width: 100, aside: true },
    { id: "lastSeenAt", header: "最近使用", width: 130, kind: "time" },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", hidden: true },
  ],
  filters: UserFilters,
  filterFields: [
    { name: "keyword", label: "用户", placeholder: "账号、姓名、拼音或首字母", width: 190 },
    { name: "orgId", label: "所属机构", kind: "choice" },
    { name: "roleId", label: "角色", kind: "choice" },
    { name: "userStatus", label: "状态", kind: "choice", choices: [...userStatuses] },
  ],
  sortBy: "userAccount",
  rowKey: (row) => row.userId,
});

/** The users with their roles, each leading to where those are ticked. */
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
