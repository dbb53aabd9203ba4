import { z } from "zod";
import { keyOf, recordKey, text, version } from "~/kit/page/forms/rules";
import { fileVersion } from "./schema";

export const NewFileForm = z.object({
  classifySid: keyOf("线路分类"),
  versionUuid: keyOf("公共语音版本"),
  remark: text(255).optional(),
});
export const EditFileForm = z.object({
  versionUuid: keyOf("公共语音版本"),
  remark: text(255).nullish(),
  version,
});
export const CopyFileForm = z.object({ classifySid: keyOf("线路分类") });
export const GenerateForm = z.object({ fileVersion, version });
export const BatchForm = z.object({
  scope: z.enum(["outdated", "missing", "draft", "all"], { error: "请选择范围" }).default("outdated"),
  orgId: recordKey.nullish(),
  versionUuid: recordKey.nullish(),
});
