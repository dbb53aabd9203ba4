import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { findOf, isoTime, listOf, ordered, type Kept, streamOf } from "~/kit/room/source.server";
import { createOf, deleteOf, restoreOf, updateOf } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { UpdateLogFilters, UpdateLogRow, UpdateLogValues } from "./schema";

export const updateLogRecord: RecordTable = {
  table: "updateLog",
  key: "logId",
  room: "update-logs",
  noun: "更新日志",
  unique: {},
};

export const updateLogSource: Kept<UpdateLogRow, UpdateLogFilters> = {
  kept: updateLogRecord,
  select: sql`update_log.log_id, update_log.log_version, update_log.log_date, update_log.title, update_log.body, update_log.version,
    ${isoTime(sql`update_log.updated_at`)} as updated_at`,
  where: ({ keyword, from, to }) => [
    ...(keyword
      ? [
          sql`strpos(lower(concat_ws(' ', update_log.log_version, update_log.title, update_log.body)), ${keyword.toLowerCase()}) > 0`,
        ]
      : []),
    ...(from ? [sql`update_log.log_date >= ${from}::date`] : []),
    ...(to ? [sql`update_log.log_date <= ${to}::date`] : []),
  ],
  order: ordered("updateLog", "logDate", "logVersion", "title", "updatedAt"),
};

export const listUpdateLogs = (viewer: Viewer, state: ListState<UpdateLogFilters>) =>
  listOf(updateLogSource, viewer, state);
export const streamUpdateLogs = (viewer: Viewer, state: ListState<UpdateLogFilters>) =>
  streamOf(updateLogSource, viewer, state);
export const findUpdateLog = (viewer: Viewer, logId: string) => findOf(updateLogSource, viewer, logId);

export const createUpdateLog = (viewer: Viewer, values: UpdateLogValues) => createOf(updateLogSource, viewer, values);
export const updateUpdateLog = (viewer: Viewer, logId: string, changes: UpdateLogValues, version?: number) =>
  updateOf(updateLogSource, viewer, logId, changes, version);
export const deleteUpdateLogs = (viewer: Viewer, keys: string[]) => deleteOf(updateLogSource, viewer, [], keys);
export const restoreUpdateLog = (viewer: Viewer, logId: string) => restoreOf(updateLogSource, viewer, logId);

export interface RecentUpdate extends Pick<UpdateLogRow, "logId" | "logVersion" | "logDate" | "title" | "body"> {
  /** Published since the person last said that they have read them; a new person has all those before them behind. */
  isNew: boolean;
}

/** The latest entries for the homepage. */
export async function recentUpdates(viewer: Viewer, most: number): Promise<RecentUpdate[]> {
  const found = await sql<RecentUpdate>`
    select l.log_id, l.log_version, l.log_date, l.title, l.body, l.created_at > coalesce(u.updates_seen_at, u.created_at) as is_new
    from update_log l join app_user u on u.user_id = ${viewer.userId}
    where l.deleted_at is null order by l.log_date desc, l.log_id desc limit ${most}`.execute(db());
  return found.rows;
}

/** Remembers that the person has read the updates up to the newest of those they were shown. */
export async function markUpdatesSeen(viewer: Viewer, shown: readonly string[]): Promise<void> {
  await sql`update app_user set updates_seen_at = greatest(updates_seen_at, newest.at)
    from (select max(created_at) as at from update_log where log_id = any(${shown.slice(0, 100)})) as newest
    where user_id = ${viewer.userId} and newest.at is not null`.execute(db());
}
