import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { ServiceDays } from "~/transit/gtfs/trip-service";
import { inForceOn, inService, type NetworkAsked } from "./network.server";
import { visibleLines } from "~/domains/lines/queries.server";

/** A line of the network, counted; directions with a single station are none. */
export interface CountedLine {
  upLast: string | null;
  downLast: string | null;
  departureInterval: string | null;
  directions: number;
  /** Directions whose seconds are kept for every station. */
  timed: number;
  shapeless: number;
  /** Of the whole network: the same in every row. */
  stations: number;
}

/** The same lines as `networkOn`, without their stations and paths. */
export async function countNetwork(viewer: Viewer, asked: NetworkAsked, on: Database): Promise<CountedLine[]> {
  const found = await sql<CountedLine>`
    with call as (
      select c.main_uuid, v.version_uuid, ls.direction, ls.sta_uuid, ls.duration, row_number() over calls as at, lag(ls.duration) over calls as before
      from line join line_classify c on c.main_uuid = line.line_uuid join line_version v using (classify_sid) join line_station ls using (version_uuid)
      where line.deleted_at is null and ${inService(asked)} and ${visibleLines(viewer)} and c.deleted_at is null and ${inForceOn(asked.asOf)}
      window calls as (partition by v.version_uuid, ls.direction order by ls.serial)
    ), run as (
      select main_uuid, version_uuid, direction, bool_and(at = 1 or coalesce(duration > case when at = 2 then 0 else before end, false)) as timed
      from call group by main_uuid, version_uuid, direction having count(*) > 1
    )
    select line.up_last, line.down_last, line.departure_interval, count(*)::int as directions, (count(*) filter (where run.timed))::int as timed, (count(*) filter (where p.version_uuid is null))::int as shapeless,
      (select count(distinct sta_uuid)::int from call join run using (version_uuid, direction)) as stations
    from run join line on line.line_uuid = run.main_uuid left join line_path p on p.version_uuid = run.version_uuid and p.direction = run.direction
    group by line.line_uuid`.execute(on);
  return found.rows;
}

export interface LineLeftOut {
  lineUuid: string;
  lineName: string;
  state: number;
  openDate: string | null;
  stopDate: string | null;
  /** How many there are; the list has the first 200. */
  total: number;
}

/** Lines that have something in force on a day, but are not in service on it. */
export async function linesOutOfService(viewer: Viewer, asOf: string, on: Database): Promise<LineLeftOut[]> {
  const found = await sql<LineLeftOut>`
    select line_uuid, line_name, state, open_date, stop_date, count(*) over ()::int as total from line
    where line.deleted_at is null and ${visibleLines(viewer)} and not ${inService({ asOf })}
      and exists (select from line_classify c join line_version v using (classify_sid) where c.main_uuid = line.line_uuid and c.deleted_at is null and ${inForceOn(asOf)})
    order by name_order, line_uuid limit 200`.execute(on);
  return found.rows;
}

const servicesOn = (viewer: Viewer, asked: NetworkAsked) => sql`line_service s join line_version v using (version_uuid)
  join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
  where line.deleted_at is null and ${inService(asked)} and ${visibleLines(viewer)} and c.deleted_at is null and ${inForceOn(asked.asOf)}`;

export async function serviceDaysOn(viewer: Viewer, asked: NetworkAsked, on: Database): Promise<ServiceDays[]> {
  const found = await sql<ServiceDays>`
    select distinct service_name as name, weekdays, valid_from as "from", valid_to as "to", added::text[] as added, removed::text[] as removed
    from ${servicesOn(viewer, asked)} order by 1, 2, 3, 4, 5, 6`.execute(on);
  return found.rows;
}

/** How many directions of a day's network have a timetable, and its trips; one that is repeated counts once. */
export async function countServices(
  viewer: Viewer,
  asked: NetworkAsked,
  on: Database,
): Promise<{ directions: number; trips: number }> {
  const found = await sql<{ directions: number; trips: number }>`
    select count(distinct (s.version_uuid, s.direction))::int as directions, coalesce(sum(greatest(cardinality(s.departures), 1)), 0)::int as trips
    from ${servicesOn(viewer, asked)}`.execute(on);
  return found.rows[0]!;
}
