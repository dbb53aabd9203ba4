import { recordChange } from "~/kit/data/db/history.server";
import type { Database } from "~/kit/data/db/pool.server";
import type { Viewer } from "./viewer";

/** Notes in the history of people what somebody changed of their own record, `version` being the one it has now. */
export function recordOwnChange(
  trx: Database,
  viewer: Viewer,
  version: number,
  sides: { before?: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  return recordChange(trx, viewer, { room: "users", key: viewer.userId, action: "update", version, ...sides });
}
