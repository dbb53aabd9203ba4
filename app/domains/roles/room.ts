import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { dataScopes, type RoleRow } from "./schema";

export const roleRoom: Room<RoleRow> = {
  noun: "角色",
  url: "/system/role",
  key: "roleId",
  nameOf: (role) => role.roleName,
  words: fieldWords({
    roleName: "角色名称",
    parentId: "上级角色",
    dataScope: { label: "数据范围", choices: dataScopes },
    orgIds: "指定机构",
    enabled: "启用",
    remark: "备注",
    resourcesGiven: "授予资源",
    resourcesTaken: "收回资源",
    usersGiven: "授予用户",
    usersTaken: "收回用户",
  }),
  refers: {
    parentId: { table: "role", key: "roleId", title: "roleName" },
    orgIds: { table: "organisation", key: "orgId", title: "orgName" },
    usersGiven: { table: "appUser", key: "userId", title: "userName" },
    usersTaken: { table: "appUser", key: "userId", title: "userName" },
  },
};
