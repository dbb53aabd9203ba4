import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import type { LngLat } from "~/transit/geo/lng-lat";

export type Station = { staUuid: string; staName: string; lng: number; lat: number };

/** For tests: the stations of the demo city's first line, up. */
export async function firstStations(): Promise<Station[]> {
  const found = await sql<Station>`
    select s.sta_uuid, s.sta_name, s.lng, s.lat from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid)
    join line_station ls on ls.version_uuid = v.version_uuid and ls.direction = 1 join station s using (sta_uuid)
    where l.line_name = ${demoNames.lines.first} and v.state = 'effective' and c.sort_type = 1 order by ls.serial`.execute(
    db(),
  );
  return found.rows;
}

/** Steps in degrees to places where another street may lie. */
export const besides = [
  [0, 0.003],
  [0, -0.003],
  [0.004, 0],
  [-0.004, 0],
  [0, 0.005],
  [0, -0.005],
] as const;

/** Gives the open draft of a line a path as an operator's feed draws it. */
export async function givePath(lineUuid: string, path: readonly LngLat[], source = "gtfs"): Promise<void> {
  await sql`
    insert into line_path (version_uuid, direction, coords, source, match_state, mileage)
    select v.version_uuid, 1, ${path.flat() as number[]}, ${source}, 'none', 1 from line_version v join line_classify c using (classify_sid)
    where c.main_uuid = ${lineUuid} and v.state = 'draft' and v.deleted_at is null
    on conflict (version_uuid, direction) do update set coords = excluded.coords, source = excluded.source, match_state = 'none', match_ratio = null, gaps = '[]', edge_keys = '{}', vias = '[]', free_hand = '[]'`.execute(
    db(),
  );
}

/** Half a kilometre to the north of the straight way from each station to the next. */
export function acrossFields(stations: readonly Station[]): LngLat[] {
  return stations.flatMap(({ lng, lat }, at): LngLat[] => {
    const next = stations[at + 1];
    return next ? [[lng, lat], asideOf([lng, lat], [next.lng, next.lat])] : [[lng, lat]];
  });
}

export const asideOf = (from: LngLat, to: LngLat): LngLat => [
  (from[0] + to[0]) / 2 + 0.0007,
  (from[1] + to[1]) / 2 + 0.0051,
];
