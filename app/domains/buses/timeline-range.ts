import { dayOf, type Range } from "./timeline";

export function rangeAsked(
  query: URLSearchParams,
  today: string,
): Range & { first: string; last: string; fault?: string } {
  const [first, last] = [query.get("from") || yearBefore(today), query.get("to") || today];
  const [from, to] = [Date.parse(first), Date.parse(last) + day];
  const fault = faultOf(first, last, from, to);
  if (fault) return { ...rangeAsked(new URLSearchParams(), today), fault };
  return { from, to, first, last };
}

/** Longer than any bus runs. */
const mostDays = 40 * 366;
const day = 86_400_000;

function faultOf(first: string, last: string, from: number, to: number): string | undefined {
  if (![first, last].every((one) => /^\d{4}-\d\d-\d\d$/.test(one)) || Number.isNaN(from) || Number.isNaN(to))
    return "请输入日期，例如 2026-05-01";
  if (to <= from) return "结束日期不能早于开始日期";
  return to - from > mostDays * day ? "一次最多显示 40 年" : undefined;
}

function yearBefore(today: string): string {
  const date = new Date(today);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return dayOf(date.getTime() + day);
}
