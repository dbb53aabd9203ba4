import { db, inTransaction } from "~/kit/data/db/pool.server";
import { reorder } from "./tabs.server";

const mostShortcuts = 16;
const shortcutsFull = "已添加满了,请移除不必要的菜单后再尝试添加";

export async function shortcutsOf(sessionId: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("sessionShortcut")
    .select("path")
    .where("sessionId", "=", sessionId)
    .orderBy("position")
    .orderBy("path")
    .execute();
  return rows.map((row) => row.path);
}

/** Adds a shortcut; answers the specification's warning when sixteen are there. */
export async function addShortcut(sessionId: string, path: string): Promise<string | undefined> {
  return inTransaction(async (trx) => {
    await trx.selectFrom("session").select("sessionId").where("sessionId", "=", sessionId).forUpdate().execute();
    const rows = await trx
      .selectFrom("sessionShortcut")
      .select(["path", "position"])
      .where("sessionId", "=", sessionId)
      .orderBy("position")
      .execute();
    if (rows.some((row) => row.path === path)) return undefined;
    if (rows.length >= mostShortcuts) return shortcutsFull;
    await trx
      .insertInto("sessionShortcut")
      .values({ sessionId, path, position: (rows.at(-1)?.position ?? 0) + 1 })
      .execute();
    return undefined;
  });
}

export async function removeShortcut(sessionId: string, path: string): Promise<void> {
  await db().deleteFrom("sessionShortcut").where("sessionId", "=", sessionId).where("path", "=", path).execute();
}

export function moveShortcut(sessionId: string, path: string, to: number): Promise<void> {
  return reorder("session_shortcut", sessionId, path, to);
}
