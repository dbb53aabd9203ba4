import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Box } from "~/transit/geo/lng-lat";
import { simplifyLine } from "~/transit/geo/simplify";
import { today } from "~/kit/ground/time/today.server";
import { foundStations } from "~/domains/line-versions/queries.server";
import { visibleLines } from "~/domains/lines/queries.server";
import { stationsWithin } from "~/domains/stations/queries.server";
import { type KnownPlace, toPlace } from "./model";

/** Stations sent to a map at once; `more` says that some are left out. */
const mostStationsAround = 20_000;
const mostLinesAround = 40;
const nearMetres = 300;

const inBox = ({ minLng, minLat, maxLng, maxLat }: Box) =>
  sql`point(station.lng, station.lat) <@ box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`;

/** Living stations in a box as flat [lng, lat, ...] in millionths of a degree. */
export async function stationsAround(_viewer: Viewer, box: Box): Promise<{ places: number[]; more: boolean }> {
  const found = await sql<{ lng: number; lat: number }>`
    select lng, lat from station where deleted_at is null and ${inBox(box)} limit ${mostStationsAround + 1}`.execute(
    db(),
  );
  const rows = found.rows.slice(0, mostStationsAround);
  return {
    places: rows.flatMap(({ lng, lat }) => [Math.round(lng * 1e6), Math.round(lat * 1e6)]),
    more: found.rows.length > mostStationsAround,
  };
}

export const stationsNear = async (viewer: Viewer, place: { lng: number; lat: number }): Promise<KnownPlace[]> =>
  (await stationsWithin(viewer, place, nearMetres, 12)).map(toPlace);

export const stationsNamed = async (viewer: Viewer, find: string): Promise<KnownPlace[]> =>
  (await foundStations(viewer, find)).map(toPlace);

/** Paths of other lines in force that call at a station in a box, simplified to about a metre: at most 40, `more` says that there are others. */
export async function linesAround(
  viewer: Viewer,
  box: Box,
  butLine: string,
): Promise<{ lines: { lineName: string; path: number[] }[]; more: boolean }> {
  const found = await sql<{ lineName: string; coords: number[] }>`
    select line.line_name, p.coords
    from line_path p join line_version v using (version_uuid) join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where v.deleted_at is null and v.state = 'effective' and v.valid @> ${today()}::date and c.deleted_at is null and line.deleted_at is null
      and line.line_uuid <> ${butLine} and ${visibleLines(viewer)}
      and exists (select 1 from line_station ls join station using (sta_uuid) where ls.version_uuid = p.version_uuid and ls.direction = p.direction and ${inBox(box)})
    order by line.line_name, p.direction limit ${mostLinesAround + 1}`.execute(db());
  const lines = found.rows.slice(0, mostLinesAround).map(({ lineName, coords }) => ({
    lineName,
    path: simplifyLine(coords, 1e-5).map((degrees) => Math.round(degrees * 1e6)),
  }));
  return { lines, more: found.rows.length > mostLinesAround };
}
