import { type RawBuilder, sql } from "kysely";
import { readLineView } from "~/domains/parameters/queries.server";
import { shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { beginWith, chooseMileage, directionsOf } from "./directions";
import { startDirectionOf } from "~/domains/parameters/queries.server";
import { shapeOf } from "./line-shape";
import { visibleLines, stateOn } from "./records.server";
import { shown, shownJoins } from "./shown-figures.server";
import { isToReview } from "./lines-waiting.server";
import { labelOf, type LineRow, lineTypes } from "./schema";

export async function findLine(viewer: Viewer, lineUuid: string, asOf?: string): Promise<LineRow | undefined> {
  return (await linesAmong(viewer, [lineUuid], asOf))[0];
}

/** Those of these lines that the viewer sees, by name. */
export const linesAmong = (viewer: Viewer, keys: readonly string[], asOf?: string): Promise<LineRow[]> =>
  loadLines(
    viewer,
    keys,
    asOf,
    sql`and line.deleted_at is null and ${visibleLines(viewer)} order by line.name_order, line.line_uuid`,
  );

type LineQueryRow = Omit<LineRow, "lineTypeName" | "asOf" | "directions"> & {
  upPath: number | null;
  downPath: number | null;
  upStraight: number | null;
  downStraight: number | null;
  startDirection: number | null;
};

/** Lines with their figures as of a day, in no order unless `rest` says which of them and how. */
export async function loadLines(
  viewer: Viewer,
  keys: readonly string[],
  day?: string,
  rest: RawBuilder<unknown> = sql``,
): Promise<LineRow[]> {
  const asOf = day ?? today();
  const [view, found] = await Promise.all([
    readLineView(),
    sql<LineQueryRow>`
    select line.line_uuid, line.line_id, line.line_name, line.line_device_no, line.line_type, line.category, ${stateOn(asOf)} as state, line.org_id, o.org_name,
      line.up_first, line.up_last, line.down_first, line.down_last, line.up_mileage, line.down_mileage,
      line.departure_interval, line.long_name, line.color, line.text_color, line.ticket_type, line.price,
      line.parking_uuid, ${shownWithin(viewer, sql`d.org_id`, sql`d.parking_name`)} as parking_name, line.open_date, line.stop_date, line.remark, line.source, line.version, line.updated_at,
      calls.*, paths.*, draft.version_uuid is not null as from_draft, ${startDirectionOf(sql`line.line_uuid`, shown)} as start_direction,
      coalesce(drafts.waiting is not null, false) as has_draft, coalesce(drafts.waiting, false) as waiting, ${isToReview(sql`line.line_uuid`)} as to_review,
      (select min(lower(n.valid)) from line_version n where n.classify_sid = c.classify_sid and n.state = 'effective' and n.deleted_at is null and lower(n.valid) > ${asOf}::date) as next_change
    from line
    join organisation o using (org_id)
    left join depot d using (parking_uuid)
    ${shownJoins(day)}
    cross join lateral (
      select count(*) filter (where direction = 1) as up_stations, count(*) filter (where direction = 2) as down_stations,
        (array_agg(sta_name order by serial) filter (where direction = 1))[1] as up_start, (array_agg(sta_name order by serial desc) filter (where direction = 1))[1] as up_end,
        (array_agg(sta_name order by serial) filter (where direction = 2))[1] as down_start, (array_agg(sta_name order by serial desc) filter (where direction = 2))[1] as down_end,
        ${straightOf(1)} as up_straight, ${straightOf(2)} as down_straight
      from line_station join station using (sta_uuid) where version_uuid = ${shown}) calls
    cross join lateral (
      select max(mileage) filter (where direction = 1) as up_path, max(mileage) filter (where direction = 2) as down_path,
        case when bool_and(match_state = 'full') and count(*) >= sign(calls.up_stations) + sign(calls.down_stations) then 'full'
          when bool_or(match_state = 'white-list') then 'white-list' when bool_or(match_state <> 'none') then 'partial' else 'none' end as match_state
      from line_path where version_uuid = ${shown}) paths
    left join (select c.main_uuid, bool_or(d.submitted_at is not null) as waiting from line_version d join line_classify c using (classify_sid)
      where c.main_uuid = any(${keys}) and d.state = 'draft' and d.deleted_at is null and c.deleted_at is null group by 1) drafts on drafts.main_uuid = line.line_uuid
    where line.line_uuid = any(${keys}) ${rest}`.execute(db()),
  ]);
  return found.rows.map(({ upPath, downPath, upStraight, downStraight, startDirection, ...row }) => {
    const figures = {
      1: {
        startStation: row.upStart,
        endStation: row.upEnd,
        stationCount: row.upStations,
        first: row.upFirst,
        last: row.upLast,
        pathMileage: upPath,
        mileage: chooseMileage(view, { path: upPath, declared: row.upMileage }),
        ...shapeOf({ pathMileage: upPath, straight: upStraight, stationCount: row.upStations }),
      },
      2: {
        startStation: row.downStart,
        endStation: row.downEnd,
        stationCount: row.downStations,
        first: row.downFirst,
        last: row.downLast,
        pathMileage: downPath,
        mileage: chooseMileage(view, { path: downPath, declared: row.downMileage }),
        ...shapeOf({ pathMileage: downPath, straight: downStraight, stationCount: row.downStations }),
      },
    };
    return {
      ...row,
      asOf: day ?? null,
      lineTypeName: labelOf(lineTypes, row.lineType),
      directions: directionsOf(row.lineType, beginWith(view, startDirection)).map((one) => ({
        ...one,
        ...figures[one.direction],
      })),
    };
  });
}

const straightOf = (direction: number) => {
  const at = (column: "lng" | "lat", order: RawBuilder<unknown>) =>
    sql`(array_agg(${sql.ref(column)} order by ${order}) filter (where direction = ${direction}))[1]`;
  const [first, last] = [sql`serial`, sql`serial desc`];
  return sql`metres_between(${at("lng", first)}, ${at("lat", first)}, ${at("lng", last)}, ${at("lat", last)}) / 1000`;
};
