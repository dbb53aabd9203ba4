import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, joinTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { DisplayText, PlayItem } from "~/transit/announcements/model";
import { type VoiceUse, voiceUses } from "~/transit/announcements/words";
import { fileOfNode } from "./edit-nodes.server";
import { holdDraft, touchDraft } from "./file-record.server";
import { readTexts } from "./node-lists.server";
import { playRows } from "./node-rows.server";

/** What a node lets hear on one loudspeaker in place of the recipe; no items give it back to the recipe. */
export async function setPlaylist(
  viewer: Viewer,
  nodeUuid: string,
  { voiceUse, items }: { voiceUse: VoiceUse; items: readonly PlayItem[] },
  version?: number,
): Promise<void> {
  await changeLists(viewer, nodeUuid, version, async (trx) => {
    await requireClips(trx, items);
    const before = await playedWords(trx, nodeUuid, voiceUse);
    await trx
      .deleteFrom("lineFileNodeAudio")
      .where("nodeUuid", "=", nodeUuid)
      .where("voiceUse", "=", voiceUse)
      .execute();
    if (items.length > 0)
      await trx
        .insertInto("lineFileNodeAudio")
        .values(playRows(nodeUuid, voiceUse, items))
        .execute();
    return { playlist: [before, await playedWords(trx, nodeUuid, voiceUse)] };
  });
}

/** A node's own texts for the display in place of the recipe's, all languages together; none give it back to the recipe. */
export async function setTexts(
  viewer: Viewer,
  nodeUuid: string,
  texts: readonly DisplayText[],
  version?: number,
): Promise<void> {
  await changeLists(viewer, nodeUuid, version, async (trx) => {
    const before = (await readTexts(trx, [nodeUuid])).get(nodeUuid) ?? [];
    await trx.deleteFrom("lineFileNodeText").where("nodeUuid", "=", nodeUuid).execute();
    const rows = numbered(texts).map((text) => ({ linkUuid: newKey(), nodeUuid, ...text }));
    if (rows.length > 0) await trx.insertInto("lineFileNodeText").values(rows).execute();
    return { texts: [textWords(before), textWords(texts)] };
  });
}

/** Takes single sounds out of playlists, all or none; those behind move up. */
export async function removeLinks(viewer: Viewer, linkUuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ nodeUuid: string; voiceUse: VoiceUse; links: string[] }>`
    select node_uuid, voice_use, array_agg(link_uuid) as links from line_file_node_audio where link_uuid = any(${linkUuids}) group by 1, 2 order by 1, 2`.execute(
    db(),
  );
  const found = rows.reduce((sum, { links }) => sum + links.length, 0);
  if (found < new Set(linkUuids).size) throw problem.missing("节点语音");
  await inTransaction(async (trx) => {
    for (const { nodeUuid, voiceUse, links } of rows)
      await joinTransaction(trx, async () => {
        const { rows: left } = await sql<{ audioUuid: string | null; text: string | null }>`
          select audio_uuid, text from line_file_node_audio where node_uuid = ${nodeUuid} and voice_use = ${voiceUse} and not link_uuid = any(${links}) order by serial`.execute(
          trx,
        );
        const items = left.map(({ audioUuid, text }): PlayItem => (audioUuid ? { audioUuid } : { text: text! }));
        await setPlaylist(viewer, nodeUuid, { voiceUse, items });
      });
  });
}

/** Numbers the texts of each language, in the order given. */
function numbered(texts: readonly DisplayText[]) {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const serial = (counts.get(text.language) ?? 0) + 1;
    if (serial > 20) throw problem.field("texts", "一个节点的一种语言最多 20 条显示文字");
    counts.set(text.language, serial);
    return { ...text, serial };
  });
}

type SidesByField = Record<string, [before: string, after: string]>;

async function changeLists(
  viewer: Viewer,
  nodeUuid: string,
  version: number | undefined,
  write: (trx: Transaction<DB>) => Promise<SidesByField>,
): Promise<void> {
  const fileUuid = await fileOfNode(nodeUuid);
  await inTransaction(async (trx) => {
    const file = await holdDraft(trx, viewer, fileUuid, version);
    const { rows } = await sql<{ name: string }>`select name from line_file_node where node_uuid = ${nodeUuid}`.execute(
      trx,
    );
    if (!rows[0]) throw problem.missing("节点");
    const [[field, [before, after]] = ["", ["", ""]]] = Object.entries(await write(trx));
    const node = rows[0].name;
    if (before !== after)
      await touchDraft(trx, viewer, file, { before: { node, [field]: before }, after: { node, [field]: after } });
  });
}

async function requireClips(trx: Transaction<DB>, items: readonly PlayItem[]): Promise<void> {
  const wanted = [...new Set(items.flatMap((item) => ("audioUuid" in item ? [item.audioUuid] : [])))];
  const { rows } = await sql<{ audioUuid: string }>`
    select audio_uuid from audio where audio_uuid = any(${wanted}) and is_valid and deleted_at is null`.execute(trx);
  const known = new Set(rows.map(({ audioUuid }) => audioUuid));
  const errors = items.flatMap((item, at) =>
    "audioUuid" in item && !known.has(item.audioUuid)
      ? [{ path: `items.${at}.audioUuid`, message: "语音不存在或已停用，请重新选择", row: at + 1 }]
      : [],
  );
  if (errors.length > 0) throw problem.fields(errors);
}

/** What a node's own playlist says, in words. */
export async function playedWords(trx: Transaction<DB>, nodeUuid: string, voiceUse: VoiceUse): Promise<string> {
  const { rows } = await sql<{ words: string }>`
    select coalesce(l.text, a.audio_name) as words from line_file_node_audio l left join audio a using (audio_uuid)
    where l.node_uuid = ${nodeUuid} and l.voice_use = ${voiceUse} order by l.serial`.execute(trx);
  return rows.length === 0 ? "" : `${voiceUses[voiceUse]}：${rows.map(({ words }) => words).join(" + ")}`;
}

const textWords = (texts: readonly DisplayText[]) =>
  texts.map(({ language, text, seconds }) => `${language} ${text}（${seconds} 秒）`).join("；");
