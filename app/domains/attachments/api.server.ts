import { z } from "zod";
import { requireAttachment, saveAttachment } from "~/kit/data/attachments/attachments.server";
import { cancelPieces, unfinishedOf } from "~/kit/data/attachments/pieces.server";
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

const Unfinished = z.object({
  uploadId: z.string().meta({ title: "上传的主键" }),
  fileName: z.string(),
  size: z.number(),
  received: z.number().meta({ title: "已传字节" }),
  at: z.string(),
});
const CancelUnfinished = Unfinished.pick({ uploadId: true });

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
  "v1.0/unfinished": endpoint("signed-in", z.object({}), z.array(Unfinished), async (viewer) =>
    (await unfinishedOf(viewer)).map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
  ),
  "v1.0/cancelUnfinished": endpoint("signed-in", CancelUnfinished, z.null(), async (viewer, { uploadId }) => {
    await cancelPieces(viewer, uploadId);
    return null;
  }),
});
