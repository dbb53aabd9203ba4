import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";

export interface LeavingStation {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  lines: number;
  lineNames: string[];
  devices: number;
}

export async function leavingStations(
  viewer: Viewer,
  classifySid: string,
  staUuids: readonly string[],
): Promise<LeavingStation[]> {
  const day = today();
  const found = await sql<LeavingStation & { firstSerial: number }>`
    with own as (select c.main_uuid, ls.sta_uuid, min(ls.serial + ls.direction * 1000) as first_serial from line_classify c join line_version v using (classify_sid) join line_station ls using (version_uuid)
      where classify_sid = ${classifySid} and v.deleted_at is null and v.valid @> ${day}::date group by 1, 2),
    gone as (select * from own where not sta_uuid = any(${[...staUuids]})),
    others as (select distinct gone.sta_uuid, l.line_uuid, l.line_name, l.name_order, ${inScope(viewer, sql`l.org_id`)} as seen from gone join line_station ls using (sta_uuid) join line_version v using (version_uuid)
      join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
      where l.line_uuid <> gone.main_uuid and l.deleted_at is null and c.deleted_at is null and v.deleted_at is null and v.state = 'effective' and not v.valid << daterange(${day}::date, null))
    select gone.first_serial, s.sta_uuid, s.sta_name, s.sta_self_code,
      (select count(*)::int from others where others.sta_uuid = s.sta_uuid) as lines,
      array(select line_name from others where others.sta_uuid = s.sta_uuid and seen order by name_order limit 3) as line_names,
      (select count(*)::int from device where bind_type = 'station' and bind_uuid = s.sta_uuid and deleted_at is null) as devices
    from gone join station s on s.sta_uuid = gone.sta_uuid order by gone.first_serial`.execute(db());
  return found.rows.map(({ firstSerial: _serial, ...row }) => row);
}
