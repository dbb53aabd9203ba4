import { sql } from "kysely";
import { nodeTypes, checkExtra } from "~/domains/node-types/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, newKey } from "~/kit/data/db/pool.server";
import { type FieldError, problem } from "~/kit/ground/problem";
import type { Language, VoiceUse } from "~/transit/announcements/words";
import { changeSpoken, knownClips } from "./change-recipe.server";
import type { PublicNode } from "./recipe";
import { isOutside } from "./recipe-rules";

const mostNodes = 200;

export interface GivenNode {
  nodeUuid?: string;
  typeUuid: string;
  name: string;
  isBroadcast: boolean;
  extra: Record<string, string | null>;
  playlists: { voiceUse: VoiceUse; items: { audioUuid?: string | null; text?: string | null }[] }[];
  texts: { language: Language; text: string; seconds: number }[];
}

/** Adds a node to what every line of the version says, or changes the one that has this key. */
export async function savePublicNode(viewer: Viewer, versionUuid: string, given: GivenNode): Promise<PublicNode> {
  const key = given.nodeUuid ?? newKey();
  const { nodes } = await changeSpoken(viewer, versionUuid, async ({ nodes }) => {
    const known = nodes.find(({ nodeUuid }) => nodeUuid === key);
    if (!known && nodes.length >= mostNodes) throw problem.field("", `一个版本最多 ${mostNodes} 个公共节点`);
    if (!known && given.nodeUuid) await requireFreeNodeKey(db(), given.nodeUuid);
    const node: PublicNode = {
      nodeUuid: key,
      typeUuid: given.typeUuid,
      name: given.name,
      isBroadcast: given.isBroadcast,
      extra: await extraOf(given, known?.typeUuid),
      playlists: given.playlists
        .filter(({ items }) => items.length > 0)
        .map(({ voiceUse, items }) => ({
          voiceUse,
          items: items.map(({ audioUuid, text }) => ({ audioUuid: audioUuid || null, text: audioUuid ? null : text! })),
        }))
        .sort((one, other) => one.voiceUse - other.voiceUse),
      texts: [...given.texts].sort((one, other) =>
        one.language < other.language ? -1 : one.language > other.language ? 1 : 0,
      ),
    };
    await refuseItems(given);
    return { nodes: known ? nodes.map((one) => (one === known ? node : one)) : [...nodes, node] };
  });
  return nodes.find(({ nodeUuid }) => nodeUuid === key)!;
}

export async function removePublicNode(viewer: Viewer, versionUuid: string, key: string): Promise<void> {
  await changeSpoken(viewer, versionUuid, ({ nodes }) => {
    if (!nodes.some(({ nodeUuid }) => nodeUuid === key)) throw problem.missing("公共节点");
    return { nodes: nodes.filter(({ nodeUuid }) => nodeUuid !== key) };
  });
}

/** Refuses the key of a node that is there: public nodes and those of lines' files have one table. */
export async function requireFreeNodeKey(on: Database, nodeUuid: string): Promise<void> {
  const { rows } = await sql`select from line_file_node where node_uuid = ${nodeUuid}`.execute(on);
  if (rows.length > 0) throw problem.field("nodeUuid", "这个主键已被使用，请换一个主键");
}

/** A type that is switched off stays with the node that has it. */
async function extraOf(given: GivenNode, own: string | undefined): Promise<Record<string, string>> {
  const type = (await nodeTypes()).find(({ typeUuid }) => typeUuid === given.typeUuid);
  if (!type) throw problem.field("typeUuid", "节点类型不存在，请从列表中选择");
  if (!type.isValid && own !== type.typeUuid)
    throw problem.field("typeUuid", `节点类型“${type.typeName}”已停用，请重新选择`);
  const { extra, faults } = checkExtra(type.columns, given.extra);
  if (faults.length > 0)
    throw problem.fields(faults.map(({ columnCode, message }) => ({ path: `extra.${columnCode}`, message })));
  return extra;
}

async function refuseItems({ playlists }: GivenNode): Promise<void> {
  const clips = await knownClips(playlists.flatMap(({ items }) => items.flatMap(({ audioUuid }) => audioUuid ?? [])));
  const errors = playlists.flatMap(({ voiceUse, items }, nth) =>
    items.flatMap(({ audioUuid }, at): FieldError[] => {
      if (!audioUuid) return [];
      const clip = clips.get(audioUuid);
      const path = `playlists.${nth}.items.${at}.audioUuid`;
      if (!clip) return [{ path, message: "语音不存在或已删除，请重新选择" }];
      if (!clip.isValid) return [{ path, message: `语音“${clip.audioName}”已停用，请重新选择` }];
      if (clip.speaker !== 2 && (clip.speaker === 1) !== isOutside(voiceUse))
        return [{ path, message: `语音“${clip.audioName}”只用于${clip.speaker === 1 ? "车外" : "车内"}喇叭` }];
      return [];
    }),
  );
  if (errors.length > 0) throw problem.fields(errors);
}
