import { rm } from "node:fs/promises";
import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { deleteFile, putFile } from "~/kit/data/files/files.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { type ImportLife, refuseMany, takePlace } from "./import-life.server";

export type TakenFile = Pick<ReceivedFile, "path" | "name" | "size" | "contentType">;

/** Takes a file in (the one at `path` is moved) and answers the import's key; `write` makes the row, and puts a job that reads it into the queue, in one transaction. */
export async function beginImport(
  life: ImportLife,
  viewer: Viewer,
  { path, name, size, contentType }: TakenFile,
  write: (
    trx: Transaction<DB>,
    row: Record<"importId" | "fileName" | "fileKey" | "createdBy" | "createdByName", string> & { fileSize: number },
  ) => Promise<unknown>,
): Promise<string> {
  await refuseMany(life, viewer).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  const fileKey = await putFile(path, { name, contentType, createdBy: viewer.userId });
  const importId = newKey();
  const { userId: createdBy, userName: createdByName } = viewer;
  try {
    await inTransaction(async (trx) => {
      await takePlace(trx, life, viewer);
      await write(trx, { importId, fileName: name, fileKey, fileSize: size, createdBy, createdByName });
    });
  } catch (error) {
    await deleteFile(fileKey);
    throw error;
  }
  return importId;
}
