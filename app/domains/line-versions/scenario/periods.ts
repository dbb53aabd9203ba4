import { z } from "zod";

/** Past midnight where it ends before it begins. */
const clock = (label: string) =>
  z.string({ error: `请填写${label}` }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label}应为 00:00 到 23:59`);
const factorBounds = "行驶系数应为 0.5 到 3";

export const Period = z
  .object({
    name: z.string().trim().max(16, "名称最多 16 个字").default(""),
    from: clock("开始时间"),
    to: clock("结束时间"),
    factor: z
      .number({ error: factorBounds })
      .min(0.5, factorBounds)
      .max(3, factorBounds)
      .default(1)
      .describe("行驶时间乘以它"),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "结束时间应与开始时间不同" });
export type Period = z.output<typeof Period>;

export const mostPeriods = 6;

/** What keeps periods from standing beside one another: a minute or a name that two share. */
export function clashesOf(periods: readonly Period[]): string[] {
  return periods.flatMap((one, at) => {
    const before = periods.slice(0, at);
    const other = before.find((each) => isWithin(each, one.from) || isWithin(one, each.from));
    return [
      ...(other ? [`时段 ${nameOf(one)} 与 ${nameOf(other)} 重叠`] : []),
      ...(before.some((each) => nameOf(each) === nameOf(one)) ? [`有两个时段叫 ${nameOf(one)}`] : []),
    ];
  });
}

export const nameOf = ({ name, from, to }: Period) => name || `${from}–${to}`;

export function isWithin({ from, to }: Period, time: string): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/** A day as most cities have it; what lines need is changed on the page. */
export const usualPeriods: readonly Period[] = [
  { name: "早高峰", from: "07:00", to: "09:00", factor: 1.2 },
  { name: "平峰", from: "09:00", to: "17:00", factor: 1 },
  { name: "晚高峰", from: "17:00", to: "19:00", factor: 1.2 },
  { name: "低峰", from: "19:00", to: "07:00", factor: 0.9 },
];
