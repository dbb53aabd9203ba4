import { z } from "zod";
import { code, keysToDelete, oneOf, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
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
export const FileSkipHearing = z.strictObject({ fileUuid: recordKey, reason: requiredText("原因", 200) });
export const FileDownload = z.strictObject({ fileUuid: recordKey, format: z.string().max(32).nullish() });
export const FileHistory = z
  .strictObject({ lineUuid: recordKey.optional(), classifySid: recordKey.optional() })
  .refine(({ lineUuid, classifySid }) => lineUuid ?? classifySid, {
    path: ["lineUuid"],
    message: "请给出线路主键 lineUuid 或线路分类主键 classifySid",
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
export type { NodeRow } from "./node-schema";
