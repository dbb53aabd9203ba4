export * from "./version-replies";
export * from "./version-schema";
import { z } from "zod";
import { date, recordKey, version } from "~/kit/page/forms/rules";
import { VersionSave } from "./version-schema";

const reason = z.string().trim().max(255, "最多 255 个字");
const day = date;

/** A draft for a day, from what will be in force then, from a version, or from an entry of history. */
export const PlanForm = z.object({
  plannedFor: day,
  from: recordKey.optional(),
  history: recordKey.optional(),
  reason: reason.optional(),
});
export type PlanForm = z.output<typeof PlanForm>;

export const DayForm = z.object({ plannedFor: day.optional(), version, reason: reason.optional() });
export type DayForm = z.output<typeof DayForm>;

export const SubmitForm = z.object({ version, reason: reason.optional() });
export const ReturnForm = z.object({
  version,
  reason: z.string({ error: "请说明要改什么" }).trim().min(1, "请说明要改什么").max(255, "最多 255 个字"),
});

/** `seen`: the times as the page showed them. */
export const WithdrawForm = z.object({
  leaveGap: z.enum(["0", "1"]).default("0"),
  version,
  seen: z.string().max(32).optional(),
  reason: reason.optional(),
});
export type WithdrawForm = z.output<typeof WithdrawForm>;
export const EndForm = z.object({
  day: day,
  version,
  seen: z.string().max(32).optional(),
  reason: z.string({ error: "请说明为什么停运" }).trim().min(1, "请说明为什么停运").max(255, "最多 255 个字"),
});
export type EndForm = z.output<typeof EndForm>;

const side = z.enum(["mine", "theirs", "base"], { error: "请选择要保留的一方" });
/** `both`: what either changed, where that goes together. */
const sideOrBoth = z.enum(["mine", "theirs", "both", "base"], { error: "请选择要保留的一方" });
export const BaseForm = z.object({
  take1: sideOrBoth.default("mine"),
  take2: sideOrBoth.default("mine"),
  takeParams: side.default("mine"),
  version,
  reason: reason.optional(),
});
export type BaseForm = z.output<typeof BaseForm>;

/** classifyPreAdd: a variant's stations and paths from a day on; `publish` puts them in force at once, for that day. */
export const PreAdd = z
  .object({
    classifySid: recordKey.optional(),
    lineUuid: recordKey.optional(),
    /** What it begins from; left out: what will be in force on the day. */
    versionUuid: recordKey.optional(),
    effectiveTime: date,
    directions: VersionSave.shape.directions.optional(),
    reason: reason.optional(),
    publish: z.boolean({ error: "publish 应为 true 或 false" }).default(false),
  })
  .refine(({ classifySid, lineUuid }) => Boolean(classifySid ?? lineUuid), {
    path: ["classifySid"],
    message: "请给出线路分类主键 classifySid 或线路主键 lineUuid",
  });
export type PreAdd = z.output<typeof PreAdd>;
