import { sql } from "kysely";
import { refuseUnreachable } from "~/domains/roles/queries.server";
import { endSession } from "~/kit/data/access/session.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { noteOnUser } from "./note.server";

export interface OnlineSession {
  sessionId: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** A user's sessions that are live now, the last used first; what they are known by, never their tokens. */
export async function sessionsOf(userId: string): Promise<OnlineSession[]> {
  const idle = `${settings().SESSION_IDLE_HOURS} hours`;
  const found = await sql<OnlineSession>`
    select session_id, address, user_agent, created_at, last_seen_at from session
    where user_id = ${userId} and ended_at is null and expires_at > now() and last_seen_at > now() - ${idle}::interval
    order by last_seen_at desc, session_id desc limit 200`.execute(db());
  return found.rows;
}

export async function endSessions(viewer: Viewer, userId: string, sessionId?: string): Promise<number> {
  const live = (await sessionsOf(userId)).filter((session) => !sessionId || session.sessionId === sessionId);
  if (sessionId && live.length === 0) throw problem.missing("登录");
  await inTransaction(async (trx) => {
    await refuseUnreachable(trx, viewer, [userId]);
    if (live.length === 0) return;
    const from = live.map(({ address }) => address ?? "未知地址").join("、");
    await noteOnUser(trx, viewer, userId, "session-ended", `结束了来自 ${from} 的登录`);
  });
  for (const session of live) await endSession(session.sessionId, "ended-by-administrator");
  return live.length;
}

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/([\d]+)/, "Edge"],
  [/MicroMessenger\/([\d]+)/, "微信"],
  [/(?:Firefox|FxiOS)\/([\d]+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/([\d]+)/, "Chrome"],
  [/Version\/([\d]+).* Safari/, "Safari"],
];
const systems: [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** A browser and system by their usual names; what calls itself otherwise, as it does. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return "未知";
  const browser = browsers.map(([sign, name]) => [name, sign.exec(userAgent)?.[1]] as const).find(([, major]) => major);
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  return browser ? [browser.join(" "), system].filter(Boolean).join("，") : userAgent;
}
