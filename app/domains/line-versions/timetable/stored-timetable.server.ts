import { sql } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { Leg } from "~/transit/gtfs/trip-service";
import type { DirectionService } from "./services-along";
import { type DayTimetable, timetableInWords } from "./timetable-words";

export async function readServices(
  on: Database,
  versionUuids: readonly string[],
): Promise<(DirectionService & { versionUuid: string })[]> {
  const found = await sql<DirectionService & { versionUuid: string }>`
    select version_uuid, direction, service_name as name, weekdays, valid_from as "from", valid_to as "to",
      added::text[] as added, removed::text[] as removed, legs, departures, frequencies
    from line_service where version_uuid = any(${[...versionUuids]}) order by version_uuid, direction, serial`.execute(
    on,
  );
  return found.rows;
}

export async function timetableOf(versionUuid: string | null, direction: number): Promise<DayTimetable[]> {
  const services = versionUuid ? await readServices(db(), [versionUuid]) : [];
  return timetableInWords(services.filter((one) => one.direction === direction));
}

/** When the trips of a direction reach each station, for those whose running times are known. */
export async function runningTimes(versionUuid: string | null, direction: number): Promise<Leg[][]> {
  const services = versionUuid ? await readServices(db(), [versionUuid]) : [];
  return services.flatMap((one) => (one.direction === direction && one.legs ? [one.legs] : []));
}
