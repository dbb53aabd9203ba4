import { attachment } from "~/kit/data/files/attachment.server";
import { openFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { may } from "../policy";
import { requireFile } from "../queries.server";

export const loader = page(may.read, async ({ viewer, params }) => {
  const { fileKey, mayOpen } = await requireFile(viewer, params.fileUuid ?? "");
  if (!mayOpen) throw problem.forbidden();
  const { stream, ...facts } = await openFile(fileKey);
  return attachment(stream, facts);
});
