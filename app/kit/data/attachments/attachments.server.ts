import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
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

/** What holds a file where no column of a table refers to it. */
export interface FileHolder {
  room: string;
  key: string;
  /** What a person calls such a holder: 导入. */
  label: string;
  title: string;
  href?: string;
  /** Who may open the holder; anyone signed in where nothing is said. */
  permission?: string;
  orgId?: string | null;
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

/** Says that something holds an attachment, which then is neither deleted nor swept; a second time renews the words. Throws problem.missing. */
export async function holdFile(
  trx: Transaction<DB>,
  fileUuid: string,
  { room, key, label, title, href, permission, orgId }: FileHolder,
): Promise<void> {
  const words = { label, title, href: href ?? null, permission: permission ?? null, orgId: orgId ?? null };
  await trx
    .insertInto("fileHolder")
    .values({ ...words, fileKey: fileUuid, room, recordKey: key })
    .onConflict((known) => known.columns(["fileKey", "room", "recordKey"]).doUpdateSet(words))
    .execute()
    .catch((error: unknown) => {
      throw sqlState(error) === "23503" ? problem.missing("附件") : error;
    });
}

/** Says that something holds an attachment no more; left unused it is swept after some days. */
export async function releaseFile(
  trx: Transaction<DB>,
  fileUuid: string,
  { room, key }: Pick<FileHolder, "room" | "key">,
): Promise<void> {
  await trx
    .deleteFrom("fileHolder")
    .where("fileKey", "=", fileUuid)
    .where("room", "=", room)
    .where("recordKey", "=", key)
    .execute();
  await trx
    .updateTable("storedFile")
    .set({ releasedAt: sql`now()` })
    .where("fileKey", "=", fileUuid)
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
