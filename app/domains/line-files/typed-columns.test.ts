import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newKey } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { packageFormats } from "~/transit/announcements/words";
import { demoVisitor } from "../../../tests/kit/accounts";
import { day } from "../../../tests/kit/days";
import type { Visitor } from "../../../tests/kit/visit";
import { addRecipe, addStationClips, variantOf } from "./line-files.sample";
import type { NodeRow } from "./node-schema";
import type { FileRow } from "./schema";

const info = "/api/line/file/info";
const node = "/api/line/file/node/info";
let clerk: Visitor;
let folder: string;
let draft: FileRow;
let advert: NodeRow;
let arrived: string;
let versionUuid: string;
let everywhere: { extra: Record<string, string> } & Record<string, unknown>;

const good = async <T>(address: string, body: object): Promise<T> => {
  const { data, success, message, errors } = await clerk.call<T>(address, body);
  if (!success) throw new Error(`${address}: ${message} ${JSON.stringify(errors)}`);
  return data;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "typed-columns-"));
  clerk = await demoVisitor("admin");
  const variant = await variantOf(demoNames.lines.night);
  await addStationClips(variant);
  ({ arrived, versionUuid } = await addRecipe());
  draft = await good<FileRow>(`${info}/add`, { classifySid: variant.classifySid, versionUuid });
  const types = await good<{ typeUuid: string; use: number }[]>("/api/line/file/node/type/list", {});
  const type = types.find(({ use }) => use === 5)!;
  await good("/api/node/type/column/v1.0/batchAdd", {
    typeUuid: type.typeUuid,
    columns: ["beginDate", "endDate", "beginTime", "endTime", "customer", "repeat"].map((columnCode) => ({
      columnCode,
    })),
  });
  const [, second] = await good<NodeRow[]>(`${node}/list`, { fileUuid: draft.fileUuid, direction: 1 });
  advert = await good<NodeRow>(`${node}/add`, {
    fileUuid: draft.fileUuid,
    nodeTypeUuid: type.typeUuid,
    direction: 1,
    name: "商场广告",
    distance: second!.distance + 150,
    extra: { endDate: day(-1), customer: "某某商场", repeat: "2" },
  });
  await good("/node/audio/link/batchAdd", { nodeUuid: advert.nodeUuid, voiceUse: 1, items: [{ audioUuid: arrived }] });
  everywhere = {
    versionUuid,
    nodeUuid: newKey(),
    typeUuid: type.typeUuid,
    name: "车厢广告",
    extra: { beginTime: "07:00", endTime: "09:00", repeat: "3" },
    playlists: [{ voiceUse: 1, items: [{ audioUuid: arrived }] }],
  };
  await good(`${node}/addPublicNode`, everywhere);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("what is typed into the columns of a node's type stops an ended file, goes into every package, and is told in histories", async () => {
  const refused = await clerk.call(`${info}/generateFile`, { fileUuid: draft.fileUuid });
  expect(refused.errors?.[0]).toMatchObject({
    path: expect.stringMatching(/^nodes\[\d+\]\.extra\.endDate$/) as string,
    message: `“商场广告”的结束日期 ${day(-1)} 已过，不会再播报，请改日期或删除此节点`,
  });
  const page = await clerk.get(`/voice/file-management/${draft.fileUuid}`);
  expect(page.text).toContain(`“商场广告”的结束日期 ${day(-1)} 已过`);
  const listed = await clerk.get(`/voice/line-station-voice/${draft.fileUuid}`);
  expect(listed.text).toContain("广告客户 某某商场，播放次数 2");

  for (const format of Object.keys(packageFormats)) {
    await good(`${node}/update`, {
      nodeUuid: advert.nodeUuid,
      extra: { endDate: today(), customer: "某某商场", repeat: "2" },
    });
    const made = await good<FileRow & { warnings: { message: string }[] }>(`${info}/generateFile`, {
      fileUuid: draft.fileUuid,
    });
    expect(made.warnings.map(({ message }) => message).join()).toContain(`“商场广告”只播报到 ${today()}`);
    const zip = await clerk.send(`${info}/downloadLineFile`, {
      method: "POST",
      headers: { authorization: clerk.token!, "content-type": "application/json" },
      body: JSON.stringify({ fileUuid: draft.fileUuid, format }),
    });
    const file = path.join(folder, `${format.replace("/", "-")}.zip`);
    await writeFile(file, Buffer.from(await zip.arrayBuffer()));
    const { line } = await readPackage(file);
    expect(line.nodes.find(({ name }) => name === "商场广告")?.extra).toEqual({
      endDate: today(),
      customer: "某某商场",
      repeat: "2",
    });
    expect(line.publicNodes.find(({ name }) => name === "车厢广告")?.extra).toEqual({
      beginTime: "07:00",
      endTime: "09:00",
      repeat: "3",
    });
    await good(`${info}/deleteCod`, { fileUuid: draft.fileUuid });
  }

  await good(`${info}/generateFile`, { fileUuid: draft.fileUuid });
  const next = await good<FileRow>(`${info}/copy`, { fileUuid: draft.fileUuid });
  const copied = (await good<NodeRow[]>(`${node}/list`, { fileUuid: next.fileUuid })).find(
    ({ name }) => name === "商场广告",
  )!;
  expect(copied.extra).toMatchObject({ customer: "某某商场" });
  await good(`${node}/update`, { nodeUuid: copied.nodeUuid, extra: { customer: "某某商场", repeat: "3" } });
  expect((await clerk.get(`/voice/file-management/${next.fileUuid}/history`)).text).toContain("播放次数 3");
  await good(`${info}/generateFile`, { fileUuid: next.fileUuid });
  const [newest] = await good<{ changes: string[] }[]>(`${info}/historyList`, { classifySid: draft.classifySid });
  expect(newest!.changes).toEqual(["日期、次数等不同的节点 1 个：上行商场广告"]);
  const standing = async () => {
    const { data } = await clerk.call<{ classifySid: string; standing: string; changed: string[] }[]>(
      `${info}/lineTree`,
      undefined,
      "GET",
    );
    return data.find(({ classifySid }) => classifySid === draft.classifySid);
  };
  expect(await standing()).toMatchObject({ standing: "current" });
  await good(`${node}/addPublicNode`, { ...everywhere, extra: { ...everywhere.extra, repeat: "4" } });
  expect(await standing()).toMatchObject({ standing: "outdated", changed: ["公共语音版本"] });
});
