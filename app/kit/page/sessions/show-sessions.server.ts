import { liveSessions } from "~/kit/data/access/live-sessions.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { nameBrowser } from "~/kit/ground/browser-name";
import type { ShownSession } from "./session-table";

/** A user's live sessions as SessionTable shows them to the viewer. */
export async function showSessions(userId: string, viewer: Viewer): Promise<ShownSession[]> {
  const zone = settings().OPERATOR_TIME_ZONE;
  const live = await liveSessions(userId);
  return live.map(({ sessionId, kind, address, userAgent, createdAt, lastSeenAt }) => ({
    sessionId,
    kind: kind === "call" ? "接口令牌" : "网页",
    address: !address || address === "unknown" ? "未知" : address,
    browser: nameBrowser(userAgent),
    since: formatTime(createdAt, zone),
    lastSeen: formatTime(lastSeenAt, zone),
    own: sessionId === viewer.sessionId,
  }));
}
