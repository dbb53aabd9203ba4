import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { type UserRow, userStatuses } from "./schema";

export const userRoom: Room<UserRow> = {
  noun: "用户",
  url: "/system/user",
  key: "userId",
  nameOf: (user) => user.userName,
  words: fieldWords({
    userAccount: "账号",
    userName: "姓名",
    orgId: "所属机构",
    personUuid: "关联人员",
    isSuper: "超级用户",
    userStatus: { label: "状态", choices: userStatuses },
    password: "密码",
    sessions: "登录",
    rolesGiven: "授予角色",
    rolesTaken: "收回角色",
  }),
  refers: {
    orgId: { table: "organisation", key: "orgId", title: "orgName" },
    personUuid: { table: "person", key: "personUuid", title: "name" },
  },
};
