import { problem } from "~/kit/ground/problem";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { createUserWithoutPassword, findUser, updateUser } from "./queries.server";
import { users } from "./room.server";

const verbs: typeof users.verbs = {
  ...users.verbs,
  create: createUserWithoutPassword,
  async update(viewer, key, changes, version) {
    if ((await findUser(viewer, key))?.isSuper) throw problem.field("", "超级用户不能用导入修改，请到用户页面修改");
    return updateUser(viewer, key, changes, version);
  },
};

export const userSheet = roomSheet(
  { ...users, verbs },
  {
    templateCode: "user",
    columns: ["userAccount", "userName", "orgId", "personUuid"],
    looks: {
      userAccount: { example: "zhangsan" },
      userName: { example: "张三" },
      orgId: { example: "1001", remark: "机构编号，决定“本机构”范围的角色能看到什么" },
      personUuid: { example: "P1001", remark: "人员的工号" },
    },
    rules: [
      "导入的新用户没有密码，不能登录；请管理员在用户页面重置密码，并把一次性密码交给本人。",
      "导入不授予也不收回角色；新用户没有任何权限，请另行授权。",
      "超级用户不能用导入新增或修改。",
    ],
  },
);
