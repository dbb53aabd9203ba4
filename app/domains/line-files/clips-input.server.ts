import { sql } from "kysely";
import { type Database, plannedOnce } from "~/kit/data/db/pool.server";
import { spokenLanguage } from "~/transit/announcements/fill-playlists";
import type { Clip, LineInput, Node, Recipe } from "~/transit/announcements/model";
import { directionWords, type Language } from "~/transit/announcements/words";

/** Every clip that a file may use: those named by recipe and nodes, and those of its stations' and line's names. */
export async function readClips(
  on: Database,
  {
    line,
    recipe,
    nodes,
    languages,
  }: { line: LineInput; recipe: Recipe; nodes: readonly Node[]; languages: Language[] },
): Promise<Clip[]> {
  const playlists = [...nodes, ...recipe.publicNodes].flatMap((node) => node.playlists.flatMap(({ items }) => items));
  const named = [...recipe.slots, ...playlists].flatMap((one) =>
    "audioUuid" in one && one.audioUuid ? [one.audioUuid] : [],
  );
  const words = playlists.flatMap((one) => ("text" in one ? [one.text] : []));
  const stations = line.directions.flatMap((direction) => direction.stations);
  const names = [...stations, line].flatMap((one) => Object.values(one.names));
  const { rows } = await sql<ClipFound>`${plannedOnce}
    select audio_uuid, language, coalesce(text, audio_name) as text, sta_uuid, source, speaker, duration_ms, format, size_bytes, crc32, sha256,
      array(select words from audio_agreed a where a.audio_uuid = audio.audio_uuid and a.sha256 = audio.sha256 order by words) as agreed
    from audio where deleted_at is null and is_valid and (audio_uuid = any(${named})
      or (language = any(${languages}) and (sta_uuid = any(${stations.map(({ staUuid }) => staUuid)}) or text = any(${[...names, ...Object.values(directionWords).flat()]})))
      or (language = ${spokenLanguage} and text = any(${words})))
    order by audio_uuid`.execute(on);
  return rows.map(({ staUuid, crc32, agreed, ...clip }) => ({
    ...clip,
    ...(agreed.length > 0 && { agreed }),
    ...(staUuid && { staUuid }),
    crc32: Number.parseInt(crc32, 16),
  }));
}

type ClipFound = Omit<Clip, "staUuid" | "crc32" | "agreed"> & {
  staUuid: string | null;
  crc32: string;
  agreed: string[];
};
