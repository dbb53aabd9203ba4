import { sql } from "kysely";
import { type Database, plannedOnce } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { LineDirection, LineInput, LineStation } from "~/transit/announcements/model";
import { nameLineInEnglish } from "~/transit/announcements/line-name";
import type { Direction } from "~/transit/announcements/words";
import type { LngLat } from "~/transit/geo/lng-lat";
import { distancesAlong } from "~/transit/geo/path";

/** A variant as files announce it: stations and path of the version in force, else of the next one planned; throws where there is neither. */
export async function readLineInput(on: Database, classifySid: string): Promise<LineInput> {
  const found = await sql<LineFacts>`${plannedOnce}
    select line.line_name, line.line_id, line.line_device_no, line.line_type, v.version_uuid
    from line_classify c join line on line.line_uuid = c.main_uuid left join lateral (${versionUsed(sql`c.classify_sid`)}) v on true
    where c.classify_sid = ${classifySid}`.execute(on);
  const [line] = found.rows;
  if (!line?.versionUuid)
    throw problem.field("classifySid", "这个线路分类没有生效或待生效的版本，请先在线路管理中编辑站点并使其生效");
  const [stations, paths] = await Promise.all([
    readStations(on, line.versionUuid),
    sql<{ direction: Direction; coords: number[] }>`${plannedOnce}
      select direction, coords from line_path where version_uuid = ${line.versionUuid}`.execute(on),
  ]);
  const pathOf = new Map(paths.rows.map(({ direction, coords }) => [direction, measured(coords)]));
  const directions = ([1, 2] as const).flatMap((direction): LineDirection[] => {
    const own = stations.filter((one) => one.direction === direction).map(({ direction: _, ...station }) => station);
    return own.length > 0 ? [{ direction, stations: own, path: pathOf.get(direction) ?? [] }] : [];
  });
  return {
    classifySid,
    lineNo: String(line.lineDeviceNo ?? line.lineId ?? line.lineName),
    names: { zh: line.lineName, yue: line.lineName, en: nameLineInEnglish(line.lineName) },
    isLoop: line.lineType === 2,
    directions,
  };
}

/** The version that a file of today is made from. */
const versionUsed = (classifySid: ReturnType<typeof sql>) => sql`
  select u.version_uuid, u.version, u.valid, u.updated_at from line_version u
  where u.classify_sid = ${classifySid} and u.state = 'effective' and u.deleted_at is null and not u.valid << daterange(${today()}::date, null)
  order by u.valid limit 1`;

interface LineFacts {
  lineName: string;
  lineId: string | null;
  lineDeviceNo: number | null;
  lineType: number;
  versionUuid: string | null;
}

interface StationFound {
  direction: Direction;
  serial: number;
  staUuid: string;
  staSelfCode: string;
  staType: number;
  lng: number;
  lat: number;
  azimuth: number | null;
  inRadius: number;
  outRadius: number;
  limitSpeed: number | null;
  zh: string;
  en: string | null;
}

async function readStations(on: Database, versionUuid: string): Promise<(LineStation & { direction: Direction })[]> {
  const found = await sql<StationFound>`${plannedOnce}
    select ls.direction, ls.serial, ls.sta_uuid, s.sta_self_code, ls.sta_type, s.lng, s.lat, ls.azimuth, ls.in_radius, ls.out_radius, ls.limit_speed,
      coalesce(ls.alias, s.sta_name) as zh, coalesce(ls.alias_en, s.name_en) as en
    from line_station ls join station s using (sta_uuid) where ls.version_uuid = ${versionUuid} order by ls.direction, ls.serial`.execute(
    on,
  );
  return found.rows.map(({ staSelfCode, azimuth, limitSpeed, zh, en, ...row }) => ({
    ...row,
    code: staSelfCode,
    names: { zh, yue: zh, ...(en && { en }) },
    ...(azimuth !== null && { azimuth }),
    ...(limitSpeed !== null && { limitSpeed }),
  }));
}

function measured(flat: readonly number[]) {
  const points = Array.from({ length: flat.length >> 1 }, (_, at): LngLat => [flat[2 * at]!, flat[2 * at + 1]!]);
  const distances = distancesAlong(points);
  return points.map(([lng, lat], at) => ({
    lng: Math.round(lng * 1e6) / 1e6,
    lat: Math.round(lat * 1e6) / 1e6,
    distance: Math.round(distances[at]! * 10) / 10,
  }));
}
