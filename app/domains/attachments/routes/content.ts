import { shownFile, shownTypes } from "~/kit/data/files/shown-file.server";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { may } from "../policy";
import { requireFile } from "../queries.server";

export const loader = page(may.read, async ({ viewer, request, params }) => {
  const { fileKey, contentType, mayOpen } = await requireFile(viewer, params.fileUuid ?? "");
  if (!mayOpen || !shownTypes.test(contentType)) throw problem.missing("预览");
  return shownFile(request, fileKey);
});
