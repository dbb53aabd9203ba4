import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { putFile } from "~/kit/data/files/files.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";

export const mayRead = "attachment.read";

export interface Attachment {
  /** The same as `fileKey`, as calls name it. */
  fileUuid: string;
  fileKey: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 in hex. */
  hash: string | null;
}

/** Keeps a received file as an attachment of its uploader and answers its fileUuid. */
export function saveAttachment(
  viewer: Viewer,
  { path, name, contentType, hash }: Pick<ReceivedFile, "path" | "name" | "contentType" | "hash">,
  fileUuid?: string,
): Promise<string> {
  return putFile(path, { name, contentType, hash, createdBy: viewer.userId, fileKey: fileUuid, isAttachment: true });
}

/** An attachment for its uploader and for who may read those of its organisation; throws problem.missing. */
export async function requireAttachment(viewer: Viewer, fileUuid: string): Promise<Attachment> {
  const row = await db()
    .selectFrom("storedFile")
    .select(["fileKey", "fileName", "contentType", "sizeBytes", "hash"])
    .where("fileKey", "=", fileUuid)
    .where("isAttachment", "=", true)
    .where(
      sql<boolean>`(created_by = ${viewer.userId} or ${allows(viewer, mayRead)} and ${inScope(viewer, sql`org_id`)})`,
    )
    .executeTakeFirst();
  if (!row) throw problem.missing("附件");
  const { sizeBytes: size, ...facts } = row;
  return { ...facts, fileUuid: row.fileKey, size };
}

/** Begins the days after which a file is swept that nothing holds any more. */
export async function releaseFile(on: Database, fileKey: string): Promise<void> {
  await on
    .updateTable("storedFile")
    .set({ releasedAt: sql`now()` })
    .where("fileKey", "=", fileKey)
    .execute();
}

export async function isAttachment(fileKey: string): Promise<boolean> {
  const found = await db()
    .selectFrom("storedFile")
    .select("isAttachment")
    .where("fileKey", "=", fileKey)
    .executeTakeFirst();
  return found?.isAttachment ?? false;
}
