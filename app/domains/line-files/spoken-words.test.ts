import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { openFile } from "~/kit/data/files/files.server";
import { demoNames } from "~/seed/demo-city";
import type { CompiledLine } from "~/transit/announcements/model";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { addRecipe, addStationClips, variantOf } from "./line-files.sample";
import type { NodeRow } from "./node-schema";
import { makePackage } from "./packages.server";
import type { FileRow } from "./schema";

const info = "/api/line/file/info";
const node = "/api/line/file/node/info";
const said = `车厢拥挤，请往里走${newKey().slice(-4)}`;
const everywhere = `请给老人让座${newKey().slice(-4)}`;
let clerk: Visitor;
let folder: string;
let draft: FileRow;

const good = async <T>(address: string, body: object): Promise<T> => {
  const { data, success, message, errors } = await clerk.call<T>(address, body);
  if (!success) throw new Error(`${address}: ${message} ${JSON.stringify(errors)}`);
  return data;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spoken-words-"));
  clerk = await demoVisitor("admin");
  const variant = await variantOf(demoNames.lines.express);
  await addStationClips(variant);
  const { versionUuid } = await addRecipe();
  draft = await good<FileRow>(`${info}/add`, { classifySid: variant.classifySid, versionUuid }).catch(async () => {
    const [known] = await good<FileRow[]>(`${info}/list`, { classifySid: variant.classifySid, state: 0 });
    return known!;
  });
  const types = await good<{ typeUuid: string; use: number }[]>("/api/line/file/node/type/list", {});
  const { typeUuid } = types.find(({ use }) => use === 4)!;
  const [, second] = await good<NodeRow[]>(`${node}/list`, { fileUuid: draft.fileUuid, direction: 1 });
  const { nodeUuid } = await good<NodeRow>(`${node}/add`, {
    fileUuid: draft.fileUuid,
    nodeTypeUuid: typeUuid,
    direction: 1,
    name: "拥挤提醒",
    distance: second!.distance + 150,
  });
  await good("/node/audio/link/batchAdd", { nodeUuid, voiceUse: 1, voiceType: 2, items: [{ text: said }] });
  const playlists = [{ voiceUse: 1, items: [{ text: everywhere }] }];
  await good(`${node}/addPublicNode`, { versionUuid, typeUuid, name: "让座提醒", playlists });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(shape: string): Promise<CompiledLine> {
  const names = { fileUuid: draft.fileUuid, lineName: "线", classifyName: "类", fileVersion: "1" };
  const { fileKey } = await makePackage(names, { format: "bus-line-file/1", shape });
  const chunks: Buffer[] = [];
  for await (const chunk of (await openFile(fileKey)).stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = path.join(folder, `${shape.replaceAll("/", "-")}.zip`);
  await writeFile(file, Buffer.concat(chunks));
  return (await readPackage(file)).line;
}

it("words of nodes are spoken when the file is generated, and go as words only to a model that speaks by itself", async () => {
  const page = await clerk.get(`/voice/file-management/${draft.fileUuid}`);
  expect(page.text).toContain(`朗读文字“${said}”还没有语音，生成文件时由程序朗读`);
  expect(page.text).toContain(`公共语音“让座提醒”：朗读文字“${everywhere}”还没有语音`);
  await good(`${info}/generateFile`, { fileUuid: draft.fileUuid });
  const { rows } = await sql<{ text: string; source: string }>`
    select text, source from audio where text in (${said}, ${everywhere}) and deleted_at is null order by text`.execute(
    db(),
  );
  expect(rows.map(({ source }) => source)).toEqual(["spoken", "spoken"]);

  const heard = await read("mp3/22050/64/-16");
  const clipsOf = (line: CompiledLine, name: string) =>
    [...line.nodes, ...line.publicNodes].find((one) => one.name === name)!.playlists[0]!.items;
  const [clip] = clipsOf(heard, "拥挤提醒");
  expect(heard.clips[clip!.clip! - 1]).toMatchObject({ text: said, format: "mp3" });
  expect(heard.clips[clipsOf(heard, "让座提醒")[0]!.clip! - 1]!.text).toBe(everywhere);

  const told = await read("wav/16000/64/-16/GBK/tts");
  expect(told.charset).toBe("GBK");
  expect(clipsOf(told, "拥挤提醒")).toEqual([{ text: said }]);
  expect(told.clips.map(({ text }) => text)).not.toContain(said);
  expect(told.clips.length).toBe(heard.clips.length - 2);
  expect(new Set(told.clips.map(({ format }) => format))).toEqual(new Set(["wav"]));

  // A recording in the place of what was spoken makes the file out of date.
  const standing = async () => {
    const { data } = await clerk.call<{ classifySid: string; changed: string[] }[]>(
      `${info}/lineTree`,
      undefined,
      "GET",
    );
    return data.find(({ classifySid }) => classifySid === draft.classifySid)!.changed;
  };
  expect(await standing()).toEqual([]);
  await sql`update audio set sha256 = ${"a".repeat(64)}, source = 'recorded' where text = ${said}`.execute(db());
  expect(await standing()).toEqual(["语音"]);
});

it("a package in GBK is refused for a name that it would show with a box, and one in UTF-8 is not", async () => {
  const { rows } = await sql<{ key: string; version: string }>`
    select file_uuid as key, file_version as version from line_file where state in (1, 2) and contents is not null and deleted_at is null limit 1`.execute(
    db(),
  );
  const { key: fileUuid, version } = rows[0]!;
  await sql`update line_file set contents = jsonb_set(contents, '{nodes,0,name}', '"𠮷祥路"') where file_uuid = ${fileUuid}`.execute(
    db(),
  );
  await sql`delete from line_file_package where file_uuid = ${fileUuid}`.execute(db());
  const names = { fileUuid, lineName: "线", classifyName: "类", fileVersion: version };
  const made = (shape: string) => makePackage(names, { format: "bus-line-file/1", shape });
  await expect(made("mp3/22050/64/-16/GBK")).rejects.toMatchObject({
    errors: [{ path: "fileUuid", message: expect.stringContaining("GBK 里没有“𠮷”") as string }],
  });
  expect((await made("mp3/22050/64/-16")).sizeBytes).toBeGreaterThan(0);
});
