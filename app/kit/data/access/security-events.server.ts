import { log } from "~/kit/ground/log.server";
import { sql } from "kysely";
import type { AgingRows } from "~/kit/data/db/old-rows.server";
import { db, type Database } from "~/kit/data/db/pool.server";
import type { SecurityEventKind } from "./security-event-kinds";
import { shortHash } from "./short-hash";
import type { Viewer } from "./viewer";

export type EventActor = Partial<
  Pick<Viewer, "userId" | "userAccount" | "userName" | "sessionId" | "address" | "requestId">
>;

/** Adds one event; in a transaction it stands only where the change does. */
export async function recordSecurityEvent(
  on: Database,
  actor: EventActor,
  kind: SecurityEventKind,
  detail = "",
): Promise<void> {
  const { userId, userAccount, userName, sessionId, address, requestId } = actor;
  const session = sessionId ? shortHash(sessionId) : null;
  log.info({ kind, user: userAccount, session, address, requestId, detail }, "security event");
  await on
    .insertInto("securityEvent")
    .values({
      kind,
      userId: userId ?? null,
      userAccount: userAccount?.slice(0, 64) ?? null,
      userName: userName ?? null,
      session,
      address: address ?? null,
      requestId: requestId ?? null,
      detail: detail.slice(0, 500),
    })
    .execute();
}

/** The same beside an answer that does not wait for it: what cannot be written is in the log. */
export function noteSecurityEvent(actor: EventActor, kind: SecurityEventKind, detail?: string): void {
  const noted = async () => recordSecurityEvent(db(), actor, kind, detail);
  noted().catch((error: unknown) =>
    log.error({ err: error, kind, requestId: actor.requestId }, "security event not recorded"),
  );
}

/** What was asked for, without the query: it holds what people search for. */
export const nameRequest = (request: Request): string => `${request.method} ${new URL(request.url).pathname}`;

/** The database itself refuses to drop those of the last half year. */
export const oldSecurityEvents: AgingRows = {
  table: "security_event",
  months: "SECURITY_EVENT_MONTHS",
  where: (before) => sql`at < ${before}`,
};
