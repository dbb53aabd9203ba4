import type { Transaction } from "kysely";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import type { SecurityEventKind } from "~/kit/data/access/security-event-kinds";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";

/** Says in a user's history and among the security events what was done about their logins; their record stays as it is. */
export async function noteOnUser(
  trx: Transaction<DB>,
  viewer: Viewer,
  userId: string,
  kind: SecurityEventKind,
  words: string,
): Promise<void> {
  const { version, userAccount } = await trx
    .selectFrom("appUser")
    .select(["version", "userAccount"])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  await recordChange(trx, viewer, {
    room: "users",
    key: userId,
    action: "update",
    version,
    after: { sessions: words },
  });
  await recordSecurityEvent(trx, viewer, kind, `${userAccount}：${words}`);
}
