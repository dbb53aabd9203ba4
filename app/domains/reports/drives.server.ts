import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { today } from "~/kit/ground/time/today.server";
import { bearing } from "~/transit/geo/metres";
import { distancesAlong, placeAlong, segmentAt } from "~/transit/geo/path";
import { pointsOf } from "~/transit/geo/shape";

/** A bus with its device on the path of its line, there and back. */
export interface Drive {
  devSelfCode: string;
  terminalPhone: string | null;
  path: LngLat[];
  /** Metres from the start to each point of the path. */
  along: number[];
  /** Metres a second. */
  speed: number;
  /** Metres already gone at second 0. */
  ahead: number;
}

/** As many buses as asked for that have a device and, today, a main line with a path, each at a place and a speed of its own; `madeBy` only those that this person made, with devices of theirs. */
export async function drivesOf(buses: number, madeBy?: string): Promise<Drive[]> {
  const found = await sql<Pick<Drive, "devSelfCode" | "terminalPhone"> & { versionUuid: string }>`
    select distinct on (bus.bus_self_code) d.dev_self_code, d.terminal_phone, v.version_uuid
    from bus join device d on d.bind_uuid = bus.bus_uuid and d.bind_type = 'bus' and d.deleted_at is null
      join bus_line bl on bl.bus_uuid = bus.bus_uuid and bl.is_main and bl.valid @> ${today()}::date
      join line_classify c on c.main_uuid = bl.line_uuid and c.sort_type = 1 and c.deleted_at is null
      join line_version v on v.classify_sid = c.classify_sid and v.state = 'effective' and v.deleted_at is null and v.valid @> ${today()}::date
    where bus.deleted_at is null and ${madeBy ? sql`bus.created_by = ${madeBy} and d.created_by = ${madeBy}` : sql`true`} and exists (select from line_path where version_uuid = v.version_uuid)
    order by bus.bus_self_code, d.dev_self_code limit ${buses}`.execute(db());
  const paths = await pathsOf([...new Set(found.rows.map((row) => row.versionUuid))]);
  return found.rows.flatMap(({ versionUuid, ...device }, place) => {
    const path = paths.get(versionUuid);
    if (!path) return [];
    const along = distancesAlong(path);
    return [{ ...device, path, along, speed: 5 + (place % 7), ahead: ((place * 0.618) % 1) * 2 * along.at(-1)! }];
  });
}

export function reportOf({ devSelfCode, path, along, speed, ahead }: Drive, now: number) {
  const length = along.at(-1)!;
  const gone = (ahead + (speed * now) / 1000) % (2 * length);
  const back = gone > length;
  const at = back ? 2 * length - gone : gone;
  const segment = segmentAt(along, at);
  const heading = bearing(path[segment]!, path[segment + 1]!) + (back ? 180 : 0);
  const [lng, lat] = placeAlong(path, along, at);
  return {
    devSelfCode,
    reportedAt: new Date(now).toISOString(),
    lng: Number(lng.toFixed(6)),
    lat: Number(lat.toFixed(6)),
    speed: Math.round(speed * 36) / 10,
    azimuth: Math.round(heading) % 360,
  };
}

async function pathsOf(versions: string[]): Promise<Map<string, LngLat[]>> {
  const found = await sql<{ versionUuid: string; coords: number[] }>`
    select distinct on (version_uuid) version_uuid, coords from line_path where version_uuid = any(${versions}) and cardinality(coords) >= 4 order by version_uuid, direction`.execute(
    db(),
  );
  return new Map(found.rows.map(({ versionUuid, coords }) => [versionUuid, pointsOf(coords)]));
}
