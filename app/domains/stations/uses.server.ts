import { sql } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import type { Use } from "~/kernel/screens";

export interface LineAtStation {
  lineUuid: string;
  lineName: string;
  lineType: number;
  direction: number;
  serial: number;
  /** In force on the day asked for, planned for later or past, or still a draft. */
  standing: "effective" | "planned" | "past" | "draft";
}

/** Which lines call at a station: in force on a day, planned, or in a draft; within the viewer's organisations. */
export async function linesOfStation(viewer: Viewer, staUuid: string, asOf: string): Promise<LineAtStation[]> {
  const scope = viewer.orgScope === "all" ? sql`true` : sql`l.org_id = any(${viewer.orgScope})`;
  const found = await sql<LineAtStation>`
    select l.line_uuid, l.line_name, l.line_type, ls.direction, ls.serial,
      case when v.state = 'draft' then 'draft' when v.valid @> ${asOf}::date then 'effective' when lower(v.valid) > ${asOf}::date then 'planned' else 'past' end as standing
    from line_station ls join line_version v using (version_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
    where ls.sta_uuid = ${staUuid} and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null and ${scope}
    order by l.line_name, l.line_uuid, ls.direction, ls.serial`.execute(db());
  return found.rows;
}

/** What would be left pointing at nothing if these stations went; lines outside the viewer's organisations are counted, not named. */
export async function stationUses(viewer: Viewer, keys: string[]): Promise<Use[]> {
  const found = await sql<{ lineUuid: string; lineName: string; orgId: string }>`
    select distinct l.line_uuid, l.line_name, l.org_id
    from line_station ls join line_version v using (version_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
    where ls.sta_uuid = any(${keys}) and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null
    order by l.line_name`.execute(db());
  const seen = found.rows.filter((line) => viewer.orgScope === "all" || viewer.orgScope.includes(line.orgId));
  const hidden = found.rows.length - seen.length;
  return [
    { label: "线路", count: seen.length, blocking: true, items: seen.slice(0, 10).map((line) => ({ title: line.lineName, href: `/line/line-management/${line.lineUuid}` })) },
    { label: "您的机构范围以外的线路", count: hidden, blocking: true },
  ];
}
