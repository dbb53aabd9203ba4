import { z } from "zod";
import { date } from "~/kit/page/forms/rules";

/** A line that a bus or a person is authorised for, from a day to a last day; without one, from then on. */
export const Period = z.object({
  lineUuid: z.string({ error: "请选择线路" }).regex(/^[0-9a-f]{32}$/, "请从列表中选择线路"),
  isMain: z.boolean().default(false),
  beginDate: date,
  endDate: date.nullish(),
});
export type Period = { lineUuid: string; isMain: boolean; beginDate: string; endDate: string | null };

export const NamedPeriod = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  isMain: z.boolean(),
  beginDate: z.string(),
  endDate: z.string().nullable(),
  inForce: z.boolean(),
});
export type NamedPeriod = z.output<typeof NamedPeriod>;

/** All lines of one bus or person: a line not twice on a day, and no two main lines on a day. */
export const Periods = z
  .array(Period)
  .max(100, "最多 100 行")
  .superRefine((rows, context) => {
    for (const { row, field, message } of findPeriodFaults(rows))
      context.addIssue({ code: "custom", path: [row, field], message });
  })
  .transform(sortPeriods);

/** As they are stored and compared: by their first day. */
export function sortPeriods(rows: readonly z.output<typeof Period>[]): Period[] {
  return rows
    .map(({ lineUuid, isMain, beginDate, endDate }) => ({ lineUuid, isMain, beginDate, endDate: endDate ?? null }))
    .sort((a, b) => a.beginDate.localeCompare(b.beginDate) || a.lineUuid.localeCompare(b.lineUuid));
}

export function findPeriodFaults(
  rows: readonly z.output<typeof Period>[],
): { row: number; field: keyof Period; message: string }[] {
  return rows.flatMap((one, row) => {
    const faults: { row: number; field: keyof Period; message: string }[] = [];
    if (one.endDate && one.endDate < one.beginDate)
      faults.push({ row, field: "endDate", message: "结束日期不能早于开始日期" });
    rows.slice(0, row).forEach((other, before) => {
      if (!overlap(one, other)) return;
      if (one.lineUuid === other.lineUuid)
        faults.push({ row, field: "lineUuid", message: `与第 ${before + 1} 行是同一条线路，日期重叠` });
      if (one.isMain && other.isMain)
        faults.push({ row, field: "isMain", message: `与第 ${before + 1} 行都是主线路，日期重叠` });
    });
    return faults;
  });
}

type Days = { beginDate: string; endDate?: string | null };

const overlap = (a: Days, b: Days) =>
  a.beginDate <= (b.endDate ?? "9999-12-31") && b.beginDate <= (a.endDate ?? "9999-12-31");

export function periodsInWords(rows: readonly Period[], names: Readonly<Record<string, string>> = {}): string {
  return rows
    .map(
      ({ lineUuid, isMain, beginDate, endDate }) =>
        `${names[lineUuid] ?? lineUuid}${isMain ? "（主）" : ""} ${beginDate} 至 ${endDate ?? "长期"}`,
    )
    .join("；");
}
