import { sql } from "kysely";
import { db, type Database } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import type { PublicNode as HeardNode, Recipe } from "~/transit/announcements/model";
import { orderExtra } from "~/transit/announcements/node-extra";
import type { NodeUse, Language } from "~/transit/announcements/words";
import { readNodes, readSpoken } from "./parts.server";
import type { PublicNode } from "./recipe";

export { readSpoken } from "./parts.server";
export { requireFreeNodeKey } from "./public-nodes.server";
export { nodeOffers } from "./offered-parts.server";
export { replaceInRecipes } from "./replace-in-recipes.server";
export { rowsChangedSince } from "./rows-changed.server";
export { seedRecipe } from "./seed.server";

/** The recipe of a living version as files are made with it; throws where there is none. */
export async function recipeOf(versionUuid: string, on: Database = db()): Promise<Recipe> {
  const version = await on
    .selectFrom("voiceVersion")
    .select("versionNum")
    .where("versionUuid", "=", versionUuid)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!version) throw problem.field("versionUuid", "公共语音版本不存在或已删除，请重新选择");
  const [{ slots, texts, nodes }, types] = await Promise.all([readSpoken(versionUuid, on), usesOfTypes(on)]);
  return {
    versionNum: version.versionNum,
    slots: slots.map(({ linkUuid: _, audioUuid, ...slot }) => ({ ...slot, ...(audioUuid && { audioUuid }) })),
    texts: texts.map(({ linkUuid: _, ...text }) => text),
    publicNodes: heardOf(nodes, types),
  };
}

/** What every line of the version announces without a place; those that are switched off are left out. */
export async function publicNodesOf(versionUuid: string, on: Database = db()): Promise<HeardNode[]> {
  const [nodes, types] = await Promise.all([readNodes(on, versionUuid), usesOfTypes(on)]);
  return heardOf(nodes, types);
}

function heardOf(nodes: readonly PublicNode[], types: ReadonlyMap<string, NodeUse>): HeardNode[] {
  return nodes
    .filter(({ isBroadcast }) => isBroadcast)
    .map(({ nodeUuid, name, typeUuid, extra, playlists, texts }) => ({
      nodeUuid,
      name,
      use: types.get(typeUuid) ?? 6,
      ...(orderExtra(extra) && { extra: orderExtra(extra) }),
      playlists: playlists.map(({ voiceUse, items }) => ({
        voiceUse,
        voiceType: items.some(({ text }) => text !== null) ? 2 : 1,
        items: items.map(({ audioUuid, text }) => (audioUuid ? { audioUuid } : { text: text! })),
      })),
      texts,
    }));
}

/** The versions that a line file may take, for a select. */
export async function versionOptions(on: Database = db()): Promise<(Choice & { languages: Language[] })[]> {
  const found = await sql<{ value: string; label: string; languages: Language[] }>`
    select version_uuid as value, version_num || ' ' || version_name as label, languages
    from voice_version where deleted_at is null and is_valid order by version_num, version_uuid`.execute(on);
  return found.rows;
}

async function usesOfTypes(on: Database): Promise<Map<string, NodeUse>> {
  const rows = await on.selectFrom("nodeType").select(["typeUuid", "use"]).execute();
  return new Map(rows.map(({ typeUuid, use }) => [typeUuid, use as NodeUse]));
}
