import { sql } from "kysely";
import { speakWords } from "~/domains/audio-clips/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { spokenLanguage } from "~/transit/announcements/fill-playlists";
import { findClips } from "~/transit/announcements/find-clips";
import type { Playlist } from "~/transit/announcements/model";
import { readContent } from "./file-content.server";
import type { FileRow } from "./schema";

/** Has the program speak what nodes say in words and no clip says yet, for vehicles that do not speak by themselves; throws at the node where it cannot. */
export async function speakOwnWords(
  viewer: Viewer,
  file: Pick<FileRow, "fileUuid" | "classifySid" | "versionUuid">,
): Promise<void> {
  if (!(await hasWords(db(), file))) return;
  const { nodes, recipe, clips } = await readContent(db(), file);
  const { words } = findClips(clips);
  const wanted = new Map<string, string>();
  const look = (path: string, playlists: readonly Playlist[]) => {
    for (const item of playlists.flatMap(({ items }) => items))
      if ("text" in item && !words(item.text, spokenLanguage) && !wanted.has(item.text)) wanted.set(item.text, path);
  };
  nodes.forEach(({ playlists }, at) => look(`nodes[${at}].playlists`, playlists));
  recipe.publicNodes.forEach(({ playlists }, at) => look(`publicNodes[${at}].playlists`, playlists));
  for (const [text, path] of wanted) {
    const fault = await speakWords(viewer, text, spokenLanguage);
    if (fault) throw problem.field(path, `“${text}”没有读出：${fault}`);
  }
}

async function hasWords(on: Database, { fileUuid, versionUuid }: Pick<FileRow, "fileUuid" | "versionUuid">) {
  const { rows } = await sql`
    select from line_file_node n join line_file_node_audio a using (node_uuid)
    where (n.file_uuid = ${fileUuid} or n.version_uuid = ${versionUuid}) and a.voice_type = 2 limit 1`.execute(on);
  return rows.length > 0;
}
