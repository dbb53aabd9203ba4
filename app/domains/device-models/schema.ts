import { z } from "zod";
import { code, keysToDelete, oneOf, recordKey, text, version, whole } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

/** Bits of what a model can do. */
export const abilities = [
  { value: 1, label: "在线状态" },
  { value: 2, label: "定位" },
  { value: 4, label: "ACC 状态" },
  { value: 8, label: "报站" },
  { value: 16, label: "客流统计" },
  { value: 32, label: "视频" },
  { value: 64, label: "远程升级" },
] as const;
export const noticeTypes = [
  { value: 1, label: "控制指令升级" },
  { value: 2, label: "远程升级通知" },
  { value: 50, label: "文本升级" },
  { value: 100, label: "自定义" },
] as const;
export const fileTransports = ["FTP", "HTTP", "808分包"] as const;
export const audioCodecs = ["mp3", "wav"] as const;
export const charsets = ["GBK", "UTF-8"] as const;

const modelNum = code("设备型号", 16);
const everything = abilities.reduce((bits, { value }) => bits | value, 0);
const chosen = { error: "请从列表中选择" };

const deviceModel = z.object({
  modelNum,
  modelName: text(64).nullish(),
  factory: text(64).nullish(),
  manufacturerId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,5}$/, "制造商 ID 是 1 到 5 个字母或数字")
    .nullish(),
  protocol: text(64).nullish(),
  fileTransport: z.enum(fileTransports, chosen).nullish(),
  noticeType: oneOf(noticeTypes).nullish(),
  packageFormat: text(32).nullish(),
  maxFileMb: whole(1, 1000).nullish(),
  audioCodec: z.enum(audioCodecs, chosen).nullish(),
  sampleRate: whole(8000, 48_000).nullish(),
  charset: z.enum(charsets, chosen),
  twoInOne: z.boolean(),
  tags: text(128).nullish(),
  sort: whole(0, 9999),
  remark: text(128).nullish(),
});

/** What a new model has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const { shape } = deviceModel;
const usual = {
  charset: shape.charset.default("GBK"),
  twoInOne: shape.twoInOne.default(false),
  sort: shape.sort.default(0),
};

/** What the page's form sends: abilities as ticked boxes. */
export const DeviceModelForm = deviceModel.extend({
  ...usual,
  support: z
    .array(z.coerce.number())
    .default([])
    .transform((ticked) => ticked.reduce((bits, bit) => bits | (bit & everything), 0)),
  version,
  reason: text(255).nullish(),
});

/** What the API's `add` takes; abilities are bits. */
export const DeviceModelAdd = deviceModel.extend({
  ...usual,
  modelUuid: recordKey.optional(),
  support: whole(0, everything).default(0),
});
export const DeviceModelUpdate = changesOf(deviceModel).extend({
  modelUuid: recordKey,
  support: whole(0, everything).optional(),
  version,
});
/** What may be changed of many at once. */
export const DeviceModelBulk = changesOf(
  deviceModel.pick({ factory: true, protocol: true, fileTransport: true, noticeType: true, maxFileMb: true }),
);
export const DeviceModelDelete = keysToDelete("modelUuid", "设备型号");
export const DeviceModelNumCheck = z.object({ modelNum, modelUuid: recordKey.optional() });
export type DeviceModelValues = z.output<typeof DeviceModelAdd>;

export const DeviceModelFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  modelNum: z.string().trim().max(16).optional(),
  factory: z.string().trim().max(64).optional(),
  protocol: z.string().trim().max(64).optional(),
});
export type DeviceModelFilters = z.output<typeof DeviceModelFilters>;

export const DeviceModelRow = z.object({
  modelUuid: z.string(),
  modelNum: z.string(),
  modelName: z.string().nullable(),
  factory: z.string().nullable(),
  manufacturerId: z.string().nullable(),
  protocol: z.string().nullable(),
  support: z.number(),
  fileTransport: z.string().nullable(),
  noticeType: z.number().nullable(),
  packageFormat: z.string().nullable(),
  maxFileMb: z.number().nullable(),
  audioCodec: z.string().nullable(),
  sampleRate: z.number().nullable(),
  charset: z.string(),
  twoInOne: z.boolean(),
  tags: z.string().nullable(),
  sort: z.number(),
  remark: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  /** How many living devices are of this model. */
  deviceCount: z.number(),
});
export type DeviceModelRow = z.output<typeof DeviceModelRow>;

/** A model as a device's form chooses it. */
export const DeviceModelOption = DeviceModelRow.pick({
  modelUuid: true,
  modelNum: true,
  modelName: true,
  factory: true,
  protocol: true,
});
export type DeviceModelOption = z.output<typeof DeviceModelOption>;
