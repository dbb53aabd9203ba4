import { z } from "zod";
import { today } from "~/kit/ground/time/today.server";
import { date } from "~/kit/page/forms/rules";

export interface Range {
  from: string;
  to: string;
}

const longest = 366;

/** The days that a chart covers, both included: the last seven where none are given, a year at most. */
export const RangeForm = z.object({ from: date.optional(), to: date.optional() }).superRefine((sent, context) => {
  const { from, to } = rangeOf(sent);
  const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (from > to) wrong(sent.to ? "to" : "from", "结束日期不能早于开始日期");
  else if (countDays({ from, to }) > longest) wrong("to", "一次最多查看一年，请缩短时间范围");
});

export function rangeOf({ from, to }: { from?: string; to?: string }): Range {
  const last = to ?? today();
  return { from: from ?? addDays(last, -6), to: last };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function countDays({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
