import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { PublicNode, Recipe, RecipeSlot, RecipeText } from "~/transit/announcements/model";
import type { Language } from "~/transit/announcements/words";
import { readPlaylists, readTexts } from "./node-lists.server";

export interface RecipeOfVersion {
  recipe: Recipe;
  languages: Language[];
}

/** What a public version says, as files are compiled with it. */
export async function readRecipe(on: Database, versionUuid: string): Promise<RecipeOfVersion> {
  const [versions, slots, texts, publicNodes] = await Promise.all([
    sql<{ versionNum: string; languages: Language[] }>`
      select version_num, languages from voice_version where version_uuid = ${versionUuid} and deleted_at is null`.execute(
      on,
    ),
    sql<Omit<RecipeSlot, "audioUuid"> & { audioUuid: string | null }>`
      select event, voice_use, language, serial as "order", part, audio_uuid from voice_version_audio
      where version_uuid = ${versionUuid} order by event, voice_use, language, serial`.execute(on),
    sql<RecipeText>`
      select event, voice_use, language, serial as "order", text, seconds from voice_version_text
      where version_uuid = ${versionUuid} order by event, voice_use, language, serial`.execute(on),
    readPublicNodes(on, versionUuid),
  ]);
  const [version] = versions.rows;
  if (!version) throw problem.field("versionUuid", "公共语音版本不存在或已删除，请重新选择");
  return {
    languages: version.languages,
    recipe: {
      versionNum: version.versionNum,
      slots: slots.rows.map(({ audioUuid, ...slot }) => ({ ...slot, ...(audioUuid && { audioUuid }) })),
      texts: texts.rows,
      publicNodes,
    },
  };
}

async function readPublicNodes(on: Database, versionUuid: string): Promise<PublicNode[]> {
  const { rows } = await sql<Omit<PublicNode, "playlists" | "texts">>`
    select n.node_uuid, n.name, t.use from line_file_node n join node_type t using (type_uuid)
    where n.version_uuid = ${versionUuid} order by n.serial`.execute(on);
  const keys = rows.map(({ nodeUuid }) => nodeUuid);
  const [playlists, texts] = await Promise.all([readPlaylists(on, keys), readTexts(on, keys)]);
  return rows.map((node) => ({
    ...node,
    playlists: playlists.get(node.nodeUuid) ?? [],
    texts: texts.get(node.nodeUuid) ?? [],
  }));
}
