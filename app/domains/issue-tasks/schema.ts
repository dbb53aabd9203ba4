import { z } from "zod";
import { date, keysToDelete, oneOf, recordKey, requiredText, text, whole } from "~/kit/page/forms/rules";
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
const Window = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "开始和结束时间不能相同" });
type Window = z.output<typeof Window>;

const stages = z
  .array(whole(1, 100))
  .min(1, "请至少写一批")
  .max(10, "最多分 10 批")
  .refine(
    (all) => all.every((one, at) => at === 0 || one > all[at - 1]!),
    "各批的累计百分比应逐个变大，例如 10、50、100",
  )
  .transform((all) => (all.at(-1) === 100 ? all : [...all, 100]));

const how = {
  taskName: requiredText("任务名称", 64),
  orgId: recordKey.nullish(),
  priority: whole(0, 9).default(5),
  startTime: z.iso.datetime({ offset: true, error: "时间应为 ISO 8601，例如 2026-05-01T22:00:00+08:00" }).nullish(),
  lastDay: date.nullish(),
  joins: z.boolean().default(false),
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

/** Days after it begins that a task goes on where nobody says otherwise. */
export const usualDays = 30;

const taskFiles = z.array(recordKey).min(1, "请选择要下发的文件").max(200, "一个任务最多 200 个文件");

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
export const TaskStop = z.strictObject({ taskUuid: recordKey, reason: text(200).nullish() });
export const DetailsToRetry = keysToDelete("detailUuid", "下发明细");
export const TasksToRemove = keysToDelete("taskUuid", "下发任务");
export const DetailKey = z.strictObject({ detailUuid: recordKey });
export const DetailsToCancel = keysToDelete("detailUuid", "下发明细");
