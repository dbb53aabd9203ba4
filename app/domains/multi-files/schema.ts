import { z } from "zod";
import { chosenNumber, code, keysToDelete, oneOf, recordKey, requiredText, text } from "~/kit/page/forms/rules";

/** What can be issued beside line files. */
export const fileKinds = [
  { value: 5, label: "多媒体文件" },
  { value: 1, label: "固件" },
  { value: 3, label: "系统配置" },
  { value: 4, label: "公共语音" },
] as const;

export const FileFilters = z.object({
  catalogUuid: z.string().max(32).optional(),
  kind: chosenNumber,
  orgId: z.string().max(32).optional(),
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
});
export type FileFilters = z.output<typeof FileFilters>;

export const FileRow = z.object({
  multiUuid: z.string(),
  catalogUuid: z.string().nullable(),
  catalogName: z.string().nullable(),
  kind: z.number(),
  kindName: z.string(),
  fileNo: z.string(),
  fileName: z.string(),
  fileVersion: z.string(),
  modelUuid: z.string().nullable(),
  modelNum: z.string().nullable(),
  orgId: z.string(),
  orgName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  md5: z.string(),
  sha256: z.string(),
  crc32: z.string(),
  remark: z.string().nullable(),
  createdAt: z.string(),
  version: z.number(),
});
export type FileRow = z.output<typeof FileRow>;

const printable = /^[\x21-\x7e]*$/;
const plain = (label: string, most: number) =>
  code(label, most).regex(printable, `${label}只能用英文字母、数字和符号，不含空格`);

export const FileForm = z.object({
  kind: oneOf(fileKinds),
  fileNo: plain("编号", 32),
  fileVersion: plain("版本", 16),
  fileName: text(64).optional(),
  catalogUuid: recordKey.optional(),
  modelUuid: recordKey.optional(),
  orgId: recordKey.optional(),
  remark: text(255).optional(),
  file: z.any().optional(),
});
export type FileValues = Omit<z.output<typeof FileForm>, "file">;

export const CatalogAdd = z.strictObject({
  catalogUuid: recordKey.optional(),
  pid: recordKey.nullish(),
  name: requiredText("目录名称", 32),
  sort: z.number().int().min(0).max(9999).optional(),
});
export type CatalogValues = z.output<typeof CatalogAdd>;

export const CatalogNode = z.object({
  catalogUuid: z.string(),
  pid: z.string().nullable(),
  name: z.string(),
  sort: z.number(),
  files: z.number(),
});
export type CatalogNode = z.output<typeof CatalogNode>;

export const CatalogsToDelete = keysToDelete("catalogUuid", "文件目录");
export const FilesToDelete = keysToDelete("multiUuid", "文件");
