import { type RawBuilder, sql } from "kysely";
import type { Reference } from "~/kit/room/uses.server";

/** Files that may still be announced: drafts, and of each variant the last that was generated and is not void. */
const inForce = sql`(f.state = 0 or f.state in (1, 2) and not exists (select from line_file newer
  where newer.classify_sid = f.classify_sid and newer.state in (1, 2) and newer.deleted_at is null and newer.generated_at > f.generated_at))`;

const inRecipes = sql`voice_version_audio link join voice_version v using (version_uuid) where v.deleted_at is null and link.audio_uuid`;
const inPublicNodes = sql`line_file_node_audio link join line_file_node node using (node_uuid)
  join voice_version v on v.version_uuid = node.version_uuid where v.deleted_at is null and link.audio_uuid`;
const inNodes = sql`line_file_node_audio link join line_file_node node using (node_uuid) join line_file f on f.file_uuid = node.file_uuid
  join line_classify c on c.classify_sid = f.classify_sid join line l on l.line_uuid = c.main_uuid where f.deleted_at is null and ${inForce} and link.audio_uuid`;

/** Generated files that announce its sound, by a station's or line's name too, which nothing holds by key. */
const inGenerated = sql`line_file_clip k join line_file f using (file_uuid) join line_classify c on c.classify_sid = f.classify_sid
  join line l on l.line_uuid = c.main_uuid join audio heard on heard.sha256 = k.sha256 where f.state <> 0 and f.deleted_at is null and ${inForce} and heard.audio_uuid`;

const everywhere = [inRecipes, inPublicNodes, inNodes, inGenerated];

/** How many places hold or announce the clip of that key. */
export const countUses = (key: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(${sql.join(
    everywhere.map((held) => sql`(select count(*) from ${held} = ${key})`),
    sql` + `,
  )})`;

export const isUsed = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    everywhere.map((held) => sql`exists (select from ${held} = ${key})`),
    sql` or `,
  )})`;

/** A file belongs to its line's organisation; a recipe to nobody. */
export const audioReferences: Reference[] = [
  {
    label: "公共语音",
    blocking: true,
    select: (keys) =>
      sql`select link.audio_uuid as used, v.version_uuid as key, v.version_name as title, null as org_id from ${inRecipes} = any(${keys})`,
    href: (key) => `/voice/public-voice-class/${key}`,
  },
  {
    label: "公共语音的节点",
    blocking: true,
    select: (keys) =>
      sql`select link.audio_uuid as used, v.version_uuid as key, v.version_name || ' ' || node.name as title, null as org_id from ${inPublicNodes} = any(${keys})`,
    href: (key) => `/voice/public-voice-class/${key}`,
  },
  {
    label: "线路文件",
    blocking: true,
    select: (keys) =>
      sql`select link.audio_uuid as used, f.file_uuid as key, concat_ws(' ', l.line_name, c.classify_name, f.file_version) as title, l.org_id from ${inNodes} = any(${keys})`,
    href: (key) => `/voice/line-station-voice/${key}`,
  },
  {
    label: "正在播报它的线路文件",
    blocking: false,
    select: (keys) =>
      sql`select heard.audio_uuid as used, f.file_uuid as key, concat_ws(' ', l.line_name, c.classify_name, f.file_version) as title, l.org_id from ${inGenerated} = any(${keys})`,
    href: (key) => `/voice/file-management/${key}`,
  },
];
