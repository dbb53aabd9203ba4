import { sql } from "kysely";
import { type Database, plannedOnce } from "~/kit/data/db/pool.server";
import type { DisplayText, Playlist } from "~/transit/announcements/model";
import type { VoiceUse } from "~/transit/announcements/words";

export async function readPlaylists(on: Database, nodes: readonly string[]): Promise<Map<string, Playlist[]>> {
  if (nodes.length === 0) return new Map();
  const { rows } = await sql<{
    nodeUuid: string;
    voiceUse: VoiceUse;
    audioUuid: string | null;
    text: string | null;
  }>`${plannedOnce}
    select node_uuid, voice_use, audio_uuid, text from line_file_node_audio
    where node_uuid = any(${nodes}) order by node_uuid, voice_use, serial`.execute(on);
  const lists = new Map<string, Playlist[]>();
  for (const { nodeUuid, voiceUse, audioUuid, text } of rows) {
    const own = lists.get(nodeUuid) ?? [];
    let list = own.find((one) => one.voiceUse === voiceUse);
    if (!list) own.push((list = { voiceUse, voiceType: 1, items: [] }));
    list.items.push(audioUuid ? { audioUuid } : { text: text! });
    if (!audioUuid) list.voiceType = 2;
    lists.set(nodeUuid, own);
  }
  return lists;
}

export async function readTexts(on: Database, nodes: readonly string[]): Promise<Map<string, DisplayText[]>> {
  if (nodes.length === 0) return new Map();
  const { rows } = await sql<DisplayText & { nodeUuid: string }>`${plannedOnce}
    select node_uuid, language, text, seconds from line_file_node_text
    where node_uuid = any(${nodes}) order by node_uuid, language, serial`.execute(on);
  const texts = new Map<string, DisplayText[]>();
  for (const { nodeUuid, ...text } of rows) texts.set(nodeUuid, [...(texts.get(nodeUuid) ?? []), text]);
  return texts;
}
