import { z } from "zod";
import { stateMark } from "~/kit/page/tables/state-mark";
import { defineTable } from "~/kit/page/tables/define-table";
import { choicesOf, dayFields, days, oneIn, whole } from "./filters";

export const RequestRow = z.object({
  logId: z.string(),
  at: z.string(),
  localTime: z.string(),
  functionName: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  ms: z.number(),
  userAccount: z.string().nullable(),
  userName: z.string().nullable(),
  orgName: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type RequestRow = z.infer<typeof RequestRow>;

const results = { good: "正常", refused: "被拒绝（4xx）", fault: "系统错误（5xx）" };
const speeds = { slow: "1 秒以上" };
const methods = { GET: "GET", POST: "POST", HEAD: "HEAD" };

const resultOf = (status: number) => (status < 400 ? "正常" : status < 500 ? "被拒绝" : "系统错误");

export const RequestFilters = z.object({
  userAccount: whole,
  functionName: whole,
  method: oneIn(methods),
  result: oneIn(results),
  speed: oneIn(speeds),
  ...days,
});

export const requestTable = defineTable<RequestRow>()({
  columns: [
    { id: "at", header: "时间", width: 150, sortable: true, always: true, cell: (row) => row.localTime },
    { id: "functionName", header: "功能", width: 190 },
    {
      id: "status",
      header: "结果",
      width: 116,
      cell: ({ status }) => stateMark(`${resultOf(status)} ${status}`),
      csv: ({ status }) => String(status),
    },
    { id: "ms", header: "用时（毫秒）", width: 96, align: "right" },
    { id: "userAccount", header: "账号", width: 100 },
    { id: "userName", header: "姓名", width: 110 },
    { id: "path", header: "路径", aside: true },
    { id: "method", header: "方式", width: 60, hidden: true },
    { id: "orgName", header: "机构", width: 130, hidden: true },
    { id: "address", header: "地址", width: 120, aside: true },
    { id: "requestId", header: "请求编号", width: 290, hidden: true },
  ],
  filters: RequestFilters,
  filterFields: [
    { name: "functionName", label: "功能", placeholder: "名称的一部分" },
    { name: "userAccount", label: "账号", placeholder: "完整的账号" },
    { name: "result", label: "结果", kind: "choice", choices: choicesOf(results) },
    { name: "speed", label: "用时", kind: "choice", choices: choicesOf(speeds) },
    ...dayFields,
    { name: "method", label: "方式", kind: "choice", choices: choicesOf(methods), more: true },
  ],
  sortBy: "-at",
  rowKey: ({ logId }) => logId,
});
