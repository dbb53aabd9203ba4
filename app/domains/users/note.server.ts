import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";

/** Says in a user's history what was done about their logins; their record stays as it is. */
export async function noteOnUser(trx: Transaction<DB>, viewer: Viewer, userId: string, words: string): Promise<void> {
  const { version } = await trx
    .selectFrom("appUser")
    .select("version")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  await recordChange(trx, viewer, {
    room: "users",
    key: userId,
    action: "update",
    version,
    after: { sessions: words },
  });
}
