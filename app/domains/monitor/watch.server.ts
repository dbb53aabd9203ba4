import { type RawBuilder, sql } from "kysely";
import { shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { readParameters } from "~/kit/data/db/parameters.server";
import { db } from "~/kit/data/db/pool.server";
import type { MapDot } from "~/kit/page/map/dot-marks";
import type { Box } from "~/transit/geo/lng-lat";
import { fromOf, whereOf } from "~/kit/room/source-sql.server";
import { listRows } from "~/kit/room/source.server";
import { settings } from "~/kit/ground/settings.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { formatTime } from "~/kit/ground/time/format-time";
import type { GroupCount, Grouping, MonitorFilters } from "./schema";
import { isOnline, mainLine, watchedSource } from "./source.server";

const mostMarks = 2000;

export const listWatched = (viewer: Viewer, state: ListState<MonitorFilters>) => listRows(watchedSource, viewer, state);

/** How many buses there are and how many of them are online, by organisation, line or state; whether they are online is no condition here. */
export const countWatched = sharedFigures(
  "watched",
  async (viewer, { online: _online, ...filters }: MonitorFilters, by: Grouping): Promise<GroupCount[]> => {
    const { key, name, order, join } = groups[by](viewer);
    const found = await sql<GroupCount>`
    select ${key} as key, ${name} as name, count(*) filter (where ${isOnline()}) as online, count(*) as total, ${order} as place
    from ${fromOf(watchedSource)} ${join} where ${whereOf(watchedSource, viewer, filters)} group by 1, 2, 5 order by 5, 1`.execute(
      db(),
    );
    return found.rows;
  },
  { seconds: 10 },
);

const groups = {
  org: () => ({
    key: sql`o.org_id`,
    name: sql`o.org_name`,
    order: sql`o.org_code`,
    join: sql`join organisation o using (org_id)`,
  }),
  line: (viewer: Viewer) => {
    const mask = (column: RawBuilder<unknown>) => shownWithin(viewer, sql`main.line_org`, column);
    return {
      key: mask(sql`main.line_uuid`),
      name: mask(sql`main.line_name`),
      order: mask(sql`main.name_order`),
      join: mainLine(),
    };
  },
  state: () => ({ key: sql`bus.bus_state::text`, name: sql`null::text`, order: sql`bus.bus_state`, join: sql`` }),
};

/** The buses that the filters find and that reported within a day, the latest first; only those in the box, where one is given. */
export async function marksOf(viewer: Viewer, filters: MonitorFilters, box?: Box, most = mostMarks): Promise<MapDot[]> {
  const inside = box
    ? sql`p.lng between ${box.minLng} and ${box.maxLng} and p.lat between ${box.minLat} and ${box.maxLat}`
    : sql`true`;
  const [{ D010 }, found] = await Promise.all([
    readParameters(["D010"]),
    sql<
      Omit<MapDot, "label" | "title"> & {
        code: string;
        plate: string;
        model: string;
        line: string | null;
        speed: number | null;
        reportedAt: Date;
      }
    >`
      with latest as materialized (
        select bus.bus_uuid from ${fromOf(watchedSource)} where ${whereOf(watchedSource, viewer, filters)} and p.reported_at > now() - interval '1 day' and ${inside}
        order by p.reported_at desc limit ${most})
      select bus.bus_uuid as key, bus.bus_self_code as code, bus.plate_num as plate, coalesce(m.model_name, m.model_num) as model, ${shownWithin(viewer, sql`main.line_org`, sql`main.line_name`)} as line,
        ${isOnline()} as online, p.lng, p.lat, p.azimuth, p.speed, p.reported_at
      from latest join bus using (bus_uuid) join bus_position p using (bus_uuid) join bus_model m using (model_uuid) ${mainLine()}`.execute(
      db(),
    ),
  ]);
  const zone = settings().OPERATOR_TIME_ZONE;
  return found.rows.map(({ code, plate, model, line, speed, reportedAt, ...mark }) => ({
    ...mark,
    label: D010 === "1" ? `${code} ${model}` : code,
    title: [
      code,
      plate,
      line,
      speed !== null && `${Math.round(speed)} 公里/时`,
      mark.online ? "在线" : "离线",
      `${formatTime(reportedAt, zone)} 上报`,
    ]
      .filter(Boolean)
      .join("，"),
  }));
}
