import { type RawBuilder, sql } from "kysely";
import { lineFound } from "~/domains/lines/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { pointsOf } from "~/transit/geo/shape";
import type { WhiteFilters, WhiteRow } from "./schema";

const from = sql`path_white_list w join line_classify c using (classify_sid) join line on line.line_uuid = w.line_uuid left join app_user u on u.user_id = w.created_by`;
const order: Record<string, RawBuilder<unknown>> = {
  lineName: sql`line.name_order`,
  metres: sql`w.metres`,
  createdAt: sql`w.created_at`,
  recheck: sql`w.recheck`,
};

function where(viewer: Viewer, { lineUuid, keyword, recheck }: WhiteFilters): RawBuilder<unknown> {
  return sql.join(
    [
      sql`w.deleted_at is null and line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)}`,
      ...(lineUuid ? [sql`w.line_uuid = ${lineUuid}`] : []),
      ...(keyword ? [lineFound(keyword)] : []),
      ...(recheck !== undefined ? [sql`w.recheck = ${recheck}`] : []),
    ],
    sql` and `,
  );
}

export function listWhite(viewer: Viewer, state: ListState<WhiteFilters>): Promise<ListPage<WhiteRow>> {
  return pageRows<WhiteRow>(state, {
    key: sql`w.white_uuid`,
    keyName: "whiteUuid",
    from,
    where: where(viewer, state.filters),
    order,
    load: (keys) => load(sql`w.white_uuid = any(${keys})`),
  });
}

/** All of them, at most 5,000; an error in words beyond. */
export async function getPathWhiteList(viewer: Viewer, filters: WhiteFilters): Promise<WhiteRow[]> {
  const most = 5000;
  const { rows } = await listWhite(viewer, {
    page: 1,
    size: most + 1,
    sort: [{ id: "createdAt", desc: true }],
    filters,
  });
  if (rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件`);
  return rows;
}

export async function requireWhite(viewer: Viewer, whiteUuid: string): Promise<WhiteRow> {
  const [row] = await load(sql`w.white_uuid = ${whiteUuid} and ${where(viewer, {})}`);
  if (!row) throw problem.missing("白名单路段");
  return row;
}

type WhiteRecord = Omit<WhiteRow, "directionName" | "path"> & { lineType: number; coords: number[] };

async function load(which: RawBuilder<unknown>): Promise<WhiteRow[]> {
  const [view, found] = await Promise.all([
    readLineView(),
    sql<WhiteRecord>`
    select w.white_uuid, w.line_uuid, line.line_name, line.line_type, w.classify_sid, c.classify_name, w.direction, w.metres, w.reason, w.recheck, w.version, w.coords,
      coalesce(u.user_name, w.created_by, '系统') as created_by, ${isoTime(sql`w.created_at`)} as created_at
    from ${from} where ${which} order by w.created_at desc, w.white_uuid`.execute(db()),
  ]);
  return found.rows.map(({ coords, lineType, ...row }) => ({
    ...row,
    directionName: directionName(lineType, row.direction, view),
    path: pointsOf(coords).map(([lng, lat]) => [lng, lat]),
  }));
}
