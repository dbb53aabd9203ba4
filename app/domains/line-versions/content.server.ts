import { sql, type Transaction } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { Direction } from "~/domains/lines/directions";
import type { FreeHand, Gap, Via } from "./schema";
import type { SequenceRow } from "./sequence/sequence";

/** A direction's path as stored: WGS84 points, the road stretches it drives where they are known, and how sure the match is. */
export interface StoredPath {
  points: LngLat[];
  edgeKeys: string[];
  gaps: Gap[];
  source: "drawn" | "match" | "osm" | "gtfs" | "reference";
  matchState: "none" | "full" | "partial" | "white-list";
  /** Share of its length on roads, 0 to 1. */
  matchRatio: number | null;
  /** Kilometres. */
  mileage: number;
  vias: Via[];
  freeHand: FreeHand[];
  /** Where its stations lay when it was laid; left out of a new one, which is laid for where they lie now. */
  places?: Record<string, [lng: number, lat: number]>;
}

export interface DirectionContent {
  direction: Direction;
  rows: SequenceRow[];
  path: StoredPath | null;
}

/** Both directions of a version, up first; a direction without stations and path is there and empty. */
export async function readContent(on: Database, versionUuid: string | null): Promise<DirectionContent[]> {
  const content = ([1, 2] as const).map((direction): DirectionContent => ({ direction, rows: [], path: null }));
  if (versionUuid === null) return content;
  const [stations, paths] = await Promise.all([
    on
      .selectFrom("lineStation")
      .selectAll()
      .where("versionUuid", "=", versionUuid)
      .orderBy("direction")
      .orderBy("serial")
      .execute(),
    on.selectFrom("linePath").selectAll().where("versionUuid", "=", versionUuid).execute(),
  ]);
  for (const { versionUuid: _version, direction, serial: _serial, ...row } of stations)
    content[direction - 1]!.rows.push(row);
  for (const { versionUuid: _version, direction, coords, ...kept } of paths) {
    const path = { points: pairs(coords), ...kept };
    content[direction - 1]!.path = path as unknown as StoredPath;
  }
  return content;
}

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

function stationColumns({
  staUuid,
  staType,
  distance,
  duration,
  dwell,
  azimuth,
  inRadius,
  outRadius,
  limitSpeed,
  isKey,
  isTimed,
  alias,
  aliasEn,
  fareStage,
}: SequenceRow) {
  return {
    staUuid,
    staType,
    distance,
    duration,
    dwell,
    azimuth,
    inRadius,
    outRadius,
    limitSpeed,
    isKey,
    isTimed,
    alias,
    aliasEn,
    fareStage,
  };
}

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

function pairs(flat: readonly number[]): LngLat[] {
  return Array.from({ length: flat.length >> 1 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!] as const);
}
