import { shownFile } from "~/kit/data/files/shown-file.server";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { may } from "../policy";
import { requireFile } from "../queries.server";
import { findPreview } from "../preview.server";

export const loader = page(may.read, async ({ viewer, request, params }) => {
  const file = await requireFile(viewer, params.fileUuid ?? "");
  const { shown, why } = await findPreview(file);
  if (!shown) throw problem.missing("预览", { words: why });
  return shownFile(request, file.fileKey);
});
