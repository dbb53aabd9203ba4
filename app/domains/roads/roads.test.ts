import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { realCity, realData } from "../../../tests/kit/real-data";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";
import { closeEngine, matchStops, nearestRoad } from "./queries.server";
import { orgCoded } from "../../../tests/kit/organisations";

const path = "/map/data-down-load";
const centre = { minLng: 116.37, minLat: 39.86, maxLng: 116.39, maxLat: 39.88 };
let person: Visitor;
let reader: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  [person, reader, stranger] = await Promise.all([
    visitorWith(may.read, may.import),
    visitorWith(may.read),
    visitorWith(),
  ]);
});
afterAll(async () => {
  await closeEngine();
});

const query = (box: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(box).map(([name, value]) => [name, String(value)]));

describe("roads in a rectangle", () => {
  it("are shown with their count, length and classes", async () => {
    const start = await reader.get(path);
    expect([start.status, start.$("h1").text()]).toEqual([200, "地图数据下载"]);
    const found = await start.submit(Object.fromEntries(query(centre)), { form: "main form[method=get]" });
    expect(found.status).toBe(200);
    expect(found.text).toMatch(/查到道路 \d+ 段/);
    expect(found.text).toContain("人民路");
    expect(found.text).toContain("总长度");
    expect(found.$("main svg").length).toBeGreaterThan(0);
    expect(found.$('a[href*="format=geojson"]').length).toBe(1);
  });

  it("are refused at the field that is wrong, with everything typed", async () => {
    const answer = await reader.get(`${path}?${query({ ...centre, minLng: "东", maxLat: "39.86" })}`);
    expect(answer.status).toBe(422);
    expect(answer.errorAt("minLng")).toContain("请输入最小经度");
    expect(answer.field("minLng")).toBe("东");
    const turned = await reader.get(`${path}?${query({ ...centre, maxLng: 116.3 })}`);
    expect(turned.errorAt("maxLng")).toContain("最大经度应大于最小经度");
  });

  it("are answered by the call, in the same numbers as the page", async () => {
    const answer = await reader.call<{ roadName: string; coordinates: [number, number][]; length: number }[]>(
      "/osm/queryRoadByRectangle",
      centre,
    );
    expect(answer).toMatchObject({ status: 200, success: true, code: 200 });
    const named = answer.data.filter((road) => road.roadName === "人民路");
    expect(named.length).toBeGreaterThan(0);
    expect(named[0]!.coordinates.length).toBeGreaterThan(1);
    const page = await reader.get(`${path}?${query(centre)}`);
    expect(page.text).toContain(`查到道路 ${answer.data.length} 段`);
  });

  it("are refused to others and for a bad field by the call", async () => {
    expect(await stranger.call("/osm/queryRoadByRectangle", centre)).toMatchObject({
      success: false,
      code: 400,
      reason: "forbidden",
    });
    expect(await visitor().call("/osm/queryRoadByRectangle", centre)).toMatchObject({ success: false, code: 10111 });
    const bad = await reader.call("/osm/queryRoadByRectangle", { ...centre, maxLat: 91 });
    expect(bad).toMatchObject({ success: false, code: 400, reason: "field", errors: [{ path: "maxLat" }] });
  });

  it("are downloaded by two at a time, because each holds a connection", async () => {
    const open = () => reader.send(`${path}/download?${query({ format: "geojson", ...centre })}`);
    const [one, two] = [await open(), await open()];
    expect((await open()).status).toBe(429);
    await Promise.all([one.body!.cancel(), two.body!.cancel()]);
    expect((await (await open()).text()).length).toBeGreaterThan(1000);
  });

  it("are downloaded as GeoJSON and as OSM XML", async () => {
    const json = await reader.send(`${path}/download?${query({ format: "geojson", ...centre })}`);
    expect(json.headers.get("content-disposition")).toMatch(/^attachment; filename=".*geojson"/);
    const { features } = (await json.json()) as { features: { properties: { roadName: string } }[] };
    expect(features.map((one) => one.properties.roadName)).toContain("人民路");
    const xml = await (await reader.send(`${path}/download?${query({ format: "osm", ...centre })}`)).text();
    expect(xml).toContain('v="人民路"');
    expect(xml.trimEnd().endsWith("</osm>")).toBe(true);
    expect((await (await reader.get(`${path}/download?format=exe`)).follow()).text).toContain("下载地址不完整");
    expect((await stranger.send(`${path}/download?${query({ format: "osm", ...centre })}`)).status).toBe(303);
  });
});

