import { z } from "zod";
import { recordKey, text } from "~/kit/page/forms/rules";

/** How much of a path must lie on roads in a legal direction. */
export const enough = 0.95;

export const checkStates = [
  { value: "unchecked", label: "未检查" },
  { value: "doubtful", label: "待复核" },
  { value: "recheck", label: "道路变化，需再次确认" },
  { value: "white-list", label: "白名单" },
  { value: "passed", label: "合格" },
] as const;

const direction = z.union([z.literal(1), z.literal(2)], { error: "方向应为 1（上行）或 2（下行）" });
const reason = z
  .string({ error: "请输入原因" })
  .trim()
  .min(1, "请输入原因：为什么这段路径可以不在道路上")
  .max(255, "最多 255 个字");
const variant = z.object({ classifySid: recordKey.optional(), lineUuid: recordKey.optional() });
const named = (value: { classifySid?: string; lineUuid?: string }) => Boolean(value.classifySid ?? value.lineUuid);
const namedError = { path: ["lineUuid"], message: "请给出线路主键 lineUuid 或线路分类主键 classifySid" };

export const CheckedKey = variant.extend({ direction: direction.optional() }).refine(named, namedError);
export type CheckedKey = z.output<typeof CheckedKey>;

export const Stretch = z.object({
  /** Metres from the path's start. */
  from: z.number(),
  to: z.number(),
  metres: z.number(),
  cause: z.string(),
  causeName: z.string(),
  /** WGS84. */
  path: z.array(z.tuple([z.number(), z.number()])),
  whiteUuid: z.string().nullable(),
});
export type Stretch = z.output<typeof Stretch>;

export const PathChecked = z.object({
  metres: z.number(),
  ratio: z.number(),
  passed: z.boolean(),
  stretches: z.array(Stretch),
});

export const CheckRow = z.object({
  checkKey: z.string(),
  lineUuid: z.string(),
  lineName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  classifySid: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  lineType: z.number(),
  versionUuid: z.string(),
  version: z.number(),
  direction: z.number(),
  directionName: z.string(),
  state: z.string(),
  stateName: z.string(),
  /** Kilometres. */
  mileage: z.number(),
  pathSource: z.string(),
  ratio: z.number().nullable(),
  breaks: z.number(),
  confidence: z.number().nullable(),
  /** Stretches off the roads that nobody has accepted. */
  openStretches: z.number(),
  checkedAt: z.string().nullable(),
  stretches: z.array(Stretch),
});
export type CheckRow = z.output<typeof CheckRow>;

export const CheckFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  state: z.string().max(20).optional(),
  orgId: z.string().max(32).optional(),
});
export type CheckFilters = z.output<typeof CheckFilters>;

export const WhiteForm = z.object({
  from: z.number({ error: "请输入起点的米数" }).min(0, "起点不能小于 0 米"),
  to: z.number({ error: "请输入终点的米数" }).min(1, "终点不能小于 1 米"),
  reason,
});
export const WhiteAdd = variant.extend({ direction, ...WhiteForm.shape }).refine(named, namedError);
export const WhiteFilters = z.object({
  lineUuid: z.string().max(32).optional(),
  keyword: z.string().trim().max(64).optional(),
  recheck: z.stringbool({ error: "请从列表中选择" }).or(z.boolean()).optional(),
});
export type WhiteFilters = z.output<typeof WhiteFilters>;
export const WhiteRow = z.object({
  whiteUuid: z.string(),
  lineUuid: z.string(),
  lineName: z.string(),
  classifySid: z.string(),
  classifyName: z.string(),
  direction: z.number(),
  directionName: z.string(),
  metres: z.number(),
  reason: z.string(),
  /** The roads around have changed since. */
  recheck: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  version: z.number(),
  path: z.array(z.tuple([z.number(), z.number()])),
});
export type WhiteRow = z.output<typeof WhiteRow>;

export const QuickSearch = z.object({
  keyword: z
    .string({ error: "请输入线路名称、编号或拼音" })
    .trim()
    .min(1, "请输入线路名称、编号或拼音")
    .max(64, "最多 64 个字"),
});
export const QuickLine = z.object({
  lineUuid: z.string(),
  lineId: z.string().nullable(),
  lineName: z.string(),
  lineDeviceNo: z.number().nullable(),
  orgName: z.string(),
  directions: z.array(
    CheckRow.pick({ direction: true, directionName: true, state: true, stateName: true, ratio: true }),
  ),
});
export type QuickLine = z.output<typeof QuickLine>;

export const batchStates: Record<string, string> = {
  waiting: "等待开始",
  running: "正在进行",
  paused: "已暂停",
  done: "已完成",
  cancelled: "已取消",
};
export const batchLineStates: Record<string, string> = {
  waiting: "等待",
  done: "已匹配",
  refused: "不能匹配",
  accepted: "已采用",
  rejected: "不采用",
};
export const BatchForm = z.object({
  orgId: text(32).nullish(),
  scope: z.enum(["all", "doubtful"], { error: "请选择范围" }).default("doubtful"),
});
