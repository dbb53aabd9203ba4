import type { Database } from "~/kit/data/db/pool.server";
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

export function pairs(flat: readonly number[]): LngLat[] {
  return Array.from({ length: flat.length >> 1 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!] as const);
}

export interface KnownStation {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  lng: number;
  lat: number;
  gone: boolean;
}

/** The stations that a version calls at, deleted ones marked. */
export async function stationsOf(
  on: Database,
  content: readonly { rows: readonly { staUuid: string }[] }[],
): Promise<Map<string, KnownStation>> {
  const keys = [...new Set(content.flatMap(({ rows }) => rows.map((row) => row.staUuid)))];
  if (keys.length === 0) return new Map();
  const found = await on
    .selectFrom("station")
    .select(["staUuid", "staSelfCode", "staName", "lng", "lat", "deletedAt"])
    .where("staUuid", "in", keys)
    .execute();
  return new Map(found.map(({ deletedAt, ...station }) => [station.staUuid, { ...station, gone: deletedAt !== null }]));
}
