import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

/** Metres within which a station of the same name counts as the one across the road. */
const oppositeWithin = 400;

/** For each station the one across the road: of the same name, near by, facing the other way where both say how they face; the nearest of several. */
export async function oppositesOf(
  staUuids: readonly string[],
): Promise<Map<string, { staUuid: string; staSelfCode: string }>> {
  const found = await sql<{ own: string; staUuid: string; staSelfCode: string }>`
    select distinct on (s.sta_uuid) s.sta_uuid as own, t.sta_uuid, t.sta_self_code
    from station s join station t on t.sta_name = s.sta_name and t.sta_uuid <> s.sta_uuid and t.deleted_at is null
      and metres_between(s.lng, s.lat, t.lng, t.lat) <= ${oppositeWithin}
      and (s.azimuth is null or t.azimuth is null or abs(mod(s.azimuth - t.azimuth + 540, 360) - 180) > 90)
    where s.sta_uuid = any(${[...new Set(staUuids)]})
    order by s.sta_uuid, metres_between(s.lng, s.lat, t.lng, t.lat), t.sta_uuid`.execute(db());
  return new Map(found.rows.map(({ own, ...opposite }) => [own, opposite]));
}
