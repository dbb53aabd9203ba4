import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { ServiceDays } from "~/transit/gtfs/trip-service";
import { inForceOn, inService, type NetworkAsked } from "./network.server";
import { seenLines } from "~/domains/lines/queries.server";

const servicesOn = (viewer: Viewer, asked: NetworkAsked) => sql`line_service s join line_version v using (version_uuid)
  join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
  where line.deleted_at is null and ${inService(asked)} and ${seenLines(viewer)} and c.deleted_at is null and ${inForceOn(asked.asOf)}`;

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
