import { type Framed, readFramed } from "~/kit/data/access/framed.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { navigationOf } from "./navigation.server";

/** What the frame of the page at `path` shows of a session, as it was read with the session or else now. */
export async function frameRows(
  session: Extract<SessionState, { state: "live" }>,
  path: string,
  appCode: string | null,
): Promise<Framed & { menu: ResourceNode[] }> {
  const [framed, menu] = await Promise.all([
    session.framed ?? readFramed(session.viewer.sessionId, path),
    navigationOf(session, appCode ?? session.viewer.appCode),
  ]);
  return { ...framed, menu };
}
