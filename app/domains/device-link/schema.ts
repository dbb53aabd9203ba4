import { z } from "zod";
import { hasNoControls } from "~/kit/page/forms/rules";

const fileNo = z.string("请给出文件编号").regex(/^[\x21-\x7e]{1,32}$/, "文件编号应为 1 到 32 个可见的 ASCII 字符");
const fileVersion = z.string("请给出文件版本").regex(/^[\x21-\x7e]{1,16}$/, "文件版本应为 1 到 16 个可见的 ASCII 字符");
const kind = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], {
  error: "文件种类应为 1 固件、2 线路文件、3 系统配置、4 公共语音或 5 多媒体文件",
});
const detailUuid = z.string("请给出 detailUuid").regex(/^[0-9a-f]{32}$/, "detailUuid 应为 32 位小写十六进制");
const crc32 = z.string().regex(/^[0-9A-Fa-f]{1,8}$/, "crc32 应为十六进制，至多 8 位");
const plain = (label: string, most: number) =>
  z.string(`${label}应为文本`).max(most, `${label}最多 ${most} 个字`).refine(hasNoControls, `${label}含有不可见的字符`);

const mostReported = 200;

export const Poll = z.object({
  deviceNo: plain("设备编号", 16).min(1, "请给出设备编号"),
  reported: z
    .array(z.object({ kind, no: fileNo, version: fileVersion, crc32: crc32.optional() }), "reported 应为列表")
    .max(mostReported, `一次最多报告 ${mostReported} 个文件`)
    .optional()
    .meta({ description: "终端正在使用的全部文件；不给出时沿用上次的；不带 crc32 的记为未核实" }),
  free: z
    .number("剩余空间应为数字")
    .int("剩余空间应为整数")
    .min(0, "剩余空间不能小于 0")
    .max(2 ** 50, "剩余空间过大")
    .optional(),
  position: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "reportedAt、lng、lat，可选 speed、azimuth、mileage、alarm，同位置上报接口，不需要设备编号" }),
});
export type Poll = z.output<typeof Poll>;

export const PollAnswer = z.object({
  next: z.number().meta({ description: "多少秒后再来" }),
  jobs: z.array(
    z.object({
      detailUuid: z.string(),
      kind: z.number(),
      no: z.string(),
      version: z.string(),
      format: z.string().nullable(),
      url: z.string().meta({ description: "一次性下载地址，请求头带同一令牌；断了可用 Range 和 If-Range 续传" }),
      size: z.number(),
      crc32: z.string(),
      sha256: z.string(),
      deadline: z.string(),
      activateAt: z.string().nullable().meta({ description: "从这一刻起使用这个文件；null 表示收到即用" }),
      attempt: z.number(),
    }),
  ),
  recalled: z
    .array(z.object({ kind: z.number(), no: z.string(), version: z.string() }))
    .optional()
    .meta({ description: "终端留着待用、不再使用的文件：下发在生效以前已取消" }),
  /** What is wrong with the position, in words; the rest of the poll holds. */
  positionError: z.string().optional(),
});
export type PollAnswer = z.input<typeof PollAnswer>;

export const ProgressReport = z.object({
  detailUuid,
  percent: z.number("进度应为数字").int("进度应为整数").min(0, "进度在 0 到 100 之间").max(100, "进度在 0 到 100 之间"),
  code: plain("进度代码", 32)
    .min(1, "请给出进度代码")
    .meta({ description: "downloading、verifying、installing，或终端自己的" }),
});

export const ResultReport = z
  .object({
    detailUuid,
    state: z.union([z.literal(2), z.literal(3)], { error: "结果应为 2 已完成或 3 失败" }),
    crc32: crc32.optional(),
    error: plain("失败原因", 128)
      .optional()
      .meta({ description: "crc、refused、space、missing、broken、unpack、cancelled，或终端自己的话" }),
    attempt: z.number().int().min(0).max(1000).optional(),
  })
  .refine(({ state, crc32 }) => state === 3 || crc32, { path: ["crc32"], message: "请给出终端算得的 crc32" });

/** `late`: the delivery had ended already, and nothing changed. */
export const KeptAnswer = z.object({ kept: z.boolean(), late: z.boolean() });

export const Download = z.object({ ticket: z.string().max(64).optional() });
