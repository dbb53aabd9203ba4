import { sql, type Transaction } from "kysely";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { DirectionContent } from "../content.server";
import { chunks } from "../write-content.server";
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

/** Gives versions these timetables in place of what they had; null leaves that. */
export async function writeServices(
  trx: Transaction<DB>,
  versions: readonly { versionUuid: string; services: readonly DirectionService[] | null }[],
): Promise<void> {
  const given = versions.flatMap(({ versionUuid, services }) => (services ? [versionUuid] : []));
  await sql`delete from line_service where version_uuid = any(${given})`.execute(trx);
  const rows = versions.flatMap(({ versionUuid, services }) =>
    (services ?? []).map(
      ({ direction, name, from, to, weekdays, added, removed, departures, legs, frequencies }, at) => ({
        ...{ versionUuid, direction, serial: at + 1, serviceName: name, weekdays, added, removed, departures },
        ...{ validFrom: from, validTo: to },
        legs: legs && JSON.stringify(legs),
        frequencies: JSON.stringify(frequencies),
      }),
    ),
  );
  for (const some of chunks(rows, 1000)) await trx.insertInto("lineService").values(some).execute();
}

/** Takes a timetable along into a draft that is begun from a version: without running times where a direction calls at other stations, and not at all where it has none any more. */
export async function carryServices(
  trx: Transaction<DB>,
  { from, to }: { from: string | undefined; to: string },
  before: readonly DirectionContent[],
  after: readonly DirectionContent[],
): Promise<void> {
  if (from && from !== to)
    await sql`insert into line_service (version_uuid, direction, serial, service_name, weekdays, valid_from, valid_to, added, removed, legs, departures, frequencies)
      select ${to}, direction, serial, service_name, weekdays, valid_from, valid_to, added, removed, legs, departures, frequencies from line_service where version_uuid = ${from}`.execute(
      trx,
    );
  const calls = ({ rows }: DirectionContent) => rows.map(({ staUuid }) => staUuid).join();
  for (const [at, now] of after.entries()) {
    if (calls(before[at]!) === calls(now)) continue;
    const own = sql`version_uuid = ${to} and direction = ${now.direction}`;
    if (now.rows.length > 1) await sql`update line_service set legs = null where ${own}`.execute(trx);
    else await sql`delete from line_service where ${own}`.execute(trx);
  }
}
