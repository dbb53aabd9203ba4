import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";

interface Wanted {
  language: string;
  lineUuid?: string;
  orgId?: string;
}

export const mostSpoken = 5000;

/** Stations in use without a clip of their name in a language; of a line or of an organisation's lines those that these call at today. */
export async function unspokenStations(viewer: Viewer, { language, lineUuid, orgId }: Wanted) {
  const text = language === "en" ? sql`nullif(station.name_en, '')` : sql`station.sta_name`;
  const ofLines = sql`exists (select from line_station called join line_version version using (version_uuid)
      join line_classify variant using (classify_sid) join line on line.line_uuid = variant.main_uuid
    where called.sta_uuid = station.sta_uuid and version.deleted_at is null and variant.deleted_at is null and line.deleted_at is null and version.valid @> current_date
      and ${inScope(viewer, sql`line.org_id`)} ${lineUuid ? sql`and line.line_uuid = ${lineUuid}` : sql``} ${orgId ? sql`and line.org_id = ${orgId}` : sql``})`;
  const { rows } = await sql<{ staUuid: string; text: string }>`
    select station.sta_uuid, ${text} as text from station
    where station.deleted_at is null and ${text} is not null ${lineUuid || orgId ? sql`and ${ofLines}` : sql``}
      and not exists (select from audio where audio.sta_uuid = station.sta_uuid and audio.language = ${language} and audio.deleted_at is null)
    order by station.sta_self_code limit ${mostSpoken}`.execute(db());
  return rows;
}
