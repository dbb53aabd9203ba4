import { sql } from "kysely";
import { fences } from "~/domains/fences/room.server";
import { stations } from "~/domains/stations/room.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { listRows } from "~/kit/room/source.server";
import type { RecordKind } from "./model";

const most = 50;

export interface OfferedDraft {
  versionUuid: string;
  name: string;
  plannedFor: string | null;
  stations: number;
  updatedByName: string | null;
}

/** Drafts of the viewer's lines that no open package holds, the latest first. */
export async function offerDrafts(viewer: Viewer): Promise<OfferedDraft[]> {
  const { rows } = await sql<OfferedDraft>`
    select v.version_uuid, line.line_name || ' ' || c.classify_name as name, v.planned_for, u.user_name as updated_by_name,
      (select count(*)::int from line_station s where s.version_uuid = v.version_uuid) as stations
    from line_version v join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid left join app_user u on u.user_id = v.updated_by
    where v.state = 'draft' and v.deleted_at is null and c.deleted_at is null and line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)}
      and not exists (select from change_item i join change_package p using (package_uuid) where i.record_key = v.version_uuid and p.state in (0, 1) and p.deleted_at is null)
    order by v.updated_at desc limit 200`.execute(db());
  return rows;
}

export interface FoundRecord {
  key: string;
  name: string;
  note: string;
}

/** Stations or fences by name, number or initials. */
export async function findRecords(viewer: Viewer, kind: RecordKind, keyword: string): Promise<FoundRecord[]> {
  const asked = { page: 1, size: most, sort: [], filters: { keyword } as never };
  if (kind === "station") {
    const { rows } = await listRows(stations.source, viewer, asked);
    return rows.map(({ staUuid, staName, staSelfCode, road, roadSide }) => ({
      key: staUuid,
      name: staName,
      note: [staSelfCode, [road, roadSide].filter(Boolean).join("")].filter(Boolean).join(" "),
    }));
  }
  const { rows } = await listRows(fences.source, viewer, asked);
  return rows.map(({ fenceUuid, fenceName, fenceNum }) => ({ key: fenceUuid, name: fenceName, note: fenceNum }));
}
