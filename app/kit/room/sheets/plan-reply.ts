import { z } from "zod";
import type { KnownPlan } from "./import-row";

/** The plan by which a table is read, or could be, as calls tell it. */
export const PlanReply = z
  .object({
    planId: z.string(),
    when: z.string().describe("记住的时间，按运营时区，如 2026-01-31 08:00"),
    by: z.string(),
    isApplied: z.boolean().describe("是否按它读取"),
    lacking: z.array(z.string()).describe("那时有、这个文件没有的表头"),
    more: z.array(z.string()).describe("这个文件多出的表头"),
  })
  .nullable()
  .describe("以前导入这种表格时的对应");

export const tellPlan = (plan?: KnownPlan): z.output<typeof PlanReply> => {
  if (!plan) return null;
  const { at: when, ...others } = plan;
  return { when, ...others };
};