describe("tiles", () => {
  const tile = "/map/tiles/12/3372/1552";

  it("are drawn from the roads and kept by the browser until the roads change", async () => {
    const first = await stranger.send(tile);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/vnd.mapbox-vector-tile"]);
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const again = await stranger.send(tile, { headers: { "if-none-match": first.headers.get("etag")! } });
    expect(again.status).toBe(304);
    const named = await stranger.send(`${tile}?v=${first.headers.get("etag")!.replaceAll('"', "")}`);
    expect(named.headers.get("cache-control")).toContain("immutable");
  });

  it("that do not exist are 404, and none is shown without a session", async () => {
    expect((await stranger.send("/map/tiles/12/99999/1")).status).toBe(404);
    expect((await stranger.send("/map/tiles/a/b/c")).status).toBe(404);
    expect((await visitor().send(tile)).status).toBe(303);
  });
});

describe("roads for other rooms", () => {
  it("name the nearest road and the way a bus passes there", async () => {
    const viewer = await superViewer();
    const answer = await reader.call<{ coordinates: [number, number][]; roadName: string }[]>(
      "/osm/queryRoadByRectangle",
      centre,
    );
    const [lng, lat] = answer.data.find((road) => road.roadName === "人民路")!.coordinates[0]!;
    expect(await nearestRoad(viewer, lng, lat, 50)).toMatchObject({ distance: expect.closeTo(0, 0) });
    expect(await nearestRoad(viewer, 0, 0, 50)).toBeNull();
  });

  it("carry a bus past its stops", async () => {
    const viewer = await superViewer();
    const stops = [
      { lng: 116.372, lat: 39.87 },
      { lng: 116.38, lat: 39.87 },
      { lng: 116.388, lat: 39.87 },
    ];
    const matched = await matchStops(viewer, stops);
    expect(matched.stopDistances).toHaveLength(3);
    expect(matched.length).toBeGreaterThan(1000);
  });
});

