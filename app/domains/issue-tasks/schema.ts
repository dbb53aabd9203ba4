import { z } from "zod";
import { keysToDelete, oneOf, recordKey, requiredText, text, whole } from "~/kit/page/forms/rules";
import { taskTypes } from "./words";

const keys = (label: string, most: number) => z.array(recordKey).max(most, `${label}一次最多 ${most} 个`).optional();

export const Targets = z
  .strictObject({
    orgIds: keys("机构", 500),
    lineUuids: keys("线路", 5000),
    busUuids: keys("车辆", 50_000),
    deviceUuids: keys("设备", 50_000),
  })
  .refine(
    (targets) => Object.values(targets).some((list) => (list?.length ?? 0) > 0),
    "请至少选择一个机构、线路、车辆或设备",
  );
export type Targets = z.output<typeof Targets>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "时间应为 HH:mm，例如 22:00");
export const Window = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "开始和结束时间不能相同" });
export type Window = z.output<typeof Window>;

const stages = z
  .array(whole(1, 100))
  .min(1, "请至少写一批")
  .max(10, "最多分 10 批")
  .refine(
    (all) => all.every((one, at) => at === 0 || one > all[at - 1]!),
    "各批的累计百分比应逐个变大，例如 10、50、100",
  )
  .transform((all) => (all.at(-1) === 100 ? all : [...all, 100]));

export const how = {
  taskName: requiredText("任务名称", 64),
  orgId: recordKey.nullish(),
  priority: whole(0, 9).default(5),
  startTime: z.iso.datetime({ offset: true, error: "时间应为 ISO 8601，例如 2026-05-01T22:00:00+08:00" }).nullish(),
  window: z
    .union([Window, z.array(Window).max(5, "最多 5 个时段")], { error: "时段应为 {from, to} 或它们的列表" })
    .transform((one) => (Array.isArray(one) ? one : [one]))
    .nullish(),
  outsideService: z.boolean().default(false),
  retry: whole(0, 10).default(3),
  timeoutMinutes: whole(1, 1440).default(60),
  effectiveMinutes: whole(1, 10_080).default(1440),
  stages: stages.default([100]),
  nextStagePercent: whole(0, 100).default(90),
  stopAtFailedPercent: whole(1, 100).nullish(),
};

export const taskFiles = z.array(recordKey).min(1, "请选择要下发的文件").max(200, "一个任务最多 200 个文件");

export const TaskAdd = z.strictObject({
  taskUuid: recordKey.optional(),
  taskType: oneOf(taskTypes),
  files: taskFiles,
  targets: Targets,
  ...how,
});
export type TaskValues = z.output<typeof TaskAdd> & {
  /** Of a task that belongs to a change package: its key, and when vehicles begin to use the files. */
  packageUuid?: string;
  activateAt?: Date;
};

export const TaskKey = z.strictObject({ taskUuid: recordKey });
export const TasksToRemove = keysToDelete("taskUuid", "下发任务");
export const DetailKey = z.strictObject({ detailUuid: recordKey });
export const DetailsToCancel = keysToDelete("detailUuid", "下发明细");
export const reason = text(200).optional();

export const LeftOut = z.object({
  busUuid: z.string().nullable(),
  busSelfCode: z.string().nullable(),
  plateNum: z.string().nullable(),
  reason: z.string(),
});
export type LeftOut = z.output<typeof LeftOut>;

export const Counts = z.object({
  total: z.number(),
  waiting: z.number(),
  running: z.number(),
  done: z.number(),
  effective: z.number(),
  failed: z.number(),
  cancelled: z.number(),
});
export type Counts = z.output<typeof Counts>;

export const TaskRow = Counts.extend({
  taskUuid: z.string(),
  taskNum: z.string(),
  taskName: z.string(),
  taskType: z.number(),
  taskTypeName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  state: z.number(),
  stateName: z.string(),
  priority: z.number(),
  startTime: z.string().nullable(),
  windows: z.array(z.object({ from: z.string(), to: z.string() })),
  outsideService: z.boolean(),
  retry: z.number(),
  timeoutMinutes: z.number(),
  effectiveMinutes: z.number(),
  stages: z.array(z.number()),
  stage: z.number(),
  nextStagePercent: z.number(),
  stopAtFailedPercent: z.number().nullable(),
  stoppedBecause: z.string().nullable(),
  preparing: z.string().nullable(),
  leftOutCount: z.number(),
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  createUser: z.string().nullable(),
  createTime: z.string(),
  version: z.number(),
});
export type TaskRow = z.output<typeof TaskRow>;

export const DetailRow = z.object({
  detailUuid: z.string(),
  taskUuid: z.string(),
  taskName: z.string(),
  stage: z.number(),
  busUuid: z.string(),
  busSelfCode: z.string(),
  plateNum: z.string(),
  orgName: z.string(),
  devUuid: z.string(),
  devSelfCode: z.string(),
  lineUuid: z.string().nullable(),
  lineName: z.string().nullable(),
  fileUuid: z.string().nullable(),
  multiUuid: z.string().nullable(),
  kind: z.number(),
  fileNo: z.string(),
  fileVersion: z.string(),
  fileName: z.string(),
  format: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  crc32: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  percent: z.number(),
  progressCode: z.string().nullable(),
  progressText: z.string().nullable(),
  tries: z.number(),
  lastError: z.string().nullable(),
  nextTryAt: z.string().nullable(),
  noticeTime: z.string().nullable(),
  downloadStart: z.string().nullable(),
  downloadEnd: z.string().nullable(),
  deadline: z.string().nullable(),
  resultTime: z.string().nullable(),
  reportedVersion: z.string().nullable(),
  changedAt: z.string(),
});
export type DetailRow = z.output<typeof DetailRow>;

export const LogRow = z.object({
  at: z.string(),
  fromState: z.number().nullable(),
  toState: z.number(),
  reason: z.string(),
  actor: z.string(),
});
export type LogRow = z.output<typeof LogRow>;
