import { z } from "zod";

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
  /** After it nothing goes out any more; null for tasks of before. */
  lastDay: z.string().nullable(),
  /** Vehicles that newly belong to what it is for get its files too, until its last day. */
  joins: z.boolean(),
  /** The second person who found it right. */
  approvedBy: z.string().nullable(),
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
