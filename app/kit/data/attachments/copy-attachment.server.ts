import { copyFile } from "node:fs/promises";
import { localPath, withLocalFile } from "~/kit/data/files/files.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { requireAttachment } from "./attachments.server";

/** A copy of an attachment as if it had just been uploaded, for whoever takes a received file on; throws problem.missing. */
export async function copyAttachment(viewer: Viewer, fileUuid: string): Promise<ReceivedFile> {
  const { fileKey, fileName: name, contentType, size, hash } = await requireAttachment(viewer, fileUuid);
  const path = await localPath();
  await withLocalFile(fileKey, (kept) => copyFile(kept, path));
  return { field: "fileUuid", name, path, size, contentType, hash: hash ?? "" };
}
