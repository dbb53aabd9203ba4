import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordOwnChange } from "~/kit/data/access/own-change.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { checkPicture, putPicture } from "~/kit/data/files/picture.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { pictureLimits } from "~/kit/ground/files/limits";

/** Keeps a picture as the viewer's avatar; throws problem.field for what is none. */
export async function saveAvatar(viewer: Viewer, file: ReceivedFile): Promise<void> {
  await checkPicture(file, pictureLimits.avatarBytes);
  await replaceAvatar(viewer, await putPicture(file, viewer.userId));
}

export function removeAvatar(viewer: Viewer): Promise<void> {
  return replaceAvatar(viewer, null);
}

async function replaceAvatar(viewer: Viewer, avatarKey: string | null): Promise<void> {
  const before = await inTransaction(async (trx) => {
    const user = await trx
      .selectFrom("appUser")
      .select(["avatarKey", "version"])
      .where("userId", "=", viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("appUser")
      .set({ avatarKey, version: user.version + 1, updatedAt: sql`now()`, updatedBy: viewer.userId })
      .where("userId", "=", viewer.userId)
      .execute();
    await recordOwnChange(trx, viewer, user.version + 1, {
      before: { avatarKey: user.avatarKey },
      after: { avatarKey },
    });
    return user.avatarKey;
  });
  if (before && before !== avatarKey) await deleteFile(before);
}

export async function avatarKeyOf(userId: string): Promise<string | null> {
  const row = await db()
    .selectFrom("appUser")
    .select("avatarKey")
    .where("userId", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row?.avatarKey ?? null;
}
