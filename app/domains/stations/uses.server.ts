import { sql } from "kysely";
import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { liesElsewhere } from "./elsewhere.server";
import { boundDevices } from "~/domains/devices/queries.server";
import type { Reference } from "~/kit/room/uses.server";

export interface LineAtStation {
  lineUuid: string;
  lineName: string;
  lineType: number;
  direction: number;
  serial: number;
  /** In force on the day asked for, planned for later or past, or still a draft. */
  standing: "effective" | "planned" | "past" | "draft";
  /** The day from which it does, of a draft the one it is meant for. */
  from: string | null;
  classifySid: string;
  versionUuid: string;
  /** The station has moved since the path was laid or said to be right. */
  toReview: boolean;
}

const calls = sql`line_station ls join line_version v on v.version_uuid = ls.version_uuid and v.deleted_at is null
  join line_classify c on c.classify_sid = v.classify_sid and c.deleted_at is null join line l on l.line_uuid = c.main_uuid and l.deleted_at is null`;

/** Which lines call at a station: in force on a day, planned, or in a draft; within the viewer's organisations. */
export async function linesOfStation(viewer: Viewer, staUuid: string, asOf: string): Promise<LineAtStation[]> {
  const isSecond = isSecondDirection(await readLineView(), sql`ls.direction`, sql`l.line_uuid`, sql`ls.version_uuid`);
  const found = await sql<LineAtStation>`${plannedOnce}
    select l.line_uuid, l.line_name, l.line_type, ls.direction, ls.serial,
      case when v.state = 'draft' then 'draft' when v.valid @> ${asOf}::date then 'effective' when lower(v.valid) > ${asOf}::date then 'planned' else 'past' end as standing,
      coalesce(lower(v.valid), v.planned_for) as "from", c.classify_sid, v.version_uuid,
      coalesce((select ${liesElsewhere(sql`(p.places -> s.sta_uuid::text)`, "s")} from line_path p join station s on s.sta_uuid = ls.sta_uuid
        where p.version_uuid = ls.version_uuid and p.direction = ls.direction), false) as to_review
    from ${calls} where ls.sta_uuid = ${staUuid} and ${inScope(viewer, sql`l.org_id`)} order by l.line_name, l.line_uuid, ${isSecond}, ls.serial, "from"`.execute(
    db(),
  );
  return found.rows;
}

export const filesAnnouncing: Reference = {
  label: "线路文件",
  blocking: false,
  // Drafts, and of each variant the newest that was generated: what was before it is history.
  select: (
    keys,
  ) => sql`select distinct n.sta_uuid as used, f.file_uuid as key, concat_ws(' ', l.line_name, c.classify_name, f.file_version) as title, l.org_id
    from line_file_node n join line_file f using (file_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
    where n.sta_uuid = any(${keys}) and f.deleted_at is null and l.deleted_at is null and (f.state = 0 or f.state in (1, 2) and not exists (
      select from line_file newer where newer.classify_sid = f.classify_sid and newer.deleted_at is null and newer.state in (1, 2) and newer.generated_at > f.generated_at))`,
  href: (key) => `/voice/file-management/${key}`,
};

export const stationReferences: Reference[] = [
  {
    label: "线路",
    blocking: true,
    select: (keys) =>
      sql`select ls.sta_uuid as used, l.line_uuid as key, l.line_name as title, l.org_id from ${calls} where ls.sta_uuid = any(${keys})`,
    href: (key) => `/line/line-management/${key}`,
  },
  {
    label: "线路的备用站点",
    blocking: true,
    select: (
      keys,
    ) => sql`select b.sta_uuid as used, l.line_uuid as key, l.line_name as title, l.org_id from line_standby b join line l using (line_uuid)
      where b.sta_uuid = any(${keys}) and b.deleted_at is null and l.deleted_at is null`,
    href: (key) => `/line/line-management/${key}/standby`,
  },
  {
    label: "变更包",
    blocking: true,
    select: (
      keys,
    ) => sql`select i.record_key as used, p.package_uuid as key, p.package_name as title, p.org_id from change_item i join change_package p using (package_uuid)
      where i.kind = 'station' and i.record_key = any(${keys}) and p.state in (0, 1) and p.deleted_at is null`,
    href: (key) => `/line/change-package/${key}`,
  },
  boundDevices("station"),
  {
    label: "关联的电子围栏",
    blocking: true,
    select: (keys) =>
      sql`select owner_uuid as used, fence_uuid as key, fence_name as title, org_id from fence where owner_type = 'station' and owner_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/electronic-fence/electronic-fence-management/${key}`,
  },
  {
    label: "对向站（删除后它不再有对向站）",
    blocking: false,
    select: (keys) =>
      sql`select opposite_sta as used, sta_uuid as key, sta_name || ' ' || sta_self_code as title, null as org_id from station
      where opposite_sta = any(${keys}) and sta_uuid <> all(${keys}) and deleted_at is null`,
    href: (key) => `/station/station-management/${key}`,
  },
  filesAnnouncing,
];
