import { sql } from "kysely";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import type { Visit } from "./tabs.server";

export interface RecentPage {
  path: string;
  title: string;
  seenAt: Date;
}

const most = 12;

/** Remembers that a person looked at a record: a page right below its list, whose last part is a key. */
export async function rememberRecord(userId: string, { path, href, pageTitle }: Visit): Promise<void> {
  const [here = ""] = href.split("?");
  if (!here.startsWith(`${path}/`) || !/^[0-9a-f]{32}$/.test(here.slice(path.length + 1))) return;
  await sql`${plannedOnce}
    with seen as (
      insert into recent_page (user_id, path, title) values (${userId}, ${here}, ${pageTitle.slice(0, 200)})
      on conflict (user_id, path) do update set title = excluded.title, seen_at = now())
    delete from recent_page where user_id = ${userId} and path in (
      select path from recent_page where user_id = ${userId} and path <> ${here} order by seen_at desc offset ${most - 1})`.execute(
    db(),
  );
}

/** The records that a person looked at last, the latest first. */
export async function recentPagesOf(userId: string): Promise<RecentPage[]> {
  return db()
    .selectFrom("recentPage")
    .select(["path", "title", "seenAt"])
    .where("userId", "=", userId)
    .orderBy("seenAt", "desc")
    .orderBy("path")
    .execute();
}
