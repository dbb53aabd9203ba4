import { refuseUnreachable } from "~/domains/roles/queries.server";
import { liveSessions } from "~/kit/data/access/live-sessions.server";
import { endSession } from "~/kit/data/access/session.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { noteOnUser } from "./note.server";

export async function endSessions(viewer: Viewer, userId: string, sessionId?: string): Promise<number> {
  const live = (await liveSessions(userId)).filter((session) => !sessionId || session.sessionId === sessionId);
  if (sessionId && live.length === 0) throw problem.missing("登录");
  await inTransaction(async (trx) => {
    await refuseUnreachable(trx, viewer, [userId]);
    if (live.length === 0) return;
    const from = live.map(({ address }) => address ?? "未知地址").join("、");
    await noteOnUser(trx, viewer, userId, "session-ended", `结束了来自 ${from} 的登录`);
  });
  for (const session of live) await endSession(session.sessionId, "ended-by-administrator", viewer.userId);
  return live.length;
}
