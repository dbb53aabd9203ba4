import { type RawBuilder, sql } from "kysely";
import { likePattern } from "~/kernel/search/search-keys";
import { settings } from "~/kernel/settings.server";
import { shownTime } from "~/kernel/time/shown";
import { db } from "./pool.server";
import type { RecordTable } from "./records.server";

interface DeletedRecord {
  key: string;
  title: string;
  detail: string;
  deletedAt: Date;
  deletedBy: string;
}

/** One page of a room's deleted records; `columns` names what to call them by, `within` the viewer's own limits. */
export async function deletedRecords(
  kept: RecordTable,
  columns: { title: string; detail: string },
  state: { page: number; size: number; sort: { desc: boolean }[]; filters: { search?: string } },
  within: RawBuilder<unknown> = sql`true`,
) {
  const { search } = state.filters;
  const title = sql.ref(`t.${columns.title}`);
  const found = search ? sql`lower(${title}) like ${likePattern(search)}` : sql`true`;
  const where = sql`t.deleted_at is not null and ${found} and ${within}`;
  const [rows, counted] = await Promise.all([
    sql<DeletedRecord>`
      select ${sql.ref(`t.${kept.key}`)} as key, ${title} as title, ${sql.ref(`t.${columns.detail}`)} as detail, t.deleted_at, coalesce(u.user_name, '系统') as deleted_by
      from ${sql.table(kept.table)} t left join app_user u on u.user_id = t.deleted_by
      where ${where} order by t.deleted_at ${state.sort[0]?.desc === false ? sql`asc` : sql`desc`}, 1
      limit ${state.size} offset ${(state.page - 1) * state.size}`.execute(db()),
    sql<{ total: number }>`select count(*) as total from ${sql.table(kept.table)} t where ${where}`.execute(db()),
  ]);
  const zone = settings().OPERATOR_TIME_ZONE;
  return { rows: rows.rows.map((row) => ({ ...row, deletedAt: shownTime(row.deletedAt, zone) })), total: counted.rows[0]?.total ?? 0 };
}
