import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/accounts";
import { api, type Envelope } from "../../../tests/visit";
import { addClip, addRecipe, addStationClips, type DemoVariant, variantOf } from "./line-files.sample";
import { may } from "./policy";
import type { FileRow, NodeRow } from "./schema";

const info = "/api/line/file/info";
const nodeInfo = "/api/line/file/node/info";
let call: <T>(path: string, body?: object, method?: "GET" | "POST") => Promise<Envelope<T>>;
let reader: typeof call;
let recipe: { versionUuid: string; arrived: string };
let night: DemoVariant;

const good = async <T>(path: string, body: object = {}, method?: "GET" | "POST"): Promise<T> => {
  const { data, success, message, errors } = await call<T>(path, body, method);
  expect({ path, success, message, errors }).toMatchObject({ success: true });
  return data;
};

beforeAll(async () => {
  call = api((await visitorWith(...Object.values(may))).token).call;
  reader = api((await visitorWith(may.read)).token).call;
  recipe = await addRecipe();
  night = await variantOf(demoNames.lines.night);
  await addStationClips(night);
});

describe("a line's file", () => {
  it("begins as a draft with the nodes of its stations, is generated once, and makes way for a new draft", async () => {
    const draft = await good<FileRow>(`${info}/add`, {
      classifySid: night.classifySid,
      versionUuid: recipe.versionUuid,
    });
    expect(draft).toMatchObject({ lineName: demoNames.lines.night, state: 0, stateName: "草稿", fileVersion: null });
    const nodes = await good<NodeRow[]>(`${nodeInfo}/list`, { fileUuid: draft.fileUuid, direction: 1 });
    expect(nodes.length).toBeGreaterThan(5);
    expect(nodes.map(({ serial }) => serial)).toEqual(nodes.map((_, at) => at + 1));
    expect([nodes[0]!.event, nodes.at(-1)!.event]).toEqual([1, 5]);
    const again = await call(`${info}/add`, { classifySid: night.classifySid, versionUuid: recipe.versionUuid });
    expect(again.errors?.[0]).toMatchObject({
      path: "classifySid",
      message: expect.stringContaining("已有草稿") as string,
    });

    const made = await good<FileRow & { warnings: unknown[] }>(`${info}/generateFile`, { fileUuid: draft.fileUuid });
    expect(made).toMatchObject({ state: 1, fileVersion: "1.0", nodeCount: draft.nodeCount });
    const refused = await call(`${nodeInfo}/update`, { nodeUuid: nodes[3]!.nodeUuid, radius: 60 });
    expect([refused.reason, refused.message]).toEqual(["used", "线路文件已生成，不能再修改；请用它新建草稿"]);

    const next = await good<FileRow>(`${info}/copy`, { fileUuid: draft.fileUuid });
    expect(next).toMatchObject({ state: 0, nodeCount: draft.nodeCount });
    const lower = await call(`${info}/generateFile`, { fileUuid: next.fileUuid, fileVersion: "0.9" });
    expect(lower.errors?.[0]).toMatchObject({ path: "fileVersion" });
    const own = await good<NodeRow[]>(`${nodeInfo}/list`, { fileUuid: next.fileUuid });
    await good(`/node/audio/link/batchAdd`, {
      ...{ nodeUuid: own[3]!.nodeUuid, voiceUse: 1, voiceType: 1 },
      items: [{ audioUuid: recipe.arrived }],
    });
    await good(`${info}/generateFile`, { fileUuid: next.fileUuid });
    const history = await good<(FileRow & { changes: string[] })[]>(`${info}/historyList`, {
      classifySid: night.classifySid,
    });
    expect(history.map(({ fileVersion }) => fileVersion)).toEqual(["1.1", "1.0"]);
    expect(history[0]!.changes.join()).toMatch(/^语音不同的节点 1 个：上行/);
    expect(history[1]!.changes).toEqual([]);
  });

  it("says what has changed since it was generated, and is good again with a new one", async () => {
    const tree = async () => {
      const nodes = await good<{ classifySid: string; standing: string; changed: string[] }[]>(
        `${info}/lineTree`,
        {},
        "GET",
      );
      const { standing, changed } = nodes.find((one) => one.classifySid === night.classifySid)!;
      return [standing, ...changed];
    };
    expect(await tree()).toEqual(["current"]);
    await sql`update audio set sha256 = repeat('0', 64) where audio_uuid = ${recipe.arrived}`.execute(db());
    expect(await tree()).toEqual(["outdated", "语音"]);
  });

  it("names every error at its node", async () => {
    const express = await variantOf(demoNames.lines.express);
    const { versionUuid } = await addRecipe();
    const draft = await good<FileRow>(`${info}/add`, { classifySid: express.classifySid, versionUuid });
    const refused = await call(`${info}/generateFile`, { fileUuid: draft.fileUuid });
    expect(refused).toMatchObject({ code: 400, reason: "field" });
    expect(refused.errors![0]).toMatchObject({
      path: "nodes[0].playlists",
      row: 1,
      message: expect.stringContaining("缺少下一站") as string,
    });
  });
});
