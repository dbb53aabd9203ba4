import { z } from "zod";
import { FILE_CRS } from "~/transit/geo/file-crs";
import { lineText, version } from "~/kit/page/forms/rules";

/** A reference as a person sends it: drawn by pasted coordinates, or by a file whose coordinates are put in their place. */
export const ReferenceForm = z.object({
  path: z.string({ error: "请上传文件，或粘贴坐标" }).trim().min(1, "请上传文件，或粘贴坐标"),
  crs: z.enum(FILE_CRS, { error: "请选择坐标系" }),
  referenceName: lineText(64).optional(),
  fileName: lineText(255).optional(),
  version,
});

export const ReferenceFields = ReferenceForm.extend({ path: z.string().optional(), file: z.string().optional() });
