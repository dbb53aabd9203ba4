import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { type DrivenPath, drivenPath } from "~/transit/announcements/driven-path";
import type { LineInput, Node } from "~/transit/announcements/model";
import type { Direction } from "~/transit/announcements/words";
import { holdDraft, type StoredFile, touchDraft } from "./file-record.server";
import { readLineInput } from "./line-input.server";
import { nodeFields } from "./node-words";
import { readNodes, saveNodes } from "./node-rows.server";

export interface NodeEdit {
  trx: Transaction<DB>;
  file: StoredFile;
  line: LineInput;
  nodes: Node[];
}

/** Changes the nodes of a draft in one transaction: what `edit` answers takes their place, and the file's history says what is different. */
export async function editNodes(
  viewer: Viewer,
  fileUuid: string,
  version: number | undefined,
  edit: (edited: NodeEdit) => Promise<Node[]> | Node[],
): Promise<void> {
  await inTransaction(async (trx) => {
    const file = await holdDraft(trx, viewer, fileUuid, version);
    const [line, before] = await Promise.all([readLineInput(trx, file.classifySid), readNodes(trx, fileUuid)]);
    const after = await edit({ trx, file, line, nodes: before });
    await saveNodes(trx, fileUuid, before, after);
    const changed = nodeChanges(before, after);
    if (changed) await touchDraft(trx, viewer, file, changed);
  });
}

/** Which draft a node belongs to; throws for one of a public version, which belongs to all lines. */
export async function fileOfNode(nodeUuid: string): Promise<string> {
  const { rows } = await sql<{ fileUuid: string | null }>`
    select file_uuid from line_file_node where node_uuid = ${nodeUuid}`.execute(db());
  const [node] = rows;
  if (!node) throw problem.missing("节点");
  if (!node.fileUuid) throw problem.field("nodeUuid", "这是公共节点，请在公共语音中修改");
  return node.fileUuid;
}

/** The way of one direction; throws where the variant has none. */
export function pathOf(line: LineInput, direction: Direction): DrivenPath {
  const found = line.directions.find((one) => one.direction === direction);
  if (!found || found.stations.length < 2) throw problem.field("direction", "这个线路分类没有这个方向的站点");
  return drivenPath(found);
}

/** What came, went and is different; one node in full, many by their names. */
function nodeChanges(before: readonly Node[], after: readonly Node[]) {
  const was = new Map(before.map((node) => [node.nodeUuid, node]));
  const is = new Map(after.map((node) => [node.nodeUuid, node]));
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => {
    const [one, other] = [was.get(key), is.get(key)];
    return !one || !other || JSON.stringify(nodeFields(one)) !== JSON.stringify(nodeFields(other));
  });
  if (keys.length === 0) return undefined;
  if (keys.length > 1) return { before: namesOf(keys, was), after: namesOf(keys, is) };
  const [one, other] = [was.get(keys[0]!), is.get(keys[0]!)];
  return { before: one && nodeFields(one), after: other && nodeFields(other) };
}

const most = 20;
const namesOf = (keys: readonly string[], nodes: ReadonlyMap<string, Node>) => {
  const there = keys.flatMap((key) => nodes.get(key) ?? []);
  const named = there.slice(0, most).map(({ name, distance }) => `${name}（${Math.round(distance)} 米）`);
  return { nodes: [...named, ...(there.length > most ? [`等 ${there.length} 个`] : [])].join("、") };
};
