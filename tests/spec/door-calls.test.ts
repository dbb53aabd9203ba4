import { beforeAll, expect, it } from "vitest";
import { sql } from "kysely";
import { may as attachments } from "~/domains/attachments/policy";
import { may as lineImports } from "~/domains/line-imports/policy";
import { may as maps } from "~/domains/roads/policy";
import { db } from "~/kit/data/db/pool.server";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import { account, enter, visitorWith } from "../kit/accounts";
import { attach } from "../kit/attach";
import { startBuiltJobs } from "../kit/jobs";
import { toneWav } from "../kit/sound";
import type { Visitor } from "../kit/visit";
import { firstOrg } from "../kit/organisations";

interface Told {
  importUuid: string;
  door: string;
  state: string;
  counts: { what: string; new?: number; changed?: number; same?: number; wrong?: number; kept?: number }[];
  questions: { path: string; message: string }[];
  problemCount: number;
}
interface Rows {
  list: {
    row: number | null;
    code: string;
    errors: { name: string; message: string }[];
    values: { value: string }[];
  }[];
  total: number;
}

const path = "/api/import/v1.0";
let person: Visitor;
let other: Visitor;

beforeAll(async () => {
  const lines = [lineImports.read, lineImports.write, maps.read, maps.import, "line.read", "line.write", "line.delete"];
  const stations = ["station.read", "station.write", "station.delete"];
  const sheets = ["sheet.read", "sheet.write", "post.read", "post.write", "post.delete"];
  const sounds = ["audio.read", "audio.write", "audio.delete"];
  [person, other] = await Promise.all([
    visitorWith(...lines, ...stations, ...sheets, ...sounds, attachments.read, attachments.write),
    enter(await account({ permissions: [...sheets, "map.read", attachments.write], dataScope: "own" })),
  ]);
  await startBuiltJobs();
});

const send = (name: string, body: object) => person.call<Told>(`${path}/${name}`, body);
async function settled(importUuid: string): Promise<Told> {
  for (;;) {
    const { data } = await send("detail", { importUuid });
    if (!["waiting", "reading", "applying"].includes(data.state)) return data;
    await new Promise((wake) => setTimeout(wake, 150));
  }
}
const rowsOf = async (importUuid: string, kind: string, more = {}) =>
  (await person.call<Rows>(`${path}/rows`, { importUuid, kind, ...more })).data;

it("a table goes in by the calls of all doors: told, corrected, confirmed and taken back", async () => {
  const fileUuid = await attach(
    person,
    "岗位.csv",
    "岗位编号,岗位名称,类别,状态\nMK1,门口岗位,驾驶员,启用\nMK2,错的岗位,驾驶员,飞行\n",
  );
  const added = await send("add", { door: "sheet", fileUuids: [fileUuid], templateCode: "post", mode: "insert" });
  expect(added).toMatchObject({ success: true, data: { door: "sheet" } });
  const { importUuid } = added.data;
  const read = await settled(importUuid);
  expect(read).toMatchObject({ state: "preview", counts: [{ what: "行", new: 1, wrong: 1 }] });
  expect(read.questions).toMatchObject([{ path: "onlyGood" }]);
  const wrong = await rowsOf(importUuid, "wrong");
  expect(wrong).toMatchObject({ total: 1, list: [{ row: 3, errors: [{ message: expect.any(String) as string }] }] });
  const { name } = wrong.list[0]!.errors[0]!;
  expect((await send("confirm", { importUuid })).errors).toMatchObject([{ path: "onlyGood" }]);
  const corrected = await send("correct", { importUuid, rows: [{ row: 3, cells: { [name]: "启用" } }] });
  expect(corrected.data).toMatchObject({ counts: [{ new: 2, wrong: 0 }], questions: [] });
  await send("confirm", { importUuid });
  expect(await settled(importUuid)).toMatchObject({ state: "done", counts: [{ new: 2 }] });
  await send("undo", { importUuid });
  await settled(importUuid);
  const left = await sql`select from post where post_name in ('门口岗位', '错的岗位') and deleted_at is null`.execute(
    db(),
  );
  expect(left.rows).toHaveLength(0);
  const listed = await person.call<{ list: { importUuid: string; state: string }[] }>(`${path}/list`, {
    templateCode: "post",
  });
  expect(listed.data.list.find((one) => one.importUuid === importUuid)).toMatchObject({ state: "已撤销" });
});

