import { sql, type Transaction } from "kysely";
import { type Database, db, newKey, plannedOnce } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { PublicNode, Slot, VersionContent, Text } from "./recipe";

export async function readSpoken(versionUuid: string, on: Database = db()): Promise<VersionContent> {
  const [slots, texts, nodes] = await Promise.all([
    readSlots(on, versionUuid),
    readTexts(on, versionUuid),
    readNodes(on, versionUuid),
  ]);
  return { slots, texts, nodes };
}

/** What a version says as its history keeps it; languages are in the order in which they are heard. */
const inOrder = sql`event, voice_use, array_position(array['zh', 'yue', 'en', 'other'], language), serial`;

export async function readSlots(on: Database, versionUuid: string): Promise<Slot[]> {
  const found =
    await sql<Slot>`${plannedOnce}select link_uuid, event, voice_use, language, serial as "order", part, audio_uuid
    from voice_version_audio where version_uuid = ${versionUuid} order by ${inOrder}`.execute(on);
  return found.rows;
}

export async function writeSlots(trx: Transaction<DB>, versionUuid: string, slots: readonly Slot[]): Promise<void> {
  await trx.deleteFrom("voiceVersionAudio").where("versionUuid", "=", versionUuid).execute();
  if (slots.length === 0) return;
  await trx
    .insertInto("voiceVersionAudio")
    .values(slots.map(({ order, ...slot }) => ({ ...slot, serial: order, versionUuid })))
    .execute();
}

export async function readTexts(on: Database, versionUuid: string): Promise<Text[]> {
  const found =
    await sql<Text>`${plannedOnce}select link_uuid, event, voice_use, language, serial as "order", text, seconds
    from voice_version_text where version_uuid = ${versionUuid} order by ${inOrder}`.execute(on);
  return found.rows;
}

export async function writeTexts(trx: Transaction<DB>, versionUuid: string, texts: readonly Text[]): Promise<void> {
  await trx.deleteFrom("voiceVersionText").where("versionUuid", "=", versionUuid).execute();
  if (texts.length === 0) return;
  await trx
    .insertInto("voiceVersionText")
    .values(texts.map(({ order, ...text }) => ({ ...text, serial: order, versionUuid })))
    .execute();
}

export async function readNodes(on: Database, versionUuid: string): Promise<PublicNode[]> {
  const found = await sql<PublicNode>`${plannedOnce}select node_uuid, type_uuid, name, is_broadcast, extra,
      coalesce((select json_agg(json_build_object('voiceUse', p.voice_use, 'items', p.items) order by p.voice_use) from (
        select a.voice_use, json_agg(json_build_object('audioUuid', a.audio_uuid, 'text', a.text) order by a.serial) as items
        from line_file_node_audio a where a.node_uuid = n.node_uuid group by a.voice_use) p), '[]') as playlists,
      coalesce((select json_agg(json_build_object('language', t.language, 'text', t.text, 'seconds', t.seconds) order by t.language, t.serial)
        from line_file_node_text t where t.node_uuid = n.node_uuid), '[]') as texts
    from line_file_node n where version_uuid = ${versionUuid} order by serial, node_uuid`.execute(on);
  return found.rows;
}

export async function writeNodes(
  trx: Transaction<DB>,
  versionUuid: string,
  nodes: readonly PublicNode[],
): Promise<void> {
  await trx.deleteFrom("lineFileNode").where("versionUuid", "=", versionUuid).execute();
  if (nodes.length === 0) return;
  await trx
    .insertInto("lineFileNode")
    .values(
      nodes.map(({ nodeUuid, typeUuid, name, isBroadcast, extra }, at) => ({
        nodeUuid,
        versionUuid,
        serial: at + 1,
        typeUuid,
        name,
        isBroadcast,
        byHand: true,
        extra: JSON.stringify(extra),
      })),
    )
    .execute();
  const heard = nodes.flatMap(({ nodeUuid, playlists }) =>
    playlists.flatMap(({ voiceUse, items }) =>
      items.map(({ audioUuid, text }, at) => ({
        linkUuid: newKey(),
        nodeUuid,
        voiceUse,
        serial: at + 1,
        audioUuid,
        text,
        voiceType: audioUuid ? 1 : 2,
      })),
    ),
  );
  if (heard.length > 0) await trx.insertInto("lineFileNodeAudio").values(heard).execute();
  const shown = nodes.flatMap(({ nodeUuid, texts }) =>
    texts.map((text, at) => ({ ...text, linkUuid: newKey(), nodeUuid, serial: at + 1 })),
  );
  if (shown.length > 0) await trx.insertInto("lineFileNodeText").values(shown).execute();
}
