import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { directions, type Direction, type VoiceUse } from "~/transit/announcements/words";
import { type StoredFile, touchDraft } from "./file-record.server";
import { playedWords } from "./list-verbs.server";

/** Puts one clip in the place of another in every living draft, which keeps a note of it; answers in how many places. */
export async function replaceInDrafts(viewer: Viewer, clip: string, by: string): Promise<number> {
  return inTransaction(async (trx) => {
    let places = 0;
    for (const file of await draftsWith(trx, clip)) {
      const lists = await listsWith(trx, file, clip);
      const before = await describeLists(trx, lists);
      await sql`update line_file_node_audio set audio_uuid = ${by} where audio_uuid = ${clip} and node_uuid = any(${lists.map(({ nodeUuid }) => nodeUuid)})`.execute(
        trx,
      );
      const playlist = { before: { playlist: before }, after: { playlist: await describeLists(trx, lists) } };
      await touchDraft(trx, viewer, file, playlist);
      places += lists.reduce((sum, { links }) => sum + links, 0);
    }
    return places;
  });
}

async function draftsWith(trx: Transaction<DB>, clip: string): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select f.file_uuid, f.classify_sid, f.version_uuid, f.state, f.version, f.file_version from line_file f
    where f.state = 0 and f.deleted_at is null and f.file_uuid in (select n.file_uuid from line_file_node_audio l join line_file_node n using (node_uuid) where l.audio_uuid = ${clip})
    order by f.file_uuid for update`.execute(trx);
  return rows;
}

interface Playing {
  nodeUuid: string;
  name: string;
  direction: Direction;
  voiceUse: VoiceUse;
  links: number;
}

async function listsWith(trx: Transaction<DB>, { fileUuid }: StoredFile, clip: string): Promise<Playing[]> {
  const { rows } = await sql<Playing>`
    select n.node_uuid, n.name, n.direction, l.voice_use, count(*)::int as links from line_file_node_audio l join line_file_node n using (node_uuid)
    where n.file_uuid = ${fileUuid} and l.audio_uuid = ${clip} group by n.node_uuid, l.voice_use order by n.direction, n.serial, l.voice_use`.execute(
    trx,
  );
  return rows;
}

const most = 20;

async function describeLists(trx: Transaction<DB>, lists: readonly Playing[]): Promise<string> {
  const words: string[] = [];
  for (const { direction, name, nodeUuid, voiceUse } of lists.slice(0, most))
    words.push(`${directions[direction]} ${name} ${await playedWords(trx, nodeUuid, voiceUse)}`);
  return [...words, ...(lists.length > most ? [`等 ${lists.length} 处`] : [])].join("；");
}
