import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";
import { directionName, type DirectionView } from "~/domains/parameters/schema";
import { sql } from "kysely";
import { checkPath } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { attempt } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { boxOf, growBox, isInBox, type LngLat } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import { checkOne } from "./run-check.server";
import { isBeside } from "./stretches";
import { askAgain } from "./change-white-list.server";

/** A direction in force today that drives where roads change, with its share on the roads as they still are, 0 to 1. */
export interface TouchedPath {
  checkKey: string;
  versionUuid: string;
  classifySid: string;
  direction: number;
  name: string;
  before: number;
}

/** Changed roads beyond these, and paths beyond these, are not looked at: an import of a whole city's roads touches all of them. */
const mostWays = 20_000;
const mostPaths = 2000;

/** The directions of all organisations that drive along ways which are about to be written anew or closed. */
export async function pathsOnWays(viewer: Viewer, wayIds: readonly number[]): Promise<TouchedPath[]> {
  const places = await placesOf(wayIds.slice(0, mostWays));
  if (places.length === 0) return [];
  const touched: TouchedPath[] = [];
  const view = await readLineView();
  for (const { coords, lineName, lineType, ...row } of await passing(places, view)) {
    const path = pointsOf(coords);
    const box = boxOf(path);
    const around = box && growBox(box, 100);
    const near = around ? places.filter((place) => isInBox(place, around)) : [];
    // Whoever waits for a page goes first.
    await new Promise(setImmediate);
    if (!near.some((place) => isBeside(place, path))) continue;
    const known = await attempt(() => checkPath(viewer, path));
    touched.push({
      ...row,
      checkKey: `${row.versionUuid}-${row.direction}`,
      name: `${lineName} ${directionName(lineType, row.direction, view)}`,
      before: known.ok ? known.value.ratio : 0,
    });
  }
  return touched;
}

/** Checks those of them that still run against the roads as they are now, and asks again about accepted stretches: those that lie on the roads less than before, and how many stretches are asked about. */
export async function afterRoads(viewer: Viewer, touched: readonly TouchedPath[]) {
  const asked = await inTransaction((trx) => askAgain(trx));
  const broken: { checkKey: string; name: string; before: number; after: number }[] = [];
  const running = await runningAmong(touched.map(({ versionUuid }) => versionUuid));
  const due = touched.filter(({ versionUuid }) => running.has(versionUuid));
  for (const path of due) {
    const { ratio } = await checkOne(viewer, path);
    if (ratio < path.before - 0.002)
      broken.push({ checkKey: path.checkKey, name: path.name, before: path.before, after: ratio });
  }
  return { checked: due.length, broken, asked };
}

/** Versions in force of lines that are there: what takes an import back may have deleted some. */
async function runningAmong(versionUuids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ versionUuid: string }>`
    select v.version_uuid from line_version v join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where v.version_uuid = any(${[...versionUuids]}) and v.deleted_at is null and v.valid @> ${today()}::date and c.deleted_at is null and line.deleted_at is null`.execute(
    db(),
  );
  return new Set(rows.map(({ versionUuid }) => versionUuid));
}

async function placesOf(wayIds: readonly number[]): Promise<LngLat[]> {
  const found = await sql<{ lng: number; lat: number }>`
    select (center(bounds))[0] as lng, (center(bounds))[1] as lat from road_edge where way_id = any(${[...wayIds]}::bigint[])`.execute(
    db(),
  );
  return found.rows.map(({ lng, lat }) => [lng, lat] as const);
}

/** Directions in force today with a station within some kilometres of these places. */
async function passing(places: readonly LngLat[], view: DirectionView) {
  const { minLng, minLat, maxLng, maxLat } = boxOf(places)!;
  const around = 0.03;
  const found = await sql<{
    versionUuid: string;
    classifySid: string;
    direction: number;
    lineName: string;
    lineType: number;
    coords: number[];
  }>`
    select p.version_uuid, v.classify_sid, p.direction, line.line_name, line.line_type, p.coords
    from line_path p join line_version v on v.version_uuid = p.version_uuid and v.deleted_at is null and v.valid @> ${today()}::date
    join line_classify c on c.classify_sid = v.classify_sid and c.deleted_at is null join line on line.line_uuid = c.main_uuid and line.deleted_at is null
    where exists (select from line_station ls join station s using (sta_uuid) where ls.version_uuid = p.version_uuid and ls.direction = p.direction
      and s.lng between ${minLng - around} and ${maxLng + around} and s.lat between ${minLat - around} and ${maxLat + around})
    order by line.name_order, v.classify_sid, ${isSecondDirection(view, sql`p.direction`, sql`line.line_uuid`, sql`p.version_uuid`)} limit ${mostPaths}`.execute(
    db(),
  );
  return found.rows;
}
