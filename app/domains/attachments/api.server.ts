import { z } from "zod";
import { requireAttachment, saveAttachment } from "~/kit/data/attachments/attachments.server";
import { problem } from "~/kit/ground/problem";
import { keysToDelete } from "~/kit/page/forms/rules";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { may } from "./policy";
import { listFiles, removeFiles } from "./queries.server";
import { FileRow, fileTable } from "./table";

const Uploaded = FileRow.pick({
  fileUuid: true,
  fileKey: true,
  fileName: true,
  contentType: true,
  size: true,
  hash: true,
});
const Holders = z.array(z.object({ label: z.string(), title: z.string().nullable(), href: z.string().optional() }));

const removeByIds = endpoint(may.remove, keysToDelete("fileUuid", "附件"), z.null(), async (viewer, keys) => {
  await removeFiles(viewer, keys);
  return null;
});

export const attachmentApi = api("/api/sys-attachment-file", {
  upload: endpoint(may.write, z.object({}).strict(), Uploaded, async (viewer, _, { request }) => {
    const { files, discard } = await acceptUpload(viewer, request);
    try {
      const [file] = files;
      if (!file) throw problem.field("file", "请选择要上传的文件");
      return await requireAttachment(viewer, await saveAttachment(viewer, file));
    } finally {
      await discard();
    }
  }),
  "v1.0/pageList": endpoint(
    may.read,
    pageListRequest(fileTable),
    pageListReply(FileRow.extend({ holders: Holders })),
    (viewer, state) => pageListOf(state, listFiles(viewer, state)),
  ),
  removeByIds,
  "v1.0/removeByIds": removeByIds,
});
