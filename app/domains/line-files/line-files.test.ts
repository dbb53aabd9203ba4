import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { jobs } from "~/jobs.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { api, type Envelope } from "../../../tests/kit/visit";
import { addRecipe, addStationClips, type DemoVariant, variantOf } from "./line-files.sample";
import { may } from "./policy";
import type { NodeRow } from "./node-schema";
import type { FileRow } from "./schema";

const info = "/api/line/file/info";
const nodeInfo = "/api/line/file/node/info";
let call: <T>(path: string, body?: object, method?: "GET" | "POST") => Promise<Envelope<T>>;
let recipe: { versionUuid: string; arrived: string };
let night: DemoVariant;

const good = async <T>(path: string, body: object = {}, method?: "GET" | "POST"): Promise<T> => {
  const { data, success, message, errors } = await call<T>(path, body, method);
  expect({ path, success, message, errors }).toMatchObject({ success: true });
  return data;
};

beforeAll(async () => {
  call = api((await visitorWith(...Object.values(may))).token).call;
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
      nodeUuid: own[3]!.nodeUuid,
      voiceUse: 1,
      voiceType: 1,
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

  it("is seen and changed only by those whose organisations its line belongs to", async () => {
    const [file] = await good<FileRow[]>(`${info}/list`, { classifySid: night.classifySid, state: 1 });
    const other = await sql<{ orgId: string }>`select org_id from line where org_id <> ${night.orgId} limit 1`.execute(
      db(),
    );
    const stranger = await enter(
      await account({ dataScope: "own", orgId: other.rows[0]!.orgId, permissions: Object.values(may) }),
    );
    const theirs = api(stranger.token).call;
    const { fileUuid } = file!;
    expect((await theirs<FileRow[]>(`${info}/list`, { classifySid: night.classifySid })).data).toEqual([]);
    const tree = await theirs<{ classifySid: string }[]>(`${info}/lineTree`, {}, "GET");
    expect(tree.data.map(({ classifySid }) => classifySid)).not.toContain(night.classifySid);
    const nodes = await good<NodeRow[]>(`${nodeInfo}/list`, { fileUuid });
    const refused = await Promise.all([
      theirs(`${info}/detail`, { fileUuid }, "GET"),
      theirs(`${info}/copy`, { fileUuid }),
      theirs(`${info}/deleteCod`, { fileUuid }),
      theirs(`${info}/downloadLineFile`, { fileUuid }),
      theirs(`${nodeInfo}/list`, { fileUuid }),
      theirs(`${nodeInfo}/update`, { nodeUuid: nodes[0]!.nodeUuid, radius: 60 }),
      theirs("/node/audio/link/batchAdd", { nodeUuid: nodes[0]!.nodeUuid, voiceUse: 1, items: [] }),
    ]);
    expect(refused.map(({ reason }) => reason)).toEqual(refused.map(() => "missing"));
    expect((await theirs<unknown[]>("/node/audio/link/list", { fileUuid })).data).toEqual([]);
    for (const page of ["", "/copy", "/delete", "/history", "/package"])
      expect([page, (await stranger.get(`/voice/file-management/${fileUuid}${page}`)).status]).toEqual([page, 404]);
    expect((await stranger.get("/voice/file-management")).text).not.toContain(demoNames.lines.night);
  });

  it("is generated for many lines as a job, with a result for each in words", async () => {
    const person = await visitorWith(...Object.values(may));
    await startJobs(jobs);
    try {
      const form = await person.get("/voice/file-management/batches");
      const unsaid = await form.submit({ scope: "missing" });
      expect([unsaid.status, unsaid.errorAt("versionUuid")]).toEqual([422, expect.stringContaining("还没有文件")]);
      const unknown = await form.submit({ scope: "all", versionUuid: newKey() });
      expect([unknown.status, unknown.errorAt("versionUuid")]).toEqual([
        422,
        expect.stringContaining("不存在或已停用"),
      ]);
      const started = await form.submit({ scope: "all", versionUuid: recipe.versionUuid });
      const page = await person.settled(started.location!);
      const rows = page
        .$("tbody tr")
        .get()
        .map((row) => page.$(row).text());
      expect(page.text).toMatch(/已完成：(\d+) \/ \1 条/);
      expect(rows.find((row) => row.startsWith(`${demoNames.lines.night} 主分类`))).toContain("已生成");
      expect(rows.find((row) => row.startsWith(`${demoNames.lines.busLane} 主分类`))).toMatch(
        /没有生成.*缺少.*共 \d+ 个错误/,
      );
    } finally {
      await stopJobs();
    }
  });

  it("says in the reminders what is out of date, and at a station which files call there", async () => {
    const planner = await visitorWith(...Object.values(may));
    await sql`update audio set text = text || '改' where audio_uuid = ${recipe.arrived}`.execute(db());
    const home = await planner.get("/homepage");
    const overdue = home.$("li:contains(线路文件) a").first();
    expect(overdue.text()).toMatch(/^[1-9]\d* 个已过期（[1-9]\d* 条线路，\d+ 辆车）$/);
    const tree = await planner.get(overdue.attr("href")!);
    expect(tree.text).toContain(demoNames.lines.night);
    expect(tree.$(`tr:contains(${demoNames.lines.night})`).text()).toContain("语音");
    const { rows } = await sql<{ staUuid: string }>`
      select n.sta_uuid from line_file_node n join line_file f using (file_uuid) where f.classify_sid = ${night.classifySid} limit 1`.execute(
      db(),
    );
    const clerk = await visitorWith("station.read", "station.delete");
    const impact = await clerk.get(`/station/station-management/${rows[0]!.staUuid}/delete`);
    expect(impact.text).toMatch(/线路文件 \d+ 条：.*夜12路 主分类/);
  });
});
