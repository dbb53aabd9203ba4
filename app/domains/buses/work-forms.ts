import { z } from "zod";
import { date, recordKey, text, version } from "~/kit/page/forms/rules";
import { NamedPeriod, Period, Periods } from "~/kit/room/periods";
import { busRoom } from "./room";

const reason = text(255).nullish();
const unsorted = "次序应为 1 到 99 的整数";
const sort = z.number({ error: unsorted }).int(unsorted).min(1, unsorted).max(99, unsorted);
const person = z.string({ error: "请从列表中选择人员" }).regex(/^[0-9a-f]{32}$/, "请从列表中选择人员");

export const BusLineAdd = z
  .object({
    busUuid: recordKey,
    version,
    lines: Periods.optional(),
    ...Period.partial({ lineUuid: true, beginDate: true }).shape,
  })
  .superRefine((sent, context) => {
    const faults = sent.lines ? [] : (Period.safeParse(sent).error?.issues ?? []);
    for (const { path, message } of faults) context.addIssue({ code: "custom", path, message });
  });
export const BusLinesForm = z.object({ lines: Periods.default([]), version, reason });
export const AuthorisedLine = z.object({
  busLineUuid: z.string(),
  ...NamedPeriod.shape,
});
export type AuthorisedLine = z.output<typeof AuthorisedLine>;

export const mostPresets = 20;
export const BusPresetsForm = z.object({
  rows: z.array(z.object({ personUuid: recordKey, sort, remove: z.boolean().default(false) })).default([]),
  /** Several stand apart by spaces or commas. */
  jobNumbers: text(255).nullish(),
  chosen: person.nullish(),
  version,
  reason,
});
export const PresetAdd = z.object({
  busUuid: recordKey,
  personUuids: z.array(recordKey).max(mostPresets, `最多 ${mostPresets} 人`),
  version,
});
export const Preset = z.object({
  personUuid: z.string(),
  jobNumber: z.string(),
  name: z.string(),
  orgName: z.string(),
  postName: z.string(),
  warnings: z.array(z.string()),
});
export type Preset = z.output<typeof Preset>;

export const BusBulkForm = busRoom.Bulk.extend({
  lineUuid: busRoom.fields.lineUuid.change.optional(),
  lineFrom: date.optional(),
});
/** Own numbers or plates, as they are pasted: between spaces, commas or lines. */
export const LineBusesForm = z.object({
  numbers: z
    .string({ error: "请粘贴车辆的自编号或车牌号" })
    .max(20_000, "内容过长，请分次粘贴")
    .transform((pasted) => [
      ...new Set(
        pasted
          .normalize("NFKC")
          .split(/[\s,;、，；]+/)
          .filter(Boolean),
      ),
    ])
    .refine((numbers) => numbers.length <= 500, "一次最多 500 辆，请分次粘贴"),
  from: date,
  reason,
});
