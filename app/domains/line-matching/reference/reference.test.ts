import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeEngine } from "~/domains/roads/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { convert, type LngLat } from "~/transit/geo/coordinates";
import { visitorWith } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import { superViewer } from "~/kit/room/sheets/drive.sample";
import { findReference } from "../queries.server";

let person: Visitor;
let reader: Visitor;
let line: { lineUuid: string; lineName: string };
let path: LngLat[];
let page: string;

beforeAll(async () => {
  [person, reader] = await Promise.all([visitorWith(may.read, may.write), visitorWith(may.read)]);
  const found = await sql<{ lineUuid: string; lineName: string; coords: number[] }>`
    select line_uuid, line_name, coords from line join line_classify on main_uuid = line_uuid join line_version using (classify_sid) join line_path using (version_uuid)
    where line_type = 1 and direction = 1 and line.deleted_at is null order by line_name limit 1`.execute(db());
  const { coords, ...head } = found.rows[0]!;
  line = head;
  path = Array.from({ length: coords.length / 2 }, (_, at): LngLat => [coords[2 * at]!, coords[2 * at + 1]!]);
  page = `/line/line-management/${line.lineUuid}/reference`;
});
afterAll(closeEngine);

const pasted = (points: readonly LngLat[]) =>
  points.map(([lng, lat]) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join("\n");
const send = (fields: Record<string, string>, file?: [name: string, content: string], direction = 1) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file) body.append("file", new File([file[1]], file[0]));
  return person.visit(`${page}?direction=${direction}`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body,
  });
};

it("is pasted, checked against the roads under each system, and kept in WGS84 for the match to follow", async () => {
  const empty = await person.get(`${page}?direction=1`);
  expect([empty.status, empty.$("h1").text(), empty.title]).toEqual([
    200,
    line.lineName,
    expect.stringContaining(`${line.lineName}：参考线`),
  ]);
  expect(empty.text).toContain("这个方向还没有参考线");
  const gcj = pasted(convert(path, "WGS84", "GCJ02"));
  const checked = await send({ path: gcj, do: "check" });
  expect([checked.status, checked.field("path")!.replaceAll("\r", "")]).toEqual([200, gcj]);
  expect(checked.text).toMatch(/最可能是 GCJ02，次近的坐标系远 [\d.]+ 倍/);
  expect(checked.$("tr[data-likely] th").text()).toContain("GCJ02");
  expect(checked.$("main svg").length).toBeGreaterThan(0);
  expect(checked.errorAt("crs")).toBe("");
  const unasked = await send({ path: gcj, do: "save" });
  expect([unasked.status, unasked.errorAt("crs"), unasked.field("path")!.replaceAll("\r", "")]).toEqual([
    422,
    "请选择坐标系",
    gcj,
  ]);
  const saved = await (await send({ path: gcj, crs: "GCJ02", referenceName: "高德 2026", do: "save" })).follow();
  expect(saved.text).toContain("已保存参考线");
  expect(saved.text).toContain("高德 2026");
  const kept = (await findReference(superViewer, line.lineUuid, 1))!;
  expect([kept.crs, kept.path.length, kept.offsets[0]!.crs]).toEqual(["GCJ02", path.length, "GCJ02"]);
  kept.path.forEach(([lng, lat], at) => expect(Math.hypot(lng - path[at]![0], lat - path[at]![1])).toBeLessThan(2e-6));
  expect((await (await send({ path: gcj, crs: "GCJ02", do: "save" })).follow()).text).toContain("没有改动");
});

it("is not kept under a system that its coordinates cannot be in", async () => {
  const metres = convert(path, "WGS84", "EPSG:3857")
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join("\n");
  const refused = await send({ path: metres, crs: "WGS84", do: "save" });
  expect([refused.status, refused.errorAt("crs")]).toEqual([422, "这些坐标不可能是所选的坐标系，请核对后另选"]);
});

it("is read from a file, by the line's name where the file has several", async () => {
  const file = (name: string) =>
    `${name}(甲-乙)\n甲:${path[0]!.join(",")} 乙:${path.at(-1)!.join(",")}\n${path.map((point) => point.join(",")).join(" ")}\n`;
  const two = file("别的路") + file(line.lineName);
  const saved = await (await send({ crs: "WGS84", do: "save" }, ["x.txt", two], 2)).follow();
  expect(saved.text).toContain("已保存参考线");
  expect(saved.text).toContain("x.txt");
  expect((await findReference(superViewer, line.lineUuid, 2))!.path).toHaveLength(path.length);
  const others = await send({ crs: "WGS84", do: "save" }, ["x.txt", file("别的路") + file("又一路")]);
  expect([others.status, others.errorAt("file")]).toEqual([422, expect.stringContaining(`没有叫“${line.lineName}”的`)]);
  const plain = await send({ do: "check" }, ["points.csv", pasted(path)]);
  expect(plain.field("path")!.split("\n")).toHaveLength(path.length);
  expect(plain.text).toContain("最可能是 WGS84");
});

it.each([
  ["", "请上传文件，或粘贴坐标"],
  ["116.3,39.8\n116.4,x", "第 2 行的“x”不是坐标"],
  ["116.3,39.8,116.4", "第 1 行的数字个数是单数"],
  ["116.3,39.8", "至少需要 2 个点"],
  ["116.3,39.8\n1116.4,39.8\n116.4,39.8", "第 2 个点 1116.4,39.8 不是经纬度"],
])("pasted %j is refused at the field with what is wrong", async (text, message) => {
  const answer = await send({ path: text, crs: "WGS84", do: "save" });
  expect([answer.status, answer.errorAt("path")]).toEqual([422, expect.stringContaining(message)]);
  expect(answer.field("path")!.replaceAll("\r", "")).toBe(text);
});

it("is replaced and removed with history, and not under a person's hands", async () => {
  const before = (await findReference(superViewer, line.lineUuid, 1))!;
  const late = await send({
    path: pasted(path.slice(1)),
    crs: "WGS84",
    do: "save",
    version: String(before.version + 5),
  });
  expect([late.status, late.text]).toEqual([422, expect.stringContaining("被他人更换")]);
  await send({ path: pasted(path.slice(1)), crs: "WGS84", do: "save", version: String(before.version) });
  expect((await findReference(superViewer, line.lineUuid, 1))!.path).toHaveLength(path.length - 1);
  expect((await (await reader.post(page, {})).follow()).status).toBe(401);
  expect((await reader.get(page)).$("main form[method=post]").length).toBe(0);
  const removed = await (await (await person.get(`${page}/delete?direction=1`)).submit()).follow();
  expect(removed.text).toContain("已移除参考线");
  expect(await findReference(superViewer, line.lineUuid, 1)).toBeUndefined();
  const history = await person.get(`/line/line-management/${line.lineUuid}/history`);
  expect(history.text).toContain("高德 2026");
});
