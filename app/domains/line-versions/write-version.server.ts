import { sql, type Transaction } from "kysely";
import { type Author, type Change, recordChange } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { type DirectionContent, stationsOf } from "./content.server";
import { snapshotOf } from "./snapshot.server";
import type { VersionRow } from "./version-rows";

type Kept = Partial<Pick<Change, "action" | "before" | "after">>;

/** Writes columns of a version under the next number of its variant, and what history keeps of the change. */
export async function writeVersion(
  trx: Transaction<DB>,
  author: Author,
  { versionUuid, classifySid }: Pick<VersionRow, "versionUuid" | "classifySid">,
  set: Record<string, unknown>,
  kept: Kept,
): Promise<void> {
  const version = await nextNumber(trx, classifySid);
  await trx
    .updateTable("lineVersion")
    .set({ ...set, version })
    .where("versionUuid", "=", versionUuid)
    .execute();
  await recordVersion(trx, author, { key: versionUuid, action: "update", version, ...kept });
}

/** Columns of a version whose content or time somebody changes. */
export const changedBy = (author: Author) => ({ updatedAt: sql<Date>`now()`, updatedBy: author.userId });

/** Marks a version deleted and keeps what it held in history. */
export async function removeVersion(
  trx: Transaction<DB>,
  author: Author,
  row: VersionRow,
  content: readonly DirectionContent[],
): Promise<void> {
  await writeVersion(
    trx,
    author,
    row,
    { deletedAt: sql`now()`, deletedBy: author.userId, ...changedBy(author) },
    { action: "delete", before: snapshotOf(row, content, await stationsOf(trx, content)) },
  );
}

export async function recordVersion(trx: Transaction<DB>, author: Author, change: Omit<Change, "room">): Promise<void> {
  await recordChange(trx, author, { room: "lines", ...change });
}

/** The next version number of a variant; no number of it is ever used twice, whatever was discarded. */
export async function nextNumber(trx: Transaction<DB>, classifySid: string): Promise<number> {
  const found = await sql<{
    next: number;
  }>`select coalesce(max(version), 0) + 1 as next from line_version where classify_sid = ${classifySid}`.execute(trx);
  return found.rows[0]!.next;
}
