import { sql } from "kysely";
import { db, plannedOnce } from "~/kit/data/db/pool.server";

interface Opposite {
  staUuid: string;
  staSelfCode: string;
}

/** Metres within which a station of the same name counts as the one across the road. */
export const oppositeWithin = 400;

/** For each station the one across the road: the one that it names; else of the same name, near by, named by none, facing the other way where both say how they face; the nearest of several. */
export async function findOpposites(staUuids: readonly string[]): Promise<Map<string, Opposite>> {
  const keys = [...new Set(staUuids)];
  const found = await sql<Opposite & { own: string }>`${plannedOnce}
    select s.sta_uuid as own, t.sta_uuid, t.sta_self_code from station s join station t on t.sta_uuid = s.opposite_sta
    where s.sta_uuid = any(${keys}) and t.deleted_at is null
    union all
    (select distinct on (s.sta_uuid) s.sta_uuid, t.sta_uuid, t.sta_self_code
    from station s join station t on t.sta_name = s.sta_name and t.sta_uuid <> s.sta_uuid and t.opposite_sta is null and t.deleted_at is null
      and metres_between(s.lng, s.lat, t.lng, t.lat) <= ${oppositeWithin}
      and (s.azimuth is null or t.azimuth is null or abs(mod(s.azimuth - t.azimuth + 540, 360) - 180) > 90)
    where s.sta_uuid = any(${keys}) and s.opposite_sta is null
    order by s.sta_uuid, metres_between(s.lng, s.lat, t.lng, t.lat), t.sta_uuid)`.execute(db());
  return new Map(found.rows.map(({ own, ...opposite }) => [own, opposite]));
}
