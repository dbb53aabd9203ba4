import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { isPast } from "~/kit/ground/time/is-past";
import { recordKey } from "~/kit/page/forms/rules";
import { field, optional } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

const userStatuses = [
  { value: "normal", label: "正常" },
  { value: "must-change-password", label: "待改密码" },
  { value: "locked", label: "已锁定" },
  { value: "disabled", label: "已停用" },
] as const;

const userAccount = z
  .string({ error: "请输入账号" })
  .trim()
  .normalize("NFKC")
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,31}$/, {
    error: ({ input }) => (input ? "账号是 3 到 32 个字母、数字或 . _ @ -，以字母或数字开头" : "请输入账号"),
  });

export const userRoom = defineRoom({
  name: "users",
  noun: "用户",
  title: "用户管理",
  url: "/system/user",
  key: "userId",
  may: {
    ...permissions("user"),
    authorise: "user.authorise",
    password: "user.password",
    session: "user.session",
  },
  named: "userName",
  code: "userAccount",
  fields: {
    userAccount: field.ruled("text", "账号", userAccount, z.string(), {
      hint: "登录用，3 到 32 个字母、数字或 . _ @ -",
    }),
    userName: field.name("姓名", 32),
    orgId: optional(field.organisation("所属机构", { hint: "决定“本机构”范围的角色能看到什么" })),
    personUuid: optional(
      field.own("关联人员", recordKey, z.string(), {
        refers: tables.person,
      }),
    ),
    isSuper: field.check("超级用户", { hint: "拥有全部权限和全部机构，请只给极少数人", wide: true }),
  },
  more: {
    personName: z.string().nullable(),
    userStatus: z.string(),
    firstPasswordEndsAt: z.coerce.date().nullable(),
    avatar: z.string().nullable(),
    roleNames: z.array(z.string()),
    /** When one of the user's sessions was last used. */
    lastSeenAt: z.coerce.date().nullable(),
  },
  words: {
    userStatus: { label: "状态", choices: userStatuses },
    password: "密码",
    sessions: "登录",
    secondFactor: "两步验证",
    rolesGiven: "授予角色",
    rolesTaken: "收回角色",
  },
  bulk: ["orgId"],
  recordPages: ["disable", "unlock", "password", "second-factor", "sessions"],
  tabs: {
    roles: { label: "角色", may: "user.authorise", at: "/system/user-role" },
    sessions: { label: "在线登录", may: "user.session" },
  },
  emptyText: "您的机构范围内还没有用户。",
});
export type UserRow = typeof userRoom.row;

const part = z.string().trim().max(32).optional();

export const userTable = recordTable<UserRow>(userRoom, {
  columns: [
    { id: "userAccount", width: 140, sortable: true, always: true },
    { id: "userName", width: 110, sortable: true },
    { id: "orgName", width: 130 },
    {
      id: "roleNames",
      header: "角色",
      cell: (row) => (row.isSuper ? ["超级用户", ...row.roleNames] : row.roleNames).join("、"),
      csv: (row) => row.roleNames.join("、"),
    },
    {
      id: "userStatus",
      header: "状态",
      width: 100,
      sortable: true,
      cell: (row) =>
        isPast(row.firstPasswordEndsAt) ? "密码已过期" : userRoom.words.show("userStatus", row.userStatus),
    },
    { id: "personName", header: "关联人员", width: 100, aside: true },
    { id: "lastSeenAt", header: "最近使用", width: 130, kind: "time" },
    { id: "updatedAt", aside: false, hidden: true },
  ],
  keyword: "账号、姓名、拼音或首字母",
  filters: [
    "orgId",
    { name: "roleId", label: "角色", kind: "choice", rule: recordKey.optional() },
    {
      name: "userStatus",
      label: "状态",
      kind: "choice",
      choices: [...userStatuses],
      rule: z.enum(["normal", "must-change-password", "locked", "disabled"], { error: "请从列表中选择" }).optional(),
    },
    { name: "userAccount", label: "", rule: part },
    { name: "userName", label: "", rule: part },
  ],
  sortBy: "userAccount",
});
