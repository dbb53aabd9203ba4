import { sql } from "kysely";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { requireFreshPassword } from "./fresh-password.server";
import { recordSecurityEvent } from "./security-events.server";
import type { Viewer } from "./viewer";

export interface LiveSession {
  sessionId: string;
  kind: "page" | "call";
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** A user's sessions that are live now, the last used first; what they are known by, never their tokens. */
export async function liveSessions(userId: string): Promise<LiveSession[]> {
  const found = await sql<LiveSession>`
    select session_id, kind, address, user_agent, created_at, last_seen_at from session
    where user_id = ${userId} and ${isLive()} order by last_seen_at desc, session_id desc limit 200`.execute(db());
  return found.rows;
}

/** Ends another live session of the viewer, who has given the password lately, or all others; answers how many there were. */
export async function endOwnSessions(viewer: Viewer, sessionId?: string): Promise<number> {
  requireFreshPassword(viewer);
  return inTransaction(async (trx) => {
    const { rows } = await sql<{ sessionId: string; address: string | null }>`
      update session set ended_at = now(), end_reason = 'ended-by-owner'
      where user_id = ${viewer.userId} and session_id <> ${viewer.sessionId} and ${isLive()}
        and (${sessionId ?? null}::text is null or session_id = ${sessionId ?? null}) returning session_id, address`.execute(
      trx,
    );
    if (rows.length === 0) return 0;
    const keys = rows.map((row) => row.sessionId);
    await trx.deleteFrom("sessionTab").where("sessionId", "in", keys).execute();
    const from = rows.map(({ address }) => address ?? "未知地址").join("、");
    await recordSecurityEvent(trx, viewer, "session-ended", `本人结束了来自 ${from} 的登录`);
    return rows.length;
  });
}

const isLive = () =>
  sql`ended_at is null and expires_at > now() and last_seen_at > now() - ${`${settings().SESSION_IDLE_HOURS} hours`}::interval`;
