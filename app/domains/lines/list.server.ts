import { readLineView } from "~/domains/parameters/queries.server";
import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { Kept } from "~/kit/room/source.server";
import { foundIn, holds } from "~/kit/data/search/found.server";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { today } from "~/kit/ground/time/today.server";
import { lineRecord, seenLines, stateOn } from "./records.server";
import { labelOf, type LineFilters, type LineRow, lineTypes } from "./schema";

export async function listLines(
  viewer: Viewer,
  state: ListState<LineFilters>,
  deleted = false,
): Promise<ListPage<LineRow>> {
  return pageRows<LineRow>(state, {
    key: sql`line.line_uuid`,
    keyName: "lineUuid",
    from: sql`line`,
    where: lineWhere(viewer, state.filters, deleted),
    order: lineOrder,
    load: (keys) => loadLines(keys, state.filters.asOf),
  });
}

/** All lines that the filters find, at most 5,000; an error in words beyond. */
export async function allLines(viewer: Viewer, filters: LineFilters): Promise<LineRow[]> {
  const most = 5000;
  const found = await listLines(viewer, { page: 1, size: most + 1, sort: [{ id: "lineName", desc: false }], filters });
  if (found.rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件或使用 pageList`);
  return found.rows;
}

/** All of them in a list's order, 500 at a time. */
export async function* streamLines(
  viewer: Viewer,
  state: Pick<ListState<LineFilters>, "sort" | "filters">,
): AsyncGenerator<LineRow[]> {
  const size = 500;
  for (let page = 1; ; page++) {
    const { rows } = await listLines(viewer, { ...state, page, size });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}

export async function findLine(viewer: Viewer, lineUuid: string, asOf?: string): Promise<LineRow | undefined> {
  const seen =
    await sql`select 1 from line where line_uuid = ${lineUuid} and deleted_at is null and ${seenLines(viewer)}`.execute(
      db(),
    );
  return seen.rows.length > 0 ? (await loadLines([lineUuid], asOf))[0] : undefined;
}

export async function linesAmong(viewer: Viewer, keys: readonly string[], asOf?: string): Promise<LineRow[]> {
  const found = await sql<{
    lineUuid: string;
  }>`select line_uuid from line where line_uuid = any(${keys}) and deleted_at is null and ${seenLines(viewer)} order by name_order, line_uuid`.execute(
    db(),
  );
  const loaded = new Map(
    (
      await loadLines(
        found.rows.map(({ lineUuid }) => lineUuid),
        asOf,
      )
    ).map((row) => [row.lineUuid, row]),
  );
  return found.rows.map(({ lineUuid }) => loaded.get(lineUuid)!);
}

const lineFields = ["line_name", "line_id", "line_device_no", "pinyin", "initials"];

export const lineOrder: Record<string, RawBuilder<unknown>> = {
  lineName: sql`line.name_order`,
  lineId: sql`natural_order(line.line_id)`,
  lineDeviceNo: sql`line.line_device_no`,
  lineType: sql`line.line_type`,
  get state() {
    return stateOn(today());
  },
  upFirst: sql`line.up_first`,
  orgName: sql`(select org_name from organisation where org_id = line.org_id)`,
  updatedAt: sql`line.updated_at`,
  deletedAt: sql`line.deleted_at`,
};

/** The lines that the filters of the list find. */
export function lineWhere(viewer: Viewer, filters: LineFilters, deleted: boolean): RawBuilder<unknown> {
  const found = filters.keyword ? [lineFound(filters.keyword)] : [];
  return sql.join(
    [
      seenLines(viewer),
      deleted ? sql`line.deleted_at is not null` : sql`line.deleted_at is null`,
      ...found,
      ...narrowed(filters),
    ],
    sql` and `,
  );
}

const linesWithDrafts = sql`select c.main_uuid from line_version d join line_classify c using (classify_sid) where d.state = 'draft' and d.deleted_at is null and c.deleted_at is null`;

function narrowed(filters: LineFilters): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (filters.lineName) parts.push(holds(filters.lineName, sql`line.line_name`));
  if (filters.state !== undefined) parts.push(sql`${stateOn(filters.asOf ?? today())} = ${filters.state}`);
  if (filters.lineType !== undefined) parts.push(sql`line.line_type = ${filters.lineType}`);
  if (filters.orgId) parts.push(sql`line.org_id = ${filters.orgId}`);
  if (filters.hasDraft !== undefined)
    parts.push(sql`line.line_uuid ${filters.hasDraft ? sql`in` : sql`not in`} (${linesWithDrafts})`);
  if (filters.waiting !== undefined)
    parts.push(
      sql`line.line_uuid ${filters.waiting ? sql`in` : sql`not in`} (${linesWithDrafts} and d.submitted_at is not null)`,
    );
  return parts;
}

/** How lines are found and named where their figures do not matter: in the search over all rooms, and to change many. */
export const lineSearch: Kept<Pick<LineRow, "lineUuid" | "lineName" | "lineId" | "orgName">, LineFilters> = {
  kept: lineRecord,
  select: sql`line.line_uuid, line.line_name, line.line_id, (select org_name from organisation where org_id = line.org_id) as org_name`,
  where: narrowed,
  order: lineOrder,
  scope: sql`line.org_id`,
  searched: lineFields,
};

export const lineFound = (keyword: string) => foundIn("line", keyword, lineFields);

type Figures = Omit<LineRow, "lineTypeName" | "asOf" | "upMileage" | "downMileage"> & {
  upPath: number | null;
  downPath: number | null;
};

async function loadLines(keys: readonly string[], day?: string): Promise<LineRow[]> {
  const asOf = day ?? today();
  const [view, found] = await Promise.all([
    readLineView(),
    sql<Figures>`
    select line.line_uuid, line.line_id, line.line_name, line.line_device_no, line.line_type, line.category, ${stateOn(asOf)} as state, line.org_id, o.org_name,
      line.up_first, line.up_last, line.down_first, line.down_last, line.up_mileage as declared_up_mileage, line.down_mileage as declared_down_mileage,
      line.departure_interval, line.ticket_type, line.price, line.open_date, line.stop_date, line.remark, line.source, line.version, line.updated_at,
      calls.*, paths.*, draft.version_uuid is not null as from_draft,
      coalesce(drafts.waiting is not null, false) as has_draft, coalesce(drafts.waiting, false) as waiting,
      (select min(lower(n.valid)) from line_version n where n.classify_sid = c.classify_sid and n.state = 'effective' and n.deleted_at is null and lower(n.valid) > ${asOf}::date) as next_change
    from line
    join organisation o using (org_id)
    left join line_classify c on c.main_uuid = line.line_uuid and c.sort_type = 1 and c.deleted_at is null
    left join line_version v on v.classify_sid = c.classify_sid and v.state = 'effective' and v.deleted_at is null and v.valid @> ${asOf}::date
    left join lateral (select d.version_uuid from line_version d where v.version_uuid is null and ${day === undefined} and d.classify_sid = c.classify_sid
      and d.state = 'draft' and d.deleted_at is null order by d.planned_for nulls first limit 1) draft on true
    cross join lateral (
      select count(*) filter (where direction = 1) as up_stations, count(*) filter (where direction = 2) as down_stations,
        (array_agg(sta_name order by serial) filter (where direction = 1))[1] as up_start, (array_agg(sta_name order by serial desc) filter (where direction = 1))[1] as up_end,
        (array_agg(sta_name order by serial) filter (where direction = 2))[1] as down_start, (array_agg(sta_name order by serial desc) filter (where direction = 2))[1] as down_end
      from line_station join station using (sta_uuid) where version_uuid = coalesce(v.version_uuid, draft.version_uuid)) calls
    cross join lateral (
      select max(mileage) filter (where direction = 1) as up_path, max(mileage) filter (where direction = 2) as down_path,
        case when bool_and(match_state = 'full') and count(*) >= sign(calls.up_stations) + sign(calls.down_stations) then 'full'
          when bool_or(match_state = 'white-list') then 'white-list' when bool_or(match_state <> 'none') then 'partial' else 'none' end as match_state
      from line_path where version_uuid = coalesce(v.version_uuid, draft.version_uuid)) paths
    left join (select c.main_uuid, bool_or(d.submitted_at is not null) as waiting from line_version d join line_classify c using (classify_sid)
      where c.main_uuid = any(${keys}) and d.state = 'draft' and d.deleted_at is null and c.deleted_at is null group by 1) drafts on drafts.main_uuid = line.line_uuid
    where line.line_uuid = any(${keys})`.execute(db()),
  ]);
  return found.rows.map(({ upPath, downPath, ...row }) => {
    const mileage = (path: number | null, declared: number | null) =>
      view.declaredMileage ? (declared ?? path) : (path ?? declared);
    return {
      ...row,
      asOf: day ?? null,
      lineTypeName: labelOf(lineTypes, row.lineType),
      upMileage: mileage(upPath, row.declaredUpMileage),
      downMileage: mileage(downPath, row.declaredDownMileage),
    };
  });
}
