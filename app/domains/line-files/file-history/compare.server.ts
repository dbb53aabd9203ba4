import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { CompiledLine } from "~/transit/announcements/model";
import { extraInWords } from "~/transit/announcements/node-extra";
import { directions, voiceUses } from "~/transit/announcements/words";
import { changesBetween } from "../changes";
import { requireFile } from "../file-record.server";

/** A node of either file as people read it; null where that file has none. */
export interface ComparedNode {
  key: string;
  before: string[] | null;
  after: string[] | null;
}

/** Two generated files of lines within the viewer's scope: what changed in words, and the nodes that differ side by side. */
export async function compareFiles(viewer: Viewer, before: string, after: string) {
  const files = await Promise.all([before, after].map((fileUuid) => requireFile(viewer, fileUuid)));
  const [was, is] = await Promise.all([before, after].map(contentsOf));
  return { before: files[0]!, after: files[1]!, changes: changesBetween(was!, is!), nodes: differingNodes(was!, is!) };
}

async function contentsOf(fileUuid: string): Promise<CompiledLine> {
  const { rows } = await sql<{ contents: CompiledLine | null }>`
    select contents from line_file where file_uuid = ${fileUuid}`.execute(db());
  const contents = rows[0]?.contents;
  if (!contents) throw problem.field("before", "只能比较已生成的文件");
  return contents;
}

function differingNodes(was: CompiledLine, is: CompiledLine): ComparedNode[] {
  const [old, fresh] = [wordsByNode(was), wordsByNode(is)];
  const keys = [...new Set([...fresh.keys(), ...old.keys()])];
  return keys.flatMap((key) => {
    const [before, after] = [old.get(key) ?? null, fresh.get(key) ?? null];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ key, before, after }];
  });
}

/** By direction, name and what is heard there; a second call at a station is another node. */
function wordsByNode({ nodes, clips }: CompiledLine): Map<string, string[]> {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const name =
        `${directions[node.direction]} ${node.name} ${node.use === 0 ? "进站" : node.use === 1 ? "出站" : ""}`.trim();
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const heard = node.playlists.map(
        ({ voiceUse, items }) =>
          `${voiceUses[voiceUse]}：${items.map((item) => item.text ?? clips[item.clip - 1]?.text ?? "").join(" + ")}`,
      );
      const place = `距起点 ${Math.round(node.distance)} 米，半径 ${node.radius}，方位角 ${node.azimuth}°`;
      const shown = node.texts.map(({ text, seconds }) => `显示：${text}（${seconds} 秒）`);
      return [count > 1 ? `${name}（第 ${count} 次）` : name, [place, ...extraInWords(node.extra), ...heard, ...shown]];
    }),
  );
}