describe("importing a map file", () => {
  const file = () => toOsmXml(town());
  let orgId: string;

  beforeAll(async () => {
    await startBuiltJobs();
    orgId = await orgCoded("BJGJ-1");
  });

  it("shows what would change, asks for the organisation of new lines, and changes all of it once", async () => {
    const at = await upload(file(), "示范镇.osm");
    const preview = await person.settled(at);
    expect(preview.$("h1").text()).toBe("导入 示范镇.osm");
    expect(preview.$("[aria-current=step]").text()).toBe("核对（还没有改动数据）");
    expect(preview.text).toContain("8路");
    expect(await edgesNamed("青年路")).toBe(0);

    const refused = await preview.submit({ orgId: "" });
    expect(refused.status).toBe(422);
    expect(refused.errorAt("orgId")).toContain("请选择线路所属的机构");

    const [one, two] = await Promise.all([preview.submit({ orgId }), preview.submit({ orgId })]);
    expect([one.status, two.status]).toEqual([303, 303]);
    const done = await person.settled(at);
    expect(done.text).toContain("导入完成");
    expect(await edgesNamed("青年路")).toBe(3);
    expect(
      await db()
        .selectFrom("line")
        .select("lineName")
        .where("lineName", "=", "8路")
        .where("deletedAt", "is", null)
        .execute(),
    ).toHaveLength(1);
    expect((await person.get(path)).text).toContain("示范镇.osm");
  });

  it("changes nothing the second time", async () => {
    const { revision } = await db().selectFrom("roadNetworkState").select("revision").executeTakeFirstOrThrow();
    const preview = await person.settled(await upload(file(), "again.osm"));
    expect(preview.text).toContain("文件内容与已有数据一致");
    const done = await person.settled((await preview.submit()).location!);
    expect(done.text).toContain("数据与导入前一致");
    expect((await db().selectFrom("roadNetworkState").select("revision").executeTakeFirstOrThrow()).revision).toBe(
      revision,
    );
  });

  const unsorted = realData("doors/real-sort_test.osm", "a relation whose stops are listed in no order");
  it.runIf(unsorted)("takes such stops in the order of the path, and says so", async () => {
    const preview = await person.settled(await upload(readFileSync(unsorted!), "sort_test.osm"));
    expect(preview.text).toMatch(/不按行驶顺序排列，已按路径的顺序排列（\d+ 站换了位置，止于“Emiciclo Poggoreale”）/);
    expect(preview.text).not.toMatch(/不在路径的这个顺序上/);
  });

  it("leaves a line as a draft where its path does not pass its stops in their order, and says at which", async () => {
    const { nodes, ways, relations } = town();
    const turned = relations
      .filter(({ id }) => id === 1001)
      .map(({ tags, members }) => ({
        id: 1901,
        tags: { ...tags, ref: "倒8", name: "倒8路" },
        members: [
          ...members.filter(({ type }) => type === "node").reverse(),
          ...members.filter(({ type }) => type === "way"),
        ],
      }));
    const preview = await person.settled(await upload(toOsmXml({ nodes, ways, relations: turned }), "turned.osm"));
    expect(preview.text).toMatch(/留为草稿：.*第 \d+ 站“[^”]+”(不在路径的这个顺序上|离路径 \d+ (米|公里))/);
  });

  it("keeps the roads that an editor numbered itself when another of its files begins to count anew, and finds those of earlier imports again", async () => {
    const drawn = (name: string, lat: number) =>
      toOsmXml({
        nodes: [-1, -2, -3].map((id) => ({ id, lng: 116.5 - id / 500, lat, tags: {} })),
        ways: [{ id: -101, refs: [-1, -2, -3], tags: { highway: "primary", name } }],
        relations: [],
      });
    const counted = async (content: string) => {
      const preview = await person.settled(await upload(content, "自绘.osm"));
      await person.settled((await preview.submit()).location!);
      return preview.text;
    };
    await counted(drawn("自绘甲路", 39.5));
    await counted(drawn("自绘乙路", 39.4));
    expect([await edgesNamed("自绘甲路"), await edgesNamed("自绘乙路")]).toEqual([1, 1]);
    for (const [name, lat] of [["自绘甲路", 39.5] as const, ["自绘乙路", 39.4] as const])
      expect(await counted(drawn(name, lat))).toContain("文件内容与已有数据一致");
    // As an earlier import has kept it, under the number of its file.
    await sql`update road_edge set way_id = -101, edge_key = '-101:0', digest = 'earlier' where road_name = '自绘乙路'`.execute(
      db(),
    );
    await counted(drawn("自绘乙路", 39.4));
    expect(await edgesNamed("自绘乙路")).toBe(1);
    expect(await counted(drawn("自绘乙路", 39.4))).toContain("文件内容与已有数据一致");
  });

  it("tells of rules of turning: how many there are, which buses heed, why not the others, and what became of them", async () => {
    const turn = (id: number, restriction: string, tags = {}) => ({
      id,
      members: [
        { type: "way" as const, ref: 100, role: "from" },
        { type: "node" as const, ref: 3, role: "via" },
        { type: "way" as const, ref: 101, role: "to" },
      ],
      tags: { type: "restriction", restriction, ...tags },
    });
    const withTurns = (...turns: ReturnType<typeof turn>[]) =>
      toOsmXml({ ...town(), relations: [...town().relations, ...turns] });
    const imported = async (content: string) => {
      const preview = await person.settled(await upload(content, "turns.osm"));
      return [preview, await person.settled((await preview.submit()).location!)] as const;
    };
    const stored = async () =>
      (await db().selectFrom("roadTurn").select("relationId").orderBy("relationId").execute()).map(
        (row) => row.relationId,
      );
    const [preview, done] = await imported(
      withTurns(
        turn(2001, "no_u_turn"),
        turn(2002, "no_left_turn", { except: "psv" }),
        turn(2003, "no_left_turn @ (07:00-09:00)"),
      ),
    );
    expect(preview.text).toContain("3 个，其中 1 个公交须遵守");
    expect(preview.text).toMatch(/公交车除外的限制\s*1/);
    expect(preview.text).toMatch(/分时段或有条件的限制（不执行）\s*1/);
    expect(done.text).toMatch(/转向限制\s*1\s*0\s*0/);
    expect(await stored()).toEqual([2001]);
    const [again] = await imported(withTurns(turn(2001, "no_u_turn")));
    expect(again.text).toContain("文件内容与已有数据一致");
    await imported(withTurns(turn(2002, "only_straight_on")));
    expect(await stored()).toEqual([2002]);
  });

  it("says which lines drive along roads that it closes, and which of them are off the roads then", async () => {
    const line = await db()
      .selectFrom("line")
      .innerJoin("lineClassify as c", "c.mainUuid", "line.lineUuid")
      .innerJoin("lineVersion as v", "v.classifySid", "c.classifySid")
      .innerJoin("linePath as p", "p.versionUuid", "v.versionUuid")
      .select("p.edgeKeys")
      .where("line.lineName", "=", demoNames.lines.first)
      .where("v.state", "=", "effective")
      .where("p.direction", "=", 1)
      .executeTakeFirstOrThrow();
    const wayId = Number(line.edgeKeys[Math.floor(line.edgeKeys.length / 2)]!.split(":")[0]);
    const closed = toOsmXml({
      nodes: [
        { id: 1, lng: 116.38, lat: 39.87 },
        { id: 2, lng: 116.381, lat: 39.87 },
      ],
      ways: [{ id: wayId, refs: [1, 2], tags: { highway: "footway" } }],
    });
    const at = await upload(closed, "封路.osm");
    const preview = await person.settled(at);
    expect(preview.text).toContain(`${demoNames.lines.first} 上行`);
    const done = await person.settled((await preview.submit()).location!);
    expect(done.$(".notice.warn").text()).toMatch(
      new RegExp(`不再完全在道路上.*${demoNames.lines.first} 上行：\\d+\\.\\d% → \\d+\\.\\d% 在道路上`, "s"),
    );
  });

  it("keeps a road that it closes only to name it where a bus cannot pass", async () => {
    const { nodes, ways } = town();
    const shut = ways.map((way) => (way.id === 101 ? { ...way, tags: { ...way.tags, access: "no" } } : way));
    const imported = async (content: string) => {
      const preview = await person.settled(await upload(content, "closed.osm"));
      return [preview, await person.settled((await preview.submit()).location!)] as const;
    };
    const [, done] = await imported(toOsmXml({ nodes, ways: shut, relations: [] }));
    expect(done.text).toMatch(/道路（条）\s*0\s*0\s*4\s*1/);
    const box = { minLng: 116, minLat: 39.99, maxLng: 116.02, maxLat: 40.01 };
    const { data } = await reader.call<{ wayId: number }[]>("/osm/queryRoadByRectangle", box);
    expect(data.map(({ wayId }) => wayId)).not.toContain(101);
    const viewer = await superViewer();
    expect(await nearestRoad(viewer, 116.008, 40, 150)).toBeNull();
    const stops = [
      { lng: 116.004, lat: 40 },
      { lng: 116.012, lat: 40 },
    ];
    const reason = "“青年路”不许公交通行，已用直线连接，请核对封闭的道路";
    expect((await matchStops(viewer, stops)).breaks).toMatchObject([{ reason }]);
    const geojson = await (await reader.send(`${path}/download?${query({ format: "geojson", ...box })}`)).text();
    expect(geojson).not.toContain('"101:');
    const xml = await (await reader.send(`${path}/download?${query({ format: "osm", ...box })}`)).text();
    expect((await person.settled(await upload(xml, "same.osm"))).text).toContain("文件内容与已有数据一致");
    await imported(toOsmXml({ nodes, ways, relations: [] }));
    expect((await matchStops(viewer, stops)).breaks).toEqual([]);
  });

  it("shows its progress without a script", async () => {
    const at = await upload(file(), "progress.osm");
    const { importId } = await db()
      .selectFrom("importBatch")
      .select("importId")
      .where("fileName", "=", "progress.osm")
      .executeTakeFirstOrThrow();
    await person.settled(at);
    await db()
      .updateTable("importBatch")
      .set({ state: "reading", progress: 0.4, phase: "读取地图文件" })
      .where("importId", "=", importId)
      .execute();
    const page = await person.get(at);
    expect(page.headers.get("refresh")).toBe("2");
    expect(page.$("progress").attr("value")).toBe("0.4");
    await (await person.get(`${at}/cancel`)).submit();
    expect((await person.get(at)).text).toContain("导入已取消");
  });

  it("tells what is wrong with a file and changes nothing", async () => {
    const before = await edgesNamed("青年路");
    for (const [content, said] of [
      [file().slice(0, 3000), "文件不完整"],
      ['{"a":1}', "JSON"],
      ["<!DOCTYPE osm [<!ENTITY a 'b'>]><osm>&a;</osm>", "DOCTYPE"],
      ["不是地图", "不是地图文件"],
    ] as const) {
      const page = await person.settled(await upload(content, "坏的.osm"));
      expect(page.text).toContain("失败");
      expect(page.$('[role="alert"]').text()).toContain(said);
    }
    expect(await edgesNamed("青年路")).toBe(before);
    expect(await db().selectFrom("storedFile").select("fileKey").where("fileName", "=", "坏的.osm").execute()).toEqual(
      [],
    );
  });

  it("refuses a form without a file and an empty one, at the field", async () => {
    for (const sent of [[], [new File([], "leer.osm")]]) {
      const page = await person.visit(`${path}/import`, {
        method: "POST",
        headers: { "sec-fetch-site": "same-origin" },
        body: formOf(...sent),
      });
      expect(page.status).toBe(422);
      expect(page.errorAt("file")).toMatch(/请选择|文件是空的/);
    }
  });

  it("is for those who may import", async () => {
    const at = await upload(file(), "mine.osm");
    await person.settled(at);
    expect((await reader.get(at)).$("main form[method=post]").length).toBe(0);
    for (const to of [at, `${at}/cancel`, `${at}/retry`])
      expect((await (await reader.post(to, {})).follow()).status).toBe(401);
    expect((await (await reader.get(`${path}/import`)).follow()).status).toBe(401);
    expect((await person.get(`${path}/import/${"0".repeat(32)}`)).status).toBe(404);
    expect((await person.post(`${path}/import/${"0".repeat(32)}`, {})).status).toBe(404);
  });

  it("does not hand lines to an organisation out of reach", async () => {
    const other = await orgCoded("BJGJ-2");
    const own = await enter(
      await account({ permissions: [may.read, may.import], dataScope: "chosen", orgIds: [orgId] }),
    );
    const renamed = toOsmXml({
      ...town(),
      relations: town().relations.map((relation) => ({
        ...relation,
        id: relation.id + 5000,
        tags: { ...relation.tags, ref: `9${relation.tags?.ref ?? ""}`, name: `9${relation.tags?.ref}路` },
      })),
    });
    const preview = await own.settled(await upload(renamed, "other.osm"));
    expect(preview.$(`select[name=orgId] option[value="${other}"]`).length).toBe(0);
    const refused = await own.post(preview.url, { orgId: other });
    expect([refused.status, refused.errorAt("orgId")]).toEqual([
      422,
      expect.stringContaining("请从您可管理的机构中选择"),
    ]);
  });

  const real = (
    [
      ["beijing-haidian-cau.osm", realData],
      ["shenzhen-longgang.osm", realData],
      ["porto-alegre.osm.pbf", realCity],
    ] as const
  ).map(([name, dataOf]) => [name, dataOf(`osm/${name}`, `importing ${name}`)] as const);
  it.each(real.filter(([, at]) => at))("takes the real %s in, and nothing the second time", async (name, at) => {
    const { readFile } = await import("node:fs/promises");
    const content = await readFile(at!);
    const first = await person.settled(await upload(content, name));
    const done = await person.settled(
      (await first.submit(first.field("orgId") === undefined ? {} : { orgId })).location!,
    );
    expect(done.text).toContain("导入完成");
    expect((await person.settled(await upload(content, name))).text).toContain("文件内容与已有数据一致");
  });

  function formOf(...files: File[]): FormData {
    const form = new FormData();
    form.set("note", "x");
    for (const one of files) form.append("file", one);
    return form;
  }

  async function upload(content: string | Buffer, name: string): Promise<string> {
    const body = formOf(new File([content as BlobPart], name));
    const answer = await person.visit(`${path}/import`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body,
    });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([303, expect.anything()]);
    return answer.location!;
  }
});

async function edgesNamed(roadName: string): Promise<number> {
  return (await db().selectFrom("roadEdge").select("edgeKey").where("roadName", "=", roadName).execute()).length;
}

async function superViewer() {
  const { userId, userName, userAccount } = await db()
    .selectFrom("appUser")
    .selectAll()
    .where("isSuper", "=", true)
    .executeTakeFirstOrThrow();
  return {
    userId,
    userName,
    userAccount,
    isSuper: true,
    userStatus: "normal" as const,
    orgId: null,
    orgScope: "all" as const,
    permissions: new Set<string>(),
    sessionId: "",
    appCode: null,
    requestId: "test",
  };
}
