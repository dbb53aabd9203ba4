import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type Database, db, plannedOnce } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { nameLineInEnglish } from "~/transit/announcements/line-name";
import { spokenLanguage } from "~/transit/announcements/fill-playlists";
import { directionWords } from "~/transit/announcements/words";
import { type SourcePart, sourceParts, type Sources } from "./words";

/** What a file would be made from now, by its key: a hash and the last change of each part. */
export interface SourcesNow {
  sources: Sources;
  changedAt: Partial<Record<SourcePart, Date>>;
}

export const sourcesOf = async (fileUuid: string, on: Database = db()): Promise<Sources | undefined> =>
  (await readSources(sql`f.file_uuid = ${fileUuid}`, on, plannedOnce)).get(fileUuid)?.sources;

/** Of the files that a condition on `f` names; two statements however many. */
export async function readSources(
  which: RawBuilder<unknown>,
  on: Database = db(),
  once = sql``,
): Promise<Map<string, SourcesNow>> {
  const lines = await sql<{ zh: string }>`${once}
    select distinct line.line_name as zh from line_file f join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid where ${which}`.execute(
    on,
  );
  const inEnglish = JSON.stringify(lines.rows.map(({ zh }) => ({ zh, en: nameLineInEnglish(zh) })));
  const { rows } = await sql<
    Record<SourcePart, string> & Record<`${SourcePart}At`, Date | null> & { fileUuid: string }
  >`${once}
    with wanted as materialized (
      select f.file_uuid, f.classify_sid, f.version_uuid, line.line_name, line.line_id, line.line_device_no, line.updated_at as line_at, used.version_uuid as used, used.updated_at as used_at
      from line_file f join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
      left join lateral (select u.version_uuid, u.updated_at from line_version u where u.classify_sid = f.classify_sid and u.state = 'effective' and u.deleted_at is null
        and not u.valid << daterange(${today()}::date, null) order by u.valid limit 1) used on true
      where ${which}),
    versions as materialized (select distinct used from wanted),
    calls as materialized (
      select ls.version_uuid as used, ls.direction, ls.serial, ls.sta_uuid, coalesce(ls.alias, s.sta_name) as zh, coalesce(ls.alias_en, s.name_en, '') as en, s.pronunciation, s.updated_at,
        concat_ws(',', ls.sta_uuid, ls.sta_type, coalesce(ls.azimuth, -1), ls.in_radius, ls.out_radius, coalesce(ls.limit_speed, 0), s.lng, s.lat, s.sta_self_code) as place
      from versions join line_station ls on ls.version_uuid = used join station s using (sta_uuid)),
    places as materialized (select distinct sta_uuid, zh, en from calls),
    heard as materialized (
      select p.sta_uuid, p.zh, p.en, md5(string_agg(${clip}, ';' order by a.audio_uuid)) as clips, max(a.updated_at) as clips_at from places p cross join lateral (
        ${heardClips} and a.sta_uuid = p.sta_uuid
        union ${heardClips} and a.text = p.zh and a.language in ('zh', 'yue')
        union ${heardClips} and a.text = p.en and a.language = 'en'
      ) a group by 1, 2, 3),
    lines as (
      select used, max(updated_at) as names_at, md5(string_agg(concat_ws(':', direction, place), ';' order by direction, serial)) as stations,
        md5(string_agg(concat_ws(',', zh, en), ';' order by direction, serial)) as names,
        md5(string_agg(coalesce(pronunciation, ''), ';' order by direction, serial)) as pronunciations,
        string_agg(coalesce(h.clips, ''), ';' order by direction, serial) as clips, max(h.clips_at) as clips_at
      from calls left join heard h using (sta_uuid, zh, en) group by used),
    paths as (
      select p.version_uuid as used, md5(string_agg(p.direction || md5(array_send(p.coords)), ';' order by p.direction)) as path
      from versions join line_path p on p.version_uuid = used group by 1),
    recipes as materialized (${recipes}),
    own as (
      select w.file_uuid as file, string_agg(${clip}, ';' order by a.audio_uuid) as clips, max(a.updated_at) as clips_at from wanted w cross join lateral (
        ${heardClips} and a.text = w.line_name and a.language in ('zh', 'yue')
        union ${heardClips} and a.language = 'en' and a.text in (select named.en from jsonb_to_recordset(${inEnglish}::jsonb) named (zh text, en text) where named.zh = w.line_name)
        union ${heardClips} and a.text = any(${Object.values(directionWords).flat()}) and exists (select from voice_version_audio x where x.version_uuid = w.version_uuid and x.part = 'direction' and x.language = a.language)
        union ${heardClips} and a.audio_uuid in (select l.audio_uuid from line_file_node n join line_file_node_audio l using (node_uuid) where n.file_uuid = w.file_uuid)
        union ${heardClips} and a.language = ${spokenLanguage} and a.text in (select l.text from line_file_node n join line_file_node_audio l using (node_uuid) where n.file_uuid = w.file_uuid)
      ) a group by 1)
    select w.file_uuid, coalesce(w.line_device_no::text, w.line_id, w.line_name) as line, coalesce(l.stations, '') as stations, coalesce(p.path, '') as path, md5(w.line_name || coalesce(l.names, '')) as names, coalesce(l.pronunciations, '') as pronunciations,
      coalesce(r.recipe, '') as recipe, md5(concat_ws('|', l.clips, s.clips, r.clips)) as clips,
      w.line_at as "lineAt", greatest(w.used_at, l.names_at) as "stationsAt", w.used_at as "pathAt", greatest(w.line_at, l.names_at) as "namesAt", l.names_at as "pronunciationsAt", r.recipe_at as "recipeAt",
      greatest(l.clips_at, s.clips_at, r.clips_at) as "clipsAt"
    from wanted w left join lines l using (used) left join paths p using (used) left join recipes r using (version_uuid) left join own s on s.file = w.file_uuid`.execute(
    on,
  );
  return new Map(rows.map(({ fileUuid, ...row }) => [fileUuid, sidesOf(row)]));
}

