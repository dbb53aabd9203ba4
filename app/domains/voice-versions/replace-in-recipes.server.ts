import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { changeSpoken } from "./change-recipe.server";

/** Puts one clip in the place of another in every living version, which keeps a note of it; answers in how many places. */
export async function replaceInRecipes(viewer: Viewer, clip: string, by: string): Promise<number> {
  return inTransaction(async (trx) => {
    const { rows } = await sql<{ versionUuid: string }>`
      select v.version_uuid from voice_version v where v.deleted_at is null and (
        exists (select from voice_version_audio a where a.version_uuid = v.version_uuid and a.audio_uuid = ${clip})
        or exists (select from line_file_node n join line_file_node_audio a using (node_uuid) where n.version_uuid = v.version_uuid and a.audio_uuid = ${clip}))
      order by 1`.execute(trx);
    let places = 0;
    const swap = <One extends { audioUuid: string | null }>(one: One): One => {
      if (one.audioUuid !== clip) return one;
      places += 1;
      return { ...one, audioUuid: by };
    };
    for (const { versionUuid } of rows)
      await joinTransaction(trx, () =>
        changeSpoken(viewer, versionUuid, ({ slots, nodes }) => ({
          slots: slots.map(swap),
          nodes: nodes.map((node) => ({
            ...node,
            playlists: node.playlists.map(({ voiceUse, items }) => ({ voiceUse, items: items.map(swap) })),
          })),
        })),
      );
    return places;
  });
}
