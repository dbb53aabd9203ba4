import { sql } from "kysely";
import { db, inTransaction } from "~/kit/data/db/pool.server";

export const mostShortcuts = 16;
const shortcutsFull = "已添加满了,请移除不必要的菜单后再尝试添加";

/** The addresses that a person has in their quick menu, in order; the same in all their sessions. */
export async function shortcutsOf(userId: string): Promise<string[]> {
  const found = await db()
    .selectFrom("appUser")
    .select("shortcuts")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return found.shortcuts as string[];
}

/** Adds a shortcut; answers the specification's warning when sixteen are there. */
export async function addShortcut(userId: string, path: string): Promise<string | undefined> {
  return changeShortcuts(userId, (paths) => (paths.includes(path) ? paths : [...paths, path]));
}

export async function removeShortcut(userId: string, path: string): Promise<void> {
  await changeShortcuts(userId, (paths) => paths.filter((known) => known !== path));
}

export async function moveShortcut(userId: string, path: string, to: number): Promise<void> {
  await changeShortcuts(userId, (paths) => {
    if (!paths.includes(path)) return paths;
    const rest = paths.filter((known) => known !== path);
    rest.splice(Math.min(to, rest.length), 0, path);
    return rest;
  });
}

/** Has the `chosen` ones of `offered` in the quick menu, the new ones last; the others stay as they are. */
export async function chooseShortcuts(
  userId: string,
  offered: string[],
  chosen: ReadonlySet<string>,
): Promise<string | undefined> {
  return changeShortcuts(userId, (paths) => [
    ...paths.filter((path) => chosen.has(path) || !offered.includes(path)),
    ...offered.filter((path) => chosen.has(path) && !paths.includes(path)),
  ]);
}

/** Keeps whether the titles stand under the pictures; a look, so it has no history. */
export async function showShortcutTitles(userId: string, shown: boolean): Promise<void> {
  await db().updateTable("appUser").set({ shortcutTitles: shown }).where("userId", "=", userId).execute();
}

async function changeShortcuts(userId: string, change: (paths: string[]) => string[]): Promise<string | undefined> {
  return inTransaction(async (trx) => {
    const { shortcuts } = await trx
      .selectFrom("appUser")
      .select("shortcuts")
      .where("userId", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = shortcuts as string[];
    const after = change(before);
    if (after.length > mostShortcuts && after.length > before.length) return shortcutsFull;
    await sql`update app_user set shortcuts = ${JSON.stringify(after)}::jsonb where user_id = ${userId}`.execute(trx);
    return undefined;
  });
}
