import type { Viewer } from "~/kit/data/access/viewer";
import { requireAttachment, saveAttachment } from "~/kit/data/attachments/attachments.server";
import { forgetPieces } from "~/kit/data/attachments/pieces.server";
import { Problem, problem } from "~/kit/ground/problem";
import { acceptPieces, acceptUpload } from "~/kit/page/http/accept-upload.server";

export const mostFiles = 20;

/** Keeps every good file of a posted form, those that came with it and those that came before it in pieces; each other is told in words. */
export async function receiveFiles(viewer: Viewer, request: Request): Promise<{ saved: string[]; refused: string[] }> {
  const upload = await acceptUpload(viewer, request, { files: mostFiles, tellFaults: true }).catch(inWords);
  if (typeof upload === "string") return { saved: [], refused: [upload] };
  const saved: string[] = [];
  const refused: string[] = [];
  const keep = async (work: () => Promise<string>) => {
    const done = await work().catch(inWords);
    if (/^[0-9a-f]{32}$/.test(done)) saved.push(done);
    else refused.push(done);
  };
  try {
    for (const id of upload.form.getAll("uploaded").map(String).slice(0, mostFiles))
      await keep(() => keepPieces(viewer, id));
    for (const file of upload.files)
      await keep(async () => {
        const fault = file.fault ?? (file.size === 0 ? `文件 ${file.name} 是空的，没有保存` : undefined);
        if (fault) throw problem.field("file", fault);
        return saveAttachment(viewer, file);
      });
  } finally {
    await upload.discard();
  }
  return saved.length + refused.length > 0 ? { saved, refused } : { saved, refused: ["请选择要上传的文件"] };
}

/** The same form sent twice finds the file that the first has kept. */
async function keepPieces(viewer: Viewer, uploadId: string): Promise<string> {
  const known = await requireAttachment(viewer, uploadId).catch(() => undefined);
  if (known) return known.fileUuid;
  const fileUuid = await saveAttachment(viewer, await acceptPieces(viewer, uploadId), uploadId);
  await forgetPieces(uploadId);
  return fileUuid;
}

function inWords(error: unknown): string {
  if (error instanceof Problem && error.reason === "field") return error.message;
  throw error;
}
