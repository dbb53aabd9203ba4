import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";

export const LoginDay = z.object({ day: z.string(), success: z.number(), failed: z.number() });
export type LoginDay = z.infer<typeof LoginDay>;

export const Bar = z.object({ key: z.string(), name: z.string(), count: z.number(), errors: z.number() });
export type Bar = z.infer<typeof Bar>;

export const FunctionSum = z.object({
  functionName: z.string(),
  count: z.number(),
  people: z.number(),
  median: z.number(),
  p95: z.number(),
  errors: z.number(),
});
export type FunctionSum = z.infer<typeof FunctionSum>;

const nothing = { filters: z.object({}), filterFields: [], sortBy: "" };

const loginDayTable = defineTable<LoginDay>()({
  ...nothing,
  columns: [
    { id: "day", header: "日期" },
    { id: "success", header: "成功", width: 80, align: "right" },
    { id: "failed", header: "失败", width: 80, align: "right" },
  ],
  rowKey: ({ day }) => day,
});

const barTable = (what: string) =>
  defineTable<Bar>()({
    ...nothing,
    columns: [
      { id: "name", header: what },
      { id: "count", header: "次数", width: 90, align: "right" },
      { id: "errors", header: "出错", width: 80, align: "right" },
    ],
    rowKey: ({ key }) => key,
  });

const functionTable = defineTable<FunctionSum>()({
  ...nothing,
  columns: [
    { id: "functionName", header: "功能" },
    { id: "count", header: "次数", width: 76, align: "right" },
    { id: "people", header: "人数", width: 60, align: "right" },
    { id: "median", header: "中位毫秒", width: 80, align: "right" },
    { id: "p95", header: "95% 毫秒", width: 80, align: "right" },
    { id: "errors", header: "出错", width: 60, align: "right" },
  ],
  rowKey: ({ functionName }) => functionName,
});

/** The charts of the analysis screen in their order, with the table beside each. */
export const chartTables = {
  logins: { title: "每天登录次数", table: loginDayTable },
  days: { title: "每天访问次数", table: barTable("日期") },
  hours: { title: "一天中各小时的访问次数", table: barTable("小时") },
  organisations: { title: "各机构的访问次数", table: barTable("机构") },
  functions: { title: "各功能的使用", table: functionTable },
};

export type ChartName = keyof typeof chartTables;
export const chartNames = Object.keys(chartTables) as ChartName[];
