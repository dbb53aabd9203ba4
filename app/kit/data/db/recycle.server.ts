import { type RawBuilder, sql } from "kysely";
import { holds } from "~/kit/data/search/found.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { db } from "./pool.server";
import type { RecordTable } from "./records.server";

interface DeletedRecord {
  key: string;
  title: string;
  detail: string;
  deletedAt: Date;
  deletedBy: string;
}

/** One page of a room's deleted records; `columns` says what to call them by, the detail by a column of their own or by SQL, `within` (on the table by its own name) the viewer's own limits. */
export async function deletedRecords(
  kept: RecordTable,
  columns: { title: string; detail: string | RawBuilder<unknown> },
  state: { page: number; size: number; sort: { desc: boolean }[]; filters: { search?: string } },
  within: RawBuilder<unknown> = sql`true`,
) {
  const { search } = state.filters;
  const own = (column: string) => sql.ref(`${kept.table}.${column}`);
  const title = own(columns.title);
  const found = search ? holds(search, sql`${title}::text`) : sql`true`;
  const where = sql`${own("deletedAt")} is not null and ${found} and ${within}`;
  const [rows, counted] = await Promise.all([
    sql<DeletedRecord>`
      select ${own(kept.key)} as key, ${title} as title, ${typeof columns.detail === "string" ? own(columns.detail) : columns.detail} as detail, ${own("deletedAt")}, coalesce(u.user_name, '系统') as deleted_by
      from ${sql.table(kept.table)} left join app_user u on u.user_id = ${own("deletedBy")}
      where ${where} order by ${own("deletedAt")} ${state.sort[0]?.desc === false ? sql`asc` : sql`desc`}, 1
      limit ${state.size} offset ${(state.page - 1) * state.size}`.execute(db()),
    sql<{ total: number }>`select count(*) as total from ${sql.table(kept.table)} where ${where}`.execute(db()),
  ]);
  const zone = settings().OPERATOR_TIME_ZONE;
  return {
    rows: rows.rows.map((row) => ({ ...row, deletedAt: formatTime(row.deletedAt, zone) })),
    total: counted.rows[0]?.total ?? 0,
  };
}
