import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { forgetPieces, takePieces } from "~/kit/data/attachments/pieces.server";
import { type ReceivedFile, receiveUpload, type Upload, type UploadLimits } from "~/kit/data/files/upload.server";
import { countUpload } from "~/kit/data/files/upload-rate.server";
import { scanFile } from "~/kit/ground/clamd.server";
import { log } from "~/kit/ground/log.server";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import type { KeptPieces } from "~/kit/page/forms/pieces-field";

interface AcceptedUploads extends UploadLimits {
  /** A file that clamd does not pass is gone and told by its `fault`, so that what was typed beside it is not lost. */
  tellFaults?: boolean;
}

export interface UploadWithPieces extends Upload {
  /** Leaves what came in pieces for the next try of a refused form, and says what it is. */
  keepPieces(): KeptPieces[];
}

/** The same for a form whose files may have come before it in pieces, where none came with it. */
export async function acceptWithPieces(
  viewer: Viewer,
  request: Request,
  limits: AcceptedUploads = {},
): Promise<UploadWithPieces> {
  const upload = await acceptUpload(viewer, request, limits);
  const ids =
    upload.files.length > 0
      ? []
      : upload.form
          .getAll("uploaded")
          .map(String)
          .slice(0, limits.files ?? 1);
  const pieces: (KeptPieces & { path: string })[] = [];
  let kept = false;
  for (const id of ids) {
    const taken = await attempt(() => acceptPieces(viewer, id));
    if (taken.ok) pieces.push({ id, name: taken.value.name, path: taken.value.path });
    else if (!limits.tellFaults) {
      await upload.discard();
      throw taken.problem;
    }
    const gone = { field: "file", name: "", path: "", size: 0, contentType: "", hash: "" };
    upload.files.push(taken.ok ? taken.value : { ...gone, fault: taken.problem.message });
  }
  return {
    ...upload,
    keepPieces() {
      kept = true;
      return pieces.filter((one) => existsSync(one.path)).map(({ id, name }) => ({ id, name }));
    },
    async discard() {
      await upload.discard();
      if (!kept) await Promise.all(pieces.map(({ id }) => forgetPieces(id)));
    },
  };
}

/** Receives what a person uploads, not more often than they may, each file passed by clamd where there is one. Throws problem.field as receiveUpload does. */
export async function acceptUpload(
  viewer: Viewer,
  request: Request,
  { tellFaults = false, ...limits }: AcceptedUploads = {},
): Promise<Upload> {
  const upload = await receiveUpload(request, limits);
  const tooOften = upload.files.length > 0 ? await countUpload(viewer) : undefined;
  if (!tooOften && !settings().CLAMAV_URL) return upload;
  for (const file of upload.files) {
    const fault = tooOften ?? (await findFault(viewer, file));
    if (!fault) continue;
    if (!tellFaults) {
      await upload.discard();
      throw problem.field(file.field, fault);
    }
    await rm(file.path);
    file.fault = fault;
  }
  return upload;
}

/** A file that has come in pieces, not asked for more often than may be, passed by clamd where there is one. Throws problem.field as takePieces does. */
export async function acceptPieces(viewer: Viewer, uploadId: string): Promise<ReceivedFile> {
  const tooOften = await countUpload(viewer);
  if (tooOften) throw problem.field("file", tooOften);
  const file = await takePieces(viewer, uploadId);
  const fault = settings().CLAMAV_URL && (await findFault(viewer, file));
  if (!fault) return file;
  if (fault !== unscanned) await forgetPieces(uploadId);
  throw problem.field("file", fault);
}

const unscanned = "现在不能检查文件有没有病毒，文件没有保存；请稍后再试，一直这样时请联系管理员";

/** Throws away a file that came another way than by upload and that clamd, where there is one, does not pass, and says why. */
export async function refuseUnscanned(
  viewer: Viewer,
  file: Pick<ReceivedFile, "path" | "name" | "size">,
): Promise<void> {
  const fault = settings().CLAMAV_URL ? await findFault(viewer, file) : undefined;
  if (!fault) return;
  await rm(file.path);
  throw new Error(fault);
}

async function findFault(
  viewer: Viewer,
  file: Pick<ReceivedFile, "path" | "name" | "size">,
): Promise<string | undefined> {
  const { requestId, userAccount } = viewer;
  try {
    const found = await scanFile(file.path);
    if (!found) return undefined;
    // What clamd says under AlertExceedsMax: it has not looked at all of the file.
    if (found.startsWith("Heuristics.Limits.Exceeded")) throw new Error(`clamd passed over a part: ${found}`);
    log.warn({ requestId, userAccount, found, size: file.size }, "upload refused by clamd");
    noteSecurityEvent(viewer, "upload-refused", `${file.name.slice(0, 100)}：${found}`);
    return `文件 ${file.name} 中发现病毒（${found}），没有保存`;
  } catch (error) {
    log.error({ err: error, requestId, userAccount, size: file.size }, "upload not scanned");
    return unscanned;
  }
}
