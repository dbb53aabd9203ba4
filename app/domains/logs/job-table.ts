import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { choicesOf, dayFields, days, oneIn, whole } from "./filters";

export const JobRow = z.object({
  logId: z.string(),
  job: z.string(),
  title: z.string(),
  beganAt: z.string(),
  beganTime: z.string(),
  endedAt: z.string(),
  endedTime: z.string(),
  seconds: z.number(),
  result: z.enum(["done", "failed", "interrupted"]),
  rows: z.number().nullable(),
  error: z.string().nullable(),
  ref: z.string(),
  userName: z.string().nullable(),
});
export type JobRow = z.infer<typeof JobRow>;

const results = { done: "完成", failed: "失败", interrupted: "中断，会再运行" };

export const JobFilters = z.object({ jobTitle: whole, result: oneIn(results), ...days });

export const jobTable = defineTable<JobRow>()({
  columns: [
    { id: "beganAt", header: "开始", width: 150, sortable: true, always: true, cell: (row) => row.beganTime },
    { id: "endedAt", header: "结束", width: 150, cell: (row) => row.endedTime },
    { id: "seconds", header: "用时（秒）", width: 90, align: "right" },
    { id: "title", header: "任务", width: 150 },
    { id: "result", header: "结果", width: 120, cell: ({ result }) => results[result] },
    { id: "rows", header: "条数", width: 70, align: "right" },
    { id: "error", header: "错误" },
    {
      id: "ref",
      header: "错误编号",
      width: 290,
      aside: true,
      cell: ({ ref, result }) => (result === "failed" ? ref : ""),
    },
    { id: "userName", header: "发起人", width: 100 },
  ],
  filters: JobFilters,
  filterFields: [
    { name: "jobTitle", label: "任务", placeholder: "名称的一部分" },
    { name: "result", label: "结果", kind: "choice", choices: choicesOf(results) },
    ...dayFields,
  ],
  sortBy: "-beganAt",
  rowKey: ({ logId }) => logId,
});
