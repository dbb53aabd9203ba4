import { rm } from "node:fs/promises";
import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { copyAttachment } from "~/kit/data/attachments/copy-attachment.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { attempt, Problem } from "~/kit/ground/problem";
import { recordKey } from "~/kit/page/forms/rules";
import { endpoint } from "~/kit/page/http/api.server";
import { type ImportFacts, type ImportState, importStates } from "./import-states";

export const ImportKey = z.object({ importUuid: recordKey });

const states = Object.keys(importStates) as [ImportState, ...ImportState[]];
export const ImportReply = z.object({
  importUuid: z.string(),
  fileName: z.string(),
  fileSize: z.number().describe("字节"),
  state: z.enum(states),
  stateName: z.string(),
  progress: z.number().describe("0 到 1"),
  phase: z.string(),
  error: z.string().nullable(),
  createdByName: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

type ListedImport = Omit<ImportFacts, "preview" | "result">;

export const tellImport = (row: ListedImport): z.output<typeof ImportReply> => ({
  importUuid: row.importId,
  fileName: row.fileName,
  fileSize: row.fileSize,
  state: row.state,
  stateName: importStates[row.state],
  progress: row.progress,
  phase: row.phase,
  error: row.error,
  createdByName: row.createdByName,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Makes the calls that change an import and answer how it stands. */
export const importChanges =
  (permission: string, find: (viewer: Viewer, importUuid: string) => Promise<ListedImport>) =>
  <Form extends z.ZodObject>(
    Sent: Form,
    work: (viewer: Viewer, importUuid: string, sent: z.output<Form>) => Promise<unknown>,
  ) =>
    endpoint(permission, ImportKey.extend(Sent.shape), ImportReply, async (viewer, asked) => {
      const { importUuid, ...sent } = asked as z.output<typeof ImportKey> & z.output<Form>;
      await find(viewer, importUuid);
      await work(viewer, importUuid, sent as z.output<Form>);
      return tellImport(await find(viewer, importUuid));
    });

/** Begins an import with copies of attachments; what is wrong with a file is told at `path`. */
export async function startWithAttachments<T>(
  viewer: Viewer,
  fileUuids: readonly string[],
  path: string,
  start: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const files: ReceivedFile[] = [];
  try {
    for (const fileUuid of fileUuids) files.push(await copyAttachment(viewer, fileUuid));
    const begun = await attempt(() => start(files));
    if (begun.ok) return begun.value;
    const { reason, message, errors } = begun.problem;
    throw new Problem(
      reason,
      message,
      errors.map((error) => (error.path === "file" ? { ...error, path } : error)),
    );
  } finally {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  }
}
