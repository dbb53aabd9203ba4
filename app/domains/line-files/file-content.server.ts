import { recipeOf } from "~/domains/voice-versions/queries.server";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { Clip, LineInput, Node, Recipe } from "~/transit/announcements/model";
import type { Language } from "~/transit/announcements/words";
import { readClips } from "./clips-input.server";
import { readLineInput } from "./line-input.server";
import { readNodes } from "./node-rows.server";
import type { FileRow } from "./schema";

export { addNode, changeNode, changeNodes, removeNode } from "./node-verbs.server";
export { setPlaylist, setTexts } from "./list-verbs.server";

export interface FileContent {
  file: FileRow;
  line: LineInput;
  languages: Language[];
  recipe: Recipe;
  nodes: Node[];
  clips: Clip[];
}

/** A file with all that it is compiled from: its variant as it is in force today, its nodes, its recipe and the clips for them. */
export async function loadContent(file: FileRow): Promise<FileContent> {
  return { file, ...(await readContent(db(), file)) };
}

export async function readContent(
  on: Database,
  { fileUuid, classifySid, versionUuid }: Pick<FileRow, "fileUuid" | "classifySid" | "versionUuid">,
): Promise<Omit<FileContent, "file">> {
  const [line, recipe, nodes] = await Promise.all([
    readLineInput(on, classifySid),
    recipeOf(versionUuid, on),
    readNodes(on, fileUuid),
  ]);
  const languages = [...new Set(recipe.slots.map(({ language }) => language))];
  return { line, recipe, languages, nodes, clips: await readClips(on, { line, recipe, nodes, languages }) };
}