/** Looked up by an index for one place after another: a join would read the whole library, for a single file too. */
const heardClips = sql`select a.audio_uuid, a.sha256, a.text, a.language, a.speaker, a.source, a.updated_at from audio a where a.deleted_at is null and a.is_valid`;

const clip = sql`concat_ws(',', a.audio_uuid, a.sha256, a.text, a.language, a.speaker, a.source)`;

/** Each public version once: its rows, its public nodes, and the clips that both name. */
const recipes = sql`
  select v.version_uuid, v.updated_at as recipe_at, md5(concat_ws('|', v.version_num, array_to_string(v.languages, ','),
      (select string_agg(concat_ws(',', event, voice_use, language, serial, part, audio_uuid), ';' order by event, voice_use, language, serial) from voice_version_audio x where x.version_uuid = v.version_uuid),
      (select string_agg(concat_ws(',', event, voice_use, language, serial, text, seconds), ';' order by event, voice_use, language, serial) from voice_version_text x where x.version_uuid = v.version_uuid),
      (select string_agg(concat_ws(',', n.name, t.use, case when not n.is_broadcast then 'off' end, nullif(n.extra, '{}'), (select string_agg(concat_ws(',', voice_use, serial, audio_uuid, text), '+' order by voice_use, serial) from line_file_node_audio x where x.node_uuid = n.node_uuid),
        (select string_agg(concat_ws(',', language, serial, text, seconds), '+' order by language, serial) from line_file_node_text x where x.node_uuid = n.node_uuid)), ';' order by n.serial)
        from line_file_node n join node_type t using (type_uuid) where n.version_uuid = v.version_uuid))) as recipe, named.*
  from voice_version v left join lateral (select string_agg(${clip}, ';' order by a.audio_uuid) as clips, max(a.updated_at) as clips_at from (
    ${heardClips} and a.audio_uuid in (select audio_uuid from voice_version_audio x where x.version_uuid = v.version_uuid)
    union ${heardClips} and a.audio_uuid in (select x.audio_uuid from line_file_node_audio x join line_file_node n using (node_uuid) where n.version_uuid = v.version_uuid)
    union ${heardClips} and a.language = ${spokenLanguage} and a.text in (select x.text from line_file_node_audio x join line_file_node n using (node_uuid) where n.version_uuid = v.version_uuid)) a) named on true
  where v.version_uuid in (select version_uuid from wanted)`;

const parts = Object.keys(sourceParts) as SourcePart[];

function sidesOf(row: Record<SourcePart, string> & Record<`${SourcePart}At`, Date | null>): SourcesNow {
  return {
    sources: Object.fromEntries(parts.map((part) => [part, row[part]])) as Sources,
    changedAt: Object.fromEntries(parts.flatMap((part) => (row[`${part}At`] ? [[part, row[`${part}At`]]] : []))),
  };
}

/** A part that was not looked at when the file was generated counts as unchanged. */
export const changedParts = (made: Partial<Sources> | null, now: Sources | undefined): SourcePart[] =>
  made && now ? parts.filter((part) => made[part] !== undefined && made[part] !== now[part]) : [];

export const hashSources = (sources: Sources): string =>
  createHash("sha256")
    .update(parts.map((part) => sources[part]).join())
    .digest("hex");
