import { z } from "zod";
import {
  code,
  keysToDelete,
  lat,
  lng,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
  whole,
} from "~/kit/page/forms/rules";
import { fileStates, standings } from "./words";

export const fileVersion = code("版本号", 16).regex(
  /^[\x21-\x7e]{1,16}$/,
  "版本号最多 16 个英文字母、数字或符号，不含空格",
);

export const FileFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  orgId: z.string().max(32).optional(),
  lineUuid: z.string().max(32).optional(),
  classifySid: z.string().max(32).optional(),
  versionUuid: z.string().max(32).optional(),
  state: oneOf(fileStates).optional(),
});
export type FileFilters = z.output<typeof FileFilters>;

export const FileRow = z.object({
  fileUuid: z.string(),
  classifySid: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  lineUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  versionUuid: z.string(),
  versionNum: z.string(),
  versionName: z.string(),
  fileVersion: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  nodeCount: z.number(),
  audioCount: z.number(),
  sizeBytes: z.number().nullable(),
  sha256: z.string().nullable(),
  crc32: z.string().nullable(),
  generatedAt: z.string().nullable(),
  generatedBy: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FileRow = z.output<typeof FileRow>;

export const FileAdd = z.strictObject({
  fileUuid: recordKey.optional(),
  classifySid: recordKey,
  versionUuid: recordKey,
  remark: text(255).nullish(),
});
export const FileUpdate = z.strictObject({
  fileUuid: recordKey,
  versionUuid: recordKey.optional(),
  remark: text(255).nullish(),
  /** Nodes are made anew from stations and path; those made by hand stay. */
  refresh: z.boolean().optional(),
  version,
});
export const FileCopy = z.strictObject({ fileUuid: recordKey, classifySid: recordKey.optional() });
export const FileKey = z.object({ fileUuid: recordKey });
export const FilesToDelete = keysToDelete("fileUuid", "线路文件");
export const FileGenerate = z.strictObject({ fileUuid: recordKey, fileVersion: fileVersion.nullish(), version });
export const FileDownload = z.strictObject({ fileUuid: recordKey, format: z.string().max(32).nullish() });
export const FileHistory = z
  .strictObject({ lineUuid: recordKey.optional(), classifySid: recordKey.optional() })
  .refine(({ lineUuid, classifySid }) => lineUuid ?? classifySid, {
    path: ["lineUuid"],
    message: "请给出线路主键 lineUuid 或线路分类主键 classifySid",
  });

const use = z.number().int().min(0).max(8);
const direction = z.union([z.literal(1), z.literal(2)], { error: "方向应为 1（上行）或 2（下行）" });
const language = z.enum(["zh", "yue", "en", "other"], { error: "语言应为 zh、yue、en 或 other" });
export const voiceUse = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
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
  [z.strictObject({ audioUuid: recordKey }), z.strictObject({ text: requiredText("要说的文字", 200) })],
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
export const LinkFilters = z
  .strictObject({ nodeUuid: recordKey.optional(), fileUuid: recordKey.optional(), voiceUse: voiceUse.optional() })
  .refine(({ nodeUuid, fileUuid }) => nodeUuid ?? fileUuid, {
    path: ["nodeUuid"],
    message: "请给出节点主键 nodeUuid 或线路文件主键 fileUuid",
  });
export const LinksToDelete = keysToDelete("linkUuid", "节点语音");

const TextFields = z.object({
  language,
  text: requiredText("文字", 200),
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

export const TreeNode = z.object({
  id: z.string(),
  pId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["org", "line", "classify"]),
  lineUuid: z.string().nullable(),
  classifySid: z.string().nullable(),
  standing: z.enum(standings.map(({ value }) => value)).nullable(),
  standingName: z.string().nullable(),
  /** The generated file in use, and the draft. */
  fileUuid: z.string().nullable(),
  fileVersion: z.string().nullable(),
  draftUuid: z.string().nullable(),
  changed: z.array(z.string()),
});
