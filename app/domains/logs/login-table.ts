import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { choicesOf, dayFields, days, oneIn, whole } from "./filters";

export const LoginRow = z.object({
  logId: z.string(),
  at: z.string(),
  localTime: z.string(),
  userAccount: z.string(),
  userName: z.string().nullable(),
  orgName: z.string().nullable(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  result: z.enum(["success", "failed"]),
  why: z.string(),
  leftAt: z.string().nullable(),
  leftTime: z.string().nullable(),
  leftHow: z.string().nullable(),
  leftBy: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type LoginRow = z.infer<typeof LoginRow>;

const results = { success: "成功", failed: "失败" };

/** How a login ended, by the reason that its session keeps. */
const waysToLeave: Record<string, string> = {
  logout: "自己退出",
  timeout: "超时",
  "signed-in-again": "被新的登录代替",
  switched: "切换为其他账号",
  "ended-by-owner": "本人在别处结束",
  "ended-by-administrator": "被管理员结束",
  "password-changed": "修改密码后结束",
  "password-reset": "密码被重置",
  "second-factor-on": "开启两步验证后结束",
  "guessed-password": "确认密码错误过多",
  disabled: "账号被停用",
  "user-deleted": "账号被删除",
};

export const LoginFilters = z.object({
  userAccount: whole,
  address: whole,
  result: oneIn(results),
  leftHow: oneIn({ online: "", ...waysToLeave }),
  ...days,
});

export const loginTable = defineTable<LoginRow>()({
  columns: [
    { id: "at", header: "登录时间", width: 150, sortable: true, always: true, cell: (row) => row.localTime },
    { id: "userAccount", header: "账号", width: 120 },
    { id: "userName", header: "姓名", width: 100, aside: true },
    { id: "orgName", header: "机构", width: 130, aside: true },
    { id: "result", header: "结果", width: 60, cell: ({ result }) => results[result] },
    { id: "why", header: "原因" },
    { id: "address", header: "地址", width: 120 },
    { id: "browser", header: "浏览器", width: 100, aside: true },
    { id: "system", header: "操作系统", width: 90, aside: true },
    {
      id: "leftAt",
      header: "离开时间",
      width: 150,
      cell: (row) => row.leftTime ?? (row.result === "success" ? "在线" : ""),
    },
    {
      id: "leftHow",
      header: "离开方式",
      width: 130,
      cell: ({ leftHow }) => leftHow && (waysToLeave[leftHow] ?? leftHow),
    },
    { id: "leftBy", header: "由谁结束", width: 100, aside: true },
    { id: "requestId", header: "请求编号", width: 290, hidden: true },
  ],
  filters: LoginFilters,
  filterFields: [
    { name: "userAccount", label: "账号", placeholder: "完整的账号" },
    { name: "address", label: "地址", placeholder: "完整的 IP 地址" },
    { name: "result", label: "结果", kind: "choice", choices: choicesOf(results) },
    { name: "leftHow", label: "离开方式", kind: "choice", choices: choicesOf({ online: "在线", ...waysToLeave }) },
    ...dayFields,
  ],
  sortBy: "-at",
  rowKey: ({ logId }) => logId,
});
