import { z } from "zod";
import {
  keysToDelete,
  lat,
  lng,
  recordKey,
  requiredLines,
  requiredText,
  text,
  version,
  whole,
} from "~/kit/page/forms/rules";

const use = z.number().int().min(0).max(8);
const direction = z.union([z.literal(1), z.literal(2)], { error: "方向应为 1（上行）或 2（下行）" });
const language = z.enum(["zh", "yue", "en", "other"], { error: "语言应为 zh、yue、en 或 other" });
const voiceUse = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
  error: "节点语音用途应为 1 进站内音、2 进站外音、3 出站内音或 4 出站外音",
});
const serial = whole(1, 2000);
const extra = z.record(z.string().regex(/^\w{1,32}$/, "列代码应为字母、数字和下划线"), text(200).nullable());

const NodeFields = z.object({
  nodeTypeUuid: recordKey,
  name: requiredText("节点名称", 64),
  lng: lng.optional(),
  lat: lat.optional(),
  distance: z.number().min(0, "离起点的距离不能小于 0").max(400_000, "离起点最多 400000 米").optional(),
  azimuth: whole(0, 359).nullish(),
  radius: whole(10, 500).nullish(),
  limitSpeed: whole(5, 120).nullish(),
  isBroadcast: z.boolean().optional(),
  isReport: z.boolean().optional(),
  extra: extra.optional(),
});
export const NodeAdd = z.strictObject({
  fileUuid: recordKey,
  nodeUuid: recordKey.optional(),
  direction,
  ...NodeFields.shape,
  version,
});
export const NodeUpdate = z.strictObject({ nodeUuid: recordKey, ...NodeFields.partial().shape, version });
export type NodeChange = Omit<z.output<typeof NodeUpdate>, "nodeUuid" | "version">;
export type NewNode = Omit<z.output<typeof NodeAdd>, "fileUuid" | "version">;
export const NodesToDelete = keysToDelete("nodeUuid", "节点");
export const NodeFilters = z.strictObject({ fileUuid: recordKey, direction: direction.optional() });

export const NodeRow = z.object({
  nodeUuid: z.string(),
  fileUuid: z.string(),
  direction: z.number(),
  serial: z.number(),
  nodeTypeUuid: z.string(),
  typeName: z.string(),
  use,
  event: z.number().nullable(),
  staUuid: z.string().nullable(),
  staSerial: z.number().nullable(),
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  azimuth: z.number().nullable(),
  radius: z.number().nullable(),
  /** Metres along the path. */
  distance: z.number(),
  limitSpeed: z.number().nullable(),
  isBroadcast: z.boolean(),
  isReport: z.boolean(),
  byHand: z.boolean(),
  extra: z.record(z.string(), z.unknown()),
  /** Of its file. */
  version: z.number(),
});
export type NodeRow = z.output<typeof NodeRow>;

const PlayItem = z.union(
  [z.strictObject({ audioUuid: recordKey }), z.strictObject({ text: requiredLines("要说的文字", 200) })],
  { error: "每一项给出语音主键 audioUuid，或 1 到 200 个字的 text" },
);
export const PlaylistSet = z.strictObject({
  nodeUuid: recordKey,
  voiceUse,
  voiceType: z.union([z.literal(1), z.literal(2)], { error: "节点语音类型应为 1 普通或 2 TTS" }).optional(),
  items: z.array(PlayItem).max(20, "一个节点的一路语音最多 20 段"),
  version,
});
export const LinkRow = z.object({
  linkUuid: z.string(),
  nodeUuid: z.string(),
  voiceUse: z.number(),
  voiceType: z.number(),
  order: z.number(),
  audioUuid: z.string().nullable(),
  audioNum: z.string().nullable(),
  audioName: z.string().nullable(),
  text: z.string().nullable(),
});
const ofNodes = z.strictObject({ nodeUuid: recordKey.optional(), fileUuid: recordKey.optional() });
const named = ({ nodeUuid, fileUuid }: z.output<typeof ofNodes>) => Boolean(nodeUuid ?? fileUuid);
const namedError = { path: ["nodeUuid"], message: "请给出节点主键 nodeUuid 或线路文件主键 fileUuid" };
export const TextFilters = ofNodes.refine(named, namedError);
export const LinkFilters = ofNodes.extend({ voiceUse: voiceUse.optional() }).refine(named, namedError);
export const LinksToDelete = keysToDelete("linkUuid", "节点语音");

const TextFields = z.object({
  language,
  text: requiredLines("文字", 200),
  seconds: whole(1, 60),
});
export const TextAdd = z.strictObject({
  nodeUuid: recordKey,
  linkUuid: recordKey.optional(),
  ...TextFields.shape,
  language: language.default("zh"),
  seconds: whole(1, 60).default(5),
  order: serial.max(20, "请输入 1 到 20 的整数").optional(),
  version,
});
export const TextUpdate = z.strictObject({ linkUuid: recordKey, ...TextFields.partial().shape, version });
export const TextRow = z.object({
  linkUuid: z.string(),
  nodeUuid: z.string(),
  language: z.string(),
  order: z.number(),
  text: z.string(),
  seconds: z.number(),
});
