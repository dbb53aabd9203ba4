import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { demoVisitor } from "../../../tests/kit/accounts";
import { day } from "../../../tests/kit/days";
import type { Visitor } from "../../../tests/kit/visit";
import { variantOf } from "./line-files.sample";
import type { FileRow } from "./schema";

interface Column {
  columnCode: string;
  dataType: "number" | "text" | "choice" | "date" | "time" | "check";
  min?: number;
  options?: string[];
}
interface Node {
  nodeUuid: string;
  distance: number;
}

let clerk: Visitor;
let draft: string;
let types: { typeUuid: string; typeName: string; use: number }[];

const good = async <T>(path: string, body: object): Promise<T> => {
  const { data, success, message, errors } = await clerk.call<T>(`/api/line/file/${path}`, body);
  if (!success) throw new Error(`${path}: ${message} ${JSON.stringify(errors)} ${JSON.stringify(body)}`);
  return data;
};

/** A draft with a node of every type that is put in by hand, each with all that a node may hold. */
beforeAll(async () => {
  clerk = await demoVisitor("admin");
  const { classifySid } = await variantOf(demoNames.lines.circular);
  const [first] = await good<FileRow[]>("info/list", { classifySid, state: 1 });
  draft = (await good<FileRow>("info/copy", { fileUuid: first!.fileUuid })).fileUuid;
  const nodes = await good<Node[]>("node/info/list", { fileUuid: draft, direction: 1 });
  types = await good("node/type/list", {});
  const clip = (await good<{ list: { audioUuid: string }[] }>("audio/info/pageList", {})).list[0]!;
  for (const [nth, { typeUuid, typeName, use }] of types.entries()) {
    // A station's own nodes are made by the program.
    if (use === 1) continue;
    const { data: columns } = await clerk.call<Column[]>("/api/node/type/column/v1.0/list", {
      typeUuid,
    });
    const { nodeUuid } = await good<Node>("node/info/add", {
      fileUuid: draft,
      nodeTypeUuid: typeUuid,
      direction: 1,
      name: `满的${typeName}`,
      distance: nodes[1]!.distance + 7 * (nth + 1),
      azimuth: 33,
      radius: 44,
      limitSpeed: 55,
      isBroadcast: nth % 2 === 0,
      isReport: nth % 2 === 1,
      extra: Object.fromEntries(columns.map((column) => [column.columnCode, valueOf(column)])),
    });
    for (const voiceUse of [1, 2, 3, 4])
      await good("node/audio/link/batchAdd", {
        nodeUuid,
        voiceUse,
        items: [{ audioUuid: clip.audioUuid }, { text: `说${voiceUse}` }],
      });
    for (const language of ["zh", "en"])
      await good("node/txt/link/add", { nodeUuid, language, text: `显示 ${language}`, seconds: 12 });
  }
});

function valueOf({ columnCode, dataType, min, options }: Column): string {
  // What every node has says the same.
  if (columnCode === "limitValue") return "55";
  const values = { number: String(min), text: "填满", choice: options?.[0], date: day(10), time: "08:30", check: "是" };
  return values[dataType]!;
}

/** The nodes of a file with all that hangs on them, without keys; texts by their order, whatever number it has. */
async function contentOf(fileUuid: string): Promise<unknown[]> {
  const { rows } = await sql<{ node: unknown }>`
    select to_jsonb(n) - array['node_uuid', 'file_uuid'] || jsonb_build_object(
      'audio', (select jsonb_agg(to_jsonb(a) - array['node_uuid', 'link_uuid'] order by voice_use, serial) from line_file_node_audio a where a.node_uuid = n.node_uuid),
      'texts', (select jsonb_agg(to_jsonb(t) - array['node_uuid', 'link_uuid', 'serial'] order by language, serial) from line_file_node_text t where t.node_uuid = n.node_uuid)) as node
    from line_file_node n where file_uuid = ${fileUuid} order by serial`.execute(db());
  return rows.map(({ node }) => node);
}

it("a file in which every field of every type is filled is whole in a copy, when it is made and when it is taken back", async () => {
  const before = await contentOf(draft);
  expect(before.filter((node) => JSON.stringify(node).includes("满的"))).toHaveLength(
    types.filter(({ use }) => use !== 1).length,
  );
  const { fileUuid } = await good<FileRow>("info/generateFile", { fileUuid: draft });
  expect(await contentOf(fileUuid)).toEqual(before);
  const copy = await good<FileRow>("info/copy", { fileUuid });
  expect(await contentOf(copy.fileUuid)).toEqual(before);
  expect(await contentOf(fileUuid)).toEqual(before);
  await good("info/delete", { fileUuid: copy.fileUuid });
  await good("info/deleteCod", { fileUuid });
  expect(await contentOf(fileUuid)).toEqual(before);
});
