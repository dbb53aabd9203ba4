import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { chunks } from "~/kit/ground/chunks";
import type { DirectionContent, StoredPath } from "./content.server";
import type { RunningParams } from "./params/running-params";
import { newRow, type SequenceRow } from "./sequence/sequence";
import type { DirectionService } from "./timetable/services-along";

export async function writeContent(
  trx: Transaction<DB>,
  versions: readonly { versionUuid: string; content: readonly DirectionContent[] }[],
): Promise<void> {
  const keys = versions.map(({ versionUuid }) => versionUuid);
  for (const some of chunks(keys, 5000)) {
    await trx.deleteFrom("lineStation").where("versionUuid", "in", some).execute();
    await trx.deleteFrom("linePath").where("versionUuid", "in", some).execute();
  }
  const directions = versions.flatMap(({ versionUuid, content }) => content.map((one) => ({ versionUuid, ...one })));
  const rows = directions.flatMap(({ versionUuid, direction, rows: calls }) =>
    calls.map((row, at) => ({ versionUuid, direction, serial: at + 1, ...stationColumns(row) })),
  );
  for (const some of chunks(rows, 2000)) await trx.insertInto("lineStation").values(some).execute();
  const paths = directions.flatMap(({ versionUuid, direction, path }) =>
    path ? [{ versionUuid, direction, ...pathColumns(path) }] : [],
  );
  for (const some of chunks(paths, 200)) await trx.insertInto("linePath").values(some).execute();
  for (const some of chunks(keys, 5000)) await rememberPlaces(trx, some);
}

/** Stations that a path did not call at before are remembered where they lie now. */
async function rememberPlaces(trx: Transaction<DB>, versions: readonly string[]): Promise<void> {
  await sql`update line_path p set places = called.places from (
    select ls.version_uuid, ls.direction, jsonb_object_agg(ls.sta_uuid, coalesce(was.places -> ls.sta_uuid::text, jsonb_build_array(s.lng, s.lat))) as places
    from line_station ls join station s using (sta_uuid) join line_path was using (version_uuid, direction) where ls.version_uuid = any(${versions}) group by 1, 2) called
    where p.version_uuid = called.version_uuid and p.direction = called.direction`.execute(trx);
}

const stationNames = Object.keys(newRow("")) as (keyof SequenceRow)[];

const stationColumns = (row: SequenceRow) =>
  Object.fromEntries(stationNames.map((name) => [name, row[name]])) as unknown as SequenceRow;

function pathColumns({ points, gaps, vias, freeHand, places = {}, ...path }: StoredPath) {
  return {
    ...path,
    places: JSON.stringify(places),
    coords: points.flatMap(([lng, lat]) => [lng, lat]),
    gaps: JSON.stringify(gaps),
    vias: JSON.stringify(vias),
    freeHand: JSON.stringify(freeHand),
  };
}

export async function writeVersionParams(
  trx: Transaction<DB>,
  versionUuid: string,
  params: RunningParams | null,
): Promise<void> {
  if (!params) await trx.deleteFrom("lineVersionParam").where("versionUuid", "=", versionUuid).execute();
  else
    await trx
      .insertInto("lineVersionParam")
      .values({ versionUuid, ...params })
      .onConflict((conflict) => conflict.column("versionUuid").doUpdateSet({ ...params }))
      .execute();
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
        versionUuid,
        direction,
        serial: at + 1,
        serviceName: name,
        weekdays,
        added,
        removed,
        departures,
        validFrom: from,
        validTo: to,
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
