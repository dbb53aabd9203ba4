import { z } from "zod";
import { date, oneOf, recordKey, requiredText, whole } from "~/kit/page/forms/rules";
import { taskTypes } from "../words";

export const TypeForm = z.object({
  taskType: oneOf(taskTypes),
  /** Of who comes from a file's page. */
  file: recordKey.optional(),
});

export const FilesForm = z.object({
  files: z.array(recordKey).default([]),
  shown: z.array(recordKey).default([]),
  all: z.coerce.boolean().default(false),
  keyword: z.string().trim().max(64, "最多 64 个字").default(""),
  sought: z.string().default(""),
  toPage: z.coerce.number().int().min(1).max(100_000).optional(),
});

const pasted = (noun: string) => z.string().max(600_000, `${noun}太多，请按机构或线路选择`).optional();

export const WhomForm = z.object({
  orgIds: z.array(recordKey).default([]),
  lineUuids: z.array(recordKey).default([]),
  allLines: z.coerce.boolean().default(false),
  buses: pasted("车辆"),
  devices: pasted("设备"),
});
export type WhomValues = z.output<typeof WhomForm>;

const listed = /^\s*\d{1,3}(\s*[,，、\s]\s*\d{1,3})*\s*$/;
const windows = /^\s*([01]?\d|2[0-3]):[0-5]\d\s*[-~至]\s*([01]?\d|2[0-3]):[0-5]\d\s*$/;

export const HowForm = z
  .object({
    taskName: requiredText("任务名称", 64),
    orgId: recordKey.optional(),
    begin: z.enum(["hand", "now", "time"], { error: "请选择什么时候开始" }).default("now"),
    startDay: date.optional(),
    lastDay: date.optional(),
    joins: z.coerce.boolean().default(false),
    startClock: z.iso.time({ precision: -1, error: "请输入时间，例如 22:00" }).optional(),
    windows: z
      .string()
      .optional()
      .refine((text) => lines(text).every((line) => windows.test(line)), "每行一个时段，例如 22:00-05:00")
      .refine((text) => lines(text).length <= 5, "最多 5 个时段"),
    outsideService: z.coerce.boolean().default(false),
    stages: z.string().regex(listed, "请输入各批的累计百分比，例如 10, 50, 100").default("100"),
    nextStagePercent: whole(0, 100).default(90),
    stopAtFailedPercent: whole(1, 100).optional(),
    retry: whole(0, 10).default(3),
    timeoutMinutes: whole(1, 1440).default(60),
    effectiveMinutes: whole(1, 10_080).default(1440),
    priority: whole(0, 9).default(5),
  })
  .check(({ value, issues }) => {
    if (value.begin !== "time") return;
    for (const [path, words] of [
      ["startDay", "请选择日期"],
      ["startClock", "请输入时间，例如 22:00"],
    ] as const)
      if (!value[path]) issues.push({ code: "custom", path: [path], message: words, input: value });
  });
export type HowValues = z.output<typeof HowForm>;

const lines = (text: string | undefined) => (text ?? "").split("\n").filter((line) => line.trim() !== "");

export const windowsOf = (text: string | undefined) =>
  lines(text).map((line) => {
    const [from = "", to = ""] = line.trim().split(/\s*[-~至]\s*/);
    return { from: from.padStart(5, "0"), to: to.padStart(5, "0") };
  });

export const stagesOf = (text: string) =>
  text
    .split(/[,，、\s]+/)
    .filter(Boolean)
    .map(Number);
