import { z } from "zod";
import { date } from "~/kit/page/forms/rules";

export interface Range {
  from: string;
  to: string;
}

export const longest = 366;

/** The days that a chart covers, both included, a year at most; what is left out `rangeOf` adds. */
export const RangeForm = z
  .object({ from: date.optional(), to: date.optional() })
  .superRefine(({ from, to }, context) => {
    if (!from || !to) return;
    const wrong = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if (from > to) wrong("结束日期不能早于开始日期");
    else if (countDays({ from, to }) > longest) wrong("一次最多查看一年，请缩短时间范围");
  });

export function countDays({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