it("a file of lines and a map go in by the same calls", async () => {
  const at = (lng: number) => `${lng.toFixed(6)},39.870000`;
  const text = `同门1路(甲-丙)\r\n同门甲:${at(116.38)} 同门乙:${at(116.385)} 同门丙:${at(116.39)}\r\n${at(116.38)} ${at(116.39)}\r\n`;
  const line = await send("add", { door: "line", fileUuids: [await attach(person, "线路.txt", text)] });
  const { importUuid } = line.data;
  expect((await settled(importUuid)).questions).toMatchObject([{ path: "crs" }]);
  await send("choose", { importUuid, crs: "WGS84", use: "lines" });
  const compared = await settled(importUuid);
  expect(compared.questions).toMatchObject([{ path: "orgId" }]);
  expect(compared.counts[0]).toEqual({ what: "线路", new: 1, changed: 0, same: 0 });
  expect((await rowsOf(importUuid, "new", { pageSize: 2 })).total).toBe(4);
  expect((await send("correct", { importUuid, rows: [{ row: 1, cells: {}, whom: "甲" }] })).message).toContain(
    "不能在导入中改正",
  );
  await send("confirm", { importUuid, orgId: await firstOrg() });
  expect(await settled(importUuid)).toMatchObject({ state: "done", counts: [{ what: "线路", new: 1 }, {}, {}] });
  await send("undo", { importUuid });
  await settled(importUuid);
  const lines = await sql`select from line where line_name = '同门1路' and deleted_at is null`.execute(db());
  expect(lines.rows).toHaveLength(0);

  const map = await send("add", { door: "map", fileUuids: [await attach(person, "城.osm", toOsmXml(town()))] });
  const read = await settled(map.data.importUuid);
  expect(read.counts.map(({ what }) => what)).toEqual(["道路", "转向限制", "线路", "站点"]);
  await send("confirm", { importUuid: map.data.importUuid, roadsOnly: true });
  expect(await settled(map.data.importUuid)).toMatchObject({ state: "done" });
  await send("undo", { importUuid: map.data.importUuid });
  expect((await settled(map.data.importUuid)).counts).toContainEqual({ what: "没有撤销的", kept: 0 });
});

it("recordings go in by the same calls: whom they are for is corrected, and they are taken back", async () => {
  const settings = { language: "zh", use: 6, speaker: 2, voiceType: 0 };
  const fileUuids = [
    await attach(person, "门口提示.wav", Buffer.from(toneWav(611))),
    await attach(person, "坏的.wav", "不是声音"),
  ];
  const added = await send("add", { door: "audio", fileUuids, ...settings });
  expect(added).toMatchObject({ success: true, data: { door: "audio" } });
  const { importUuid } = added.data;
  expect(await settled(importUuid)).toMatchObject({
    counts: [{ what: "文件", new: 1, wrong: 1 }],
    questions: [{ path: "onlyGood" }],
  });
  expect(await rowsOf(importUuid, "wrong")).toMatchObject({ total: 1, list: [{ code: "坏的.wav" }] });
  const [fresh] = (await rowsOf(importUuid, "new")).list;
  await send("correct", { importUuid, rows: [{ row: fresh!.row, whom: "门口新提示" }] });
  expect((await rowsOf(importUuid, "new")).list[0]!.values).toEqual([{ title: "由人指定的文本", value: "门口新提示" }]);
  await send("confirm", { importUuid, onlyGood: true });
  expect(await settled(importUuid)).toMatchObject({ state: "done", counts: [{ what: "文件", new: 1, kept: 0 }] });
  const clips = () => sql`select from audio where text = '门口新提示' and deleted_at is null`.execute(db());
  expect((await clips()).rows).toHaveLength(1);
  const log = await person.call<{ list: object[] }>(`${path}/list`, { templateCode: "audio.upload" });
  expect(log.data.list).toContainEqual(expect.objectContaining({ importUuid, created: 1, bad: 0, state: "已完成" }));
  expect((await send("undo", { importUuid })).success).toBe(true);
  expect((await clips()).rows).toHaveLength(0);
  expect((await send("undo", { importUuid })).message).toContain("没有可以撤销的");
});

it("what a door does not ask for is refused at its field, and other people's imports are not there", async () => {
  const fileUuid = await attach(person, "岗位.csv", "岗位编号,岗位名称\nMK3,甲\n");
  const add = (body: object) => send("add", { fileUuids: [fileUuid], ...body });
  expect((await add({ door: "sheet" })).errors).toMatchObject([{ path: "templateCode" }]);
  expect((await add({ door: "sheet", templateCode: "post", language: "zh" })).errors).toMatchObject([
    { path: "language" },
  ]);
  expect((await add({ door: "rail", templateCode: "post" })).errors).toMatchObject([{ path: "door" }]);
  expect((await add({ door: "map", templateCode: "post" })).errors).toMatchObject([{ path: "templateCode" }]);
  const { importUuid } = (await add({ door: "sheet", templateCode: "post" })).data;
  for (const name of ["detail", "confirm", "cancel", "undo", "retry"])
    expect((await other.call(`${path}/${name}`, { importUuid })).reason).toBe("missing");
  const nobody = await visitorWith(attachments.write);
  expect((await nobody.call<{ total: number }>(`${path}/list`, {})).data.total).toBe(0);
  expect((await nobody.call(`${path}/detail`, { importUuid })).reason).toBe("missing");
  expect((await nobody.call(`${path}/rows`, { importUuid, kind: "new" })).reason).toBe("missing");
  const theirs = await attach(other, "城.osm", toOsmXml(town()));
  expect((await other.call(`${path}/add`, { door: "map", fileUuids: [theirs] })).reason).toBe("forbidden");
  expect((await send("cancel", { importUuid })).data.state).toBe("cancelled");
  expect((await send("choose", { importUuid, crs: "WGS84" })).success).toBe(false);
});
