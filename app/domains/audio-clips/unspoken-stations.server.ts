import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";

interface UnspokenFilters {
  language: string;
  lineUuid?: string;
  orgId?: string;
}

export const mostSpoken = 5000;

interface Unspoken {
  staUuid: string;
  text: string;
  /** What the program has spoken before the station was called, or said, as it is now. */
  replacesUuid: string | null;
}

/** Stations in use without a clip of their name in a language as it is today; of a line or of an organisation's lines those that these call at today. */
export async function unspokenStations(viewer: Viewer, { language, lineUuid, orgId }: UnspokenFilters) {
  const text = language === "en" ? sql`nullif(station.name_en, '')` : sql`station.sta_name`;
  const ofLines = sql`exists (select from line_station called join line_version version using (version_uuid)
      join line_classify variant using (classify_sid) join line on line.line_uuid = variant.main_uuid
    where called.sta_uuid = station.sta_uuid and version.deleted_at is null and variant.deleted_at is null and line.deleted_at is null and version.valid @> ${today()}::date
      and ${inScope(viewer, sql`line.org_id`)} ${lineUuid ? sql`and line.line_uuid = ${lineUuid}` : sql``} ${orgId ? sql`and line.org_id = ${orgId}` : sql``})`;
  const ofStation = sql`from audio a where a.sta_uuid = station.sta_uuid and a.language = ${language} and a.deleted_at is null`;
  const { rows } = await sql<Unspoken>`
    select station.sta_uuid, ${text} as text, (select a.audio_uuid ${ofStation} order by a.updated_at desc limit 1) as replaces_uuid from station
    where station.deleted_at is null and ${text} is not null ${lineUuid || orgId ? sql`and ${ofLines}` : sql``}
      and not exists (select ${ofStation} and not (a.source = 'spoken' and ${isOld(language)}))
    order by station.sta_self_code limit ${mostSpoken}`.execute(db());
  return rows;
}

/** Whether clip `a` was spoken from a name or a pronunciation that `station` has no more. */
function isOld(language: string) {
  const name = language === "en" ? "nameEn" : "staName";
  const column = language === "en" ? sql`station.name_en` : sql`station.sta_name`;
  const renamed = sql`a.text <> ${column} and h.before ->> ${name} = a.text`;
  const saidDifferently = sql`h.before ->> 'pronunciation' is distinct from h.after ->> 'pronunciation'
    and h.at > (select created_at from stored_file where file_key = a.file_uuid)`;
  return sql<boolean>`exists (select from history h where h.room = 'stations' and h.record_key = station.sta_uuid and h.before is not null
    and (${renamed} ${language === "zh" ? sql`or ${saidDifferently}` : sql``}))`;
}
