import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { UpdateLogRow } from "./room";

export interface RecentUpdate extends Pick<UpdateLogRow, "logId" | "logVersion" | "logDate" | "title" | "body"> {
  /** Published since the person last said that they have read them; a new person has all those before them behind. */
  isNew: boolean;
}

export async function recentUpdates(viewer: Viewer, most: number): Promise<RecentUpdate[]> {
  const found = await sql<RecentUpdate>`
    select l.log_id, l.log_version, l.log_date, l.title, l.body, l.created_at > coalesce(u.updates_seen_at, u.created_at) as is_new
    from update_log l join app_user u on u.user_id = ${viewer.userId}
    where l.deleted_at is null order by l.log_date desc, l.log_id desc limit ${most}`.execute(db());
  return found.rows;
}

export async function markUpdatesSeen(viewer: Viewer, shown: readonly string[]): Promise<void> {
  await sql`update app_user set updates_seen_at = greatest(updates_seen_at, newest.at)
    from (select max(created_at) as at from update_log where log_id = any(${shown.slice(0, 100)})) as newest
    where user_id = ${viewer.userId} and newest.at is not null`.execute(db());
}
