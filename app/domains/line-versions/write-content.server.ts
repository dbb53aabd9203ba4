import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import type { DirectionContent, StoredPath } from "./content.server";
import type { RunningParams } from "./params/running-params";
import type { SequenceRow } from "./sequence/sequence";

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

/** A list in pieces, so that no statement carries more values than the protocol allows. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

const stationNames = [
  ...(["staUuid", "staType", "distance", "duration", "dwell", "azimuth", "inRadius", "outRadius"] as const),
  ...(["limitSpeed", "isKey", "isTimed", "alias", "aliasEn", "fareStage"] as const),
];

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
