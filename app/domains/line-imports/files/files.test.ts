import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { type Crs, convert, type LngLat } from "~/transit/geo/coordinates";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import { measured, realCity, realData } from "../../../../tests/kit/real-data";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { announceGuilin } from "~/domains/line-files/guilin.sample";
import { may as lineFiles } from "~/domains/line-files/policy";
import { versionRoom } from "~/domains/voice-versions/room";
import { may } from "../policy";
import { firstOrg, orgCoded } from "../../../../tests/kit/organisations";
import { countCells } from "../../../../tests/kit/count-cells";

const path = "/line/line-import";
let person: Visitor;
let reader: Visitor;
let orgId: string;
let drive: { path: LngLat[]; stops: { name: string; at: LngLat }[] };

beforeAll(async () => {
  [person, reader] = await Promise.all([visitorWith(may.read, may.write, "line.read"), visitorWith(may.read)]);
  orgId = await firstOrg();
  drive = await demoDrive();
  await startBuiltJobs();
});

function twoWays(lineName: string, crs: Crs, { bend = 0, dirty = false } = {}): string {
  const there = record(lineName, drive.stops, drive.path, crs, bend);
  const back = record(lineName, [...drive.stops].reverse(), [...drive.path].reverse(), crs, bend);
  return dirty ? there.replace(/\n(\S+ )(\d{3})/, "\n$11$2") + back : there + back;
}

function record(
  lineName: string,
  stops: { name: string; at: LngLat }[],
  points: LngLat[],
  crs: Crs,
  bend: number,
): string {
  const text = (point: LngLat) =>
    convert([[point[0], point[1] + bend]], "WGS84", crs)[0]!
      .map((one) => one.toFixed(6))
      .join(",");
  return `${lineName}(${stops[0]!.name}-${stops.at(-1)!.name})\r\n${stops.map(({ name, at }) => `${name}:${text(at)}`).join(" ")}\r\n${points.map(text).join(" ")}\r\n`;
}

function geoJson(name: string, crs: Crs): string {
  const feature = (type: string, coordinates: unknown, properties: object) => ({
    type: "Feature",
    properties,
    geometry: { type, coordinates },
  });
  const stops = drive.stops.map((stop, at) =>
    feature("Point", convert([stop.at], "WGS84", crs)[0], { name: stop.name, line: name, sequence: at + 1 }),
  );
  return JSON.stringify({
    type: "FeatureCollection",
    features: [feature("LineString", convert(drive.path, "WGS84", crs), { name }), ...stops],
  });
}

async function demoDrive() {
  const { versionUuid, coords } = (
    await sql<{
      versionUuid: string;
      coords: number[];
    }>`select version_uuid, coords from line_path join line_version using (version_uuid) join line_classify using (classify_sid) join line on line_uuid = main_uuid where line_type = 1 and direction = 1 order by mileage desc limit 1`.execute(
      db(),
    )
  ).rows[0]!;
  const stops = (
    await sql<{
      staName: string;
      lng: number;
      lat: number;
    }>`select s.sta_name, s.lng, s.lat from line_station ls join station s using (sta_uuid) where version_uuid = ${versionUuid} and direction = 1 order by serial`.execute(
      db(),
    )
  ).rows;
  return {
    path: Array.from({ length: coords.length / 2 }, (_, at): LngLat => [coords[2 * at]!, coords[2 * at + 1]!]),
    stops: stops.map(({ staName, lng, lat }) => ({ name: staName, at: [lng, lat] as LngLat })),
  };
}

async function upload(by: Visitor, ...files: [name: string, content: string | Buffer][]): Promise<Answer> {
  const body = new FormData();
  for (const [name, content] of files) body.append("file", new File([content as BlobPart], name));
  return by.visit(path, { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
}

async function read(...files: [name: string, content: string | Buffer][]): Promise<Answer> {
  const sent = await upload(person, ...files);
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

const choosing = { form: "form[action$='/choose']" };
const confirming = { form: "main form:not([action])" };

async function chosen(page: Answer, crs: string, use = "lines"): Promise<Answer> {
  return person.settled((await page.submit({ crs, use }, choosing)).location!);
}

async function confirmed(page: Answer): Promise<Answer> {
  return person.settled((await page.submit(page.field("orgId") === undefined ? {} : { orgId }, confirming)).location!);
}

const stored = async (lineName: string) =>
  (
    await sql<{ lineUuid: string; state: string; source: string; direction: number; stations: number; points: number }>`
      select l.line_uuid, v.state, l.source, p.direction, (select count(*) from line_station ls where ls.version_uuid = v.version_uuid and ls.direction = p.direction)::int as stations, (cardinality(p.coords) / 2)::int as points
      from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid) join line_path p using (version_uuid)
      where l.line_name = ${lineName} and l.deleted_at is null and v.deleted_at is null order by p.direction`.execute(
      db(),
    )
  ).rows;

describe("a file of lines", () => {
  it("is asked for its coordinate system, which the roads suggest; then it shows what it would change, and a second time changes nothing", async () => {
    const content = twoWays("测881路", "BD09");
    const page = await read(["baidu.txt", content + content]);
    expect(page.text).toContain("完全重复 2 条");
    expect(page.text).toMatch(/按格式推测：BD09.*百度/);
    expect(page.text).toMatch(/最可能是 BD09，次近的坐标系远 [\d.]+ 倍/);
    expect(page.$("tr[data-likely] th").text()).toContain("BD09");
    expect(page.$("main form:not([action])").length).toBe(0);

    const unasked = await page.submit({ use: "lines" }, choosing);
    expect([unasked.status, unasked.errorAt("crs")]).toEqual([422, "请选择文件的坐标系"]);

    const wrong = await chosen(page, "WGS84");
    expect(wrong.text).toMatch(/所选的 WGS84 距道路 [\d.]+ 米，而 BD09 只有/);
    const preview = await chosen(wrong, "BD09");
    expect(countCells(preview)).toEqual({ 线路: [1, 0, 0], 线路方向: [2, 0, 0], 站点: [0, 0, drive.stops.length] });
    expect(preview.text).toContain(`按站名和位置认出 ${drive.stops.length} 个`);
    expect(await stored("测881路")).toEqual([]);
    const homeless = await preview.submit({}, confirming);
    expect([homeless.status, homeless.errorAt("orgId")]).toEqual([422, "请选择新线路所属的机构"]);
    const done = await confirmed(preview);
    expect(done.text).toContain("导入完成");
    expect(await stored("测881路")).toMatchObject([
      {
        state: "effective",
        source: "txt:测881路",
        direction: 1,
        stations: drive.stops.length,
        points: drive.path.length,
      },
      { direction: 2 },
    ]);

    const again = await chosen(await read(["baidu.txt", content]), "BD09");
    expect(again.text).toContain("文件内容与已有数据一致");
    expect((await confirmed(again)).text).toContain("数据与导入前一致");
    const bent = await chosen(await read(["baidu.txt", twoWays("测881路", "BD09", { bend: 0.002 })]), "BD09");
    expect(countCells(bent).线路).toEqual([0, 1, 0]);
  });

  it("tells a wrong longitude with its record and line, and keeps the rest", async () => {
    const page = await read(["x.txt", twoWays("测882路", "GCJ02") + twoWays("测883路", "GCJ02", { dirty: true })]);
    expect(page.text).toContain("第 3 条记录（第 9 行）");
    expect(page.text).toMatch(/测883路”路径第 2 点 1116\.\d+,.* 经度不在 -180 到 180 之间，已略去此点/);
    expect((await confirmed(await chosen(page, "GCJ02"))).text).toContain("导入完成");
    expect(await stored("测883路")).toMatchObject([{ points: drive.path.length - 1 }, { points: drive.path.length }]);
  });

  it("goes into a draft of a line that was not made from such a file; it can be its reference", async () => {
    const { lineName, lineUuid } = (
      await sql<{
        lineName: string;
        lineUuid: string;
      }>`select line_name, line_uuid from line where deleted_at is null and source is null and line_type = 1 order by line_name limit 1`.execute(
        db(),
      )
    ).rows[0]!;
    const before = await stored(lineName);
    const page = await chosen(await read(["x.txt", twoWays(lineName, "WGS84", { bend: 0.001 })]), "WGS84");
    expect(countCells(page)).toEqual({ 线路: [0, 1, 0], 线路方向: [0, 2, 0], 站点: expect.anything() });
    expect(page.text).toContain("写入草稿");
    const references = await chosen(page, "WGS84", "references");
    expect(countCells(references)).toEqual({ "参考线（方向）": [2, 0, 0] });
    expect((await confirmed(references)).text).toContain("只作为同名线路的参考线");
    const kept = await sql<{
      direction: number;
      crs: string;
      fileName: string;
    }>`select direction, crs, file_name from line_reference where line_uuid = ${lineUuid} and deleted_at is null order by direction`.execute(
      db(),
    );
    expect(kept.rows).toEqual([
      { direction: 1, crs: "WGS84", fileName: "x.txt" },
      { direction: 2, crs: "WGS84", fileName: "x.txt" },
    ]);
    expect(await stored(lineName)).toEqual(before);
    const again = await chosen(
      await read(["x.txt", twoWays(lineName, "WGS84", { bend: 0.001 })]),
      "WGS84",
      "references",
    );
    expect(countCells(again)).toEqual({ "参考线（方向）": [0, 0, 2] });
  });

  it("says where no roads are to compare with, and compares with stations of the same names once there are some", async () => {
    const far = twoWays("测884路", "WGS84").replace(/116\./g, "103.");
    const page = await read(["x.txt", far]);
    expect(page.text).toContain("附近没有路网，无法用道路核对坐标系");
    const preview = await chosen(page, "GCJ02");
    expect(preview.text).toContain("坐标系没有经过核对");
    await confirmed(preview);
    const again = await read(["x.txt", far.replaceAll("测884路", "测887路")]);
    expect(again.text).toContain("改与已有的同名站点比较");
    expect(again.$("tr[data-likely] th").text()).toContain("GCJ02");
  });

  it("is refused at the coordinate system where its coordinates cannot be in it, and a point that cannot is told at its record", async () => {
    const metres = twoWays("测888路", "EPSG:3857");
    const [first] = metres.match(/\n(\S+) /g)!.slice(-1);
    const page = await read(["x.txt", metres]);
    expect(page.text).toMatch(/WGS84[^）]*）（文件中的坐标不可能是这个坐标系/);
    const refused = await page.submit({ crs: "WGS84", use: "lines" }, choosing);
    expect([refused.status, refused.errorAt("crs")]).toEqual([422, "文件中的坐标不可能是 WGS84，请核对后另选"]);
    const preview = await chosen(page, "EPSG:3857");
    expect(countCells(preview).线路).toEqual([1, 0, 0]);
    const mixed = await chosen(await read(["x.txt", metres.replace(first!, "\n116.4,39.9 ")]), "EPSG:3857");
    expect(mixed.text).toMatch(
      /第 2 条记录 “测888路”路径第 1 点 116.4,39.9：坐标像是经纬度，而选择的坐标系单位是米；略去 1 个点/,
    );
    const degrees = await (
      await read(["x.txt", twoWays("测888路", "WGS84")])
    ).submit({ crs: "EPSG:3857", use: "lines" }, choosing);
    expect(degrees.errorAt("crs")).toContain("不可能是 EPSG:3857");
  });

  it("as GeoJSON is told apart by its coordinate system too", async () => {
    for (const crs of ["WGS84", "GCJ02", "BD09", "EPSG:3857"] as const) {
      const page = await read(["x.geojson", geoJson("测889路", crs)]);
      expect([crs, page.$("tr[data-likely] th").text().slice(0, 4)]).toEqual([crs, crs.slice(0, 4)]);
      expect(countCells(await chosen(page, crs))).toEqual({
        线路: [1, 0, 0],
        线路方向: [1, 0, 0],
        站点: [0, 0, drive.stops.length],
      });
    }
  });

  it("is refused in words where it cannot be read, and is not kept", async () => {
    const page = await read(["坏.txt", "这不是线路\n文件"]);
    expect(page.$('[role="alert"]').text()).toContain("认不出这个文件");
    expect(await db().selectFrom("storedFile").select("fileKey").where("fileName", "=", "坏.txt").execute()).toEqual(
      [],
    );
    const empty = await upload(person, ["空.txt", ""]);
    expect([empty.status, empty.errorAt("file")]).toEqual([422, expect.stringContaining("是空的")]);
    const nothing = await upload(person);
    expect([nothing.status, nothing.errorAt("file")]).toEqual([422, expect.stringContaining("请选择")]);
  });

  it("with names that no archive takes is refused in words, and one person keeps no more than thirty", async () => {
    const pair = await upload(person, ["C:a.db", "SQLite format 3\0"], ["C:..\\b.db", "SQLite format 3\0"]);
    expect(pair.status).toBe(303);
    expect((await person.settled(pair.location!)).$('[role="alert"]').text()).not.toBe("");
    const keen = await account({ permissions: [may.read, may.write] });
    await sql`insert into stored_file (file_key, file_name, content_type, size_bytes) select md5(n::text), 'x', 'text/plain', 1 from generate_series(1, 30) n`.execute(
      db(),
    );
    await sql`insert into import_batch (import_id, door, kind, file_name, file_key, file_size, state, choices, created_by, created_by_name)
      select md5(n::text), 'line', 'lines', 'x', md5(n::text), 1, 'preview', '{}', ${keen.userId}, 'x' from generate_series(1, 30) n`.execute(
      db(),
    );
    const keenOne = await enter(keen);
    const more = await upload(keenOne, ["x.txt", twoWays("测887路", "WGS84")]);
    expect([more.status, more.errorAt("file")]).toEqual([422, expect.stringContaining("30 个导入还没有确认或取消")]);
    expect((await keenOne.get(path)).text).toContain("取消全部未确认的导入（30）");
    const ended = await (await (await keenOne.get(`${path}/cancel-waiting`)).submit()).follow();
    expect([ended.url, ended.text]).toEqual([path, expect.stringContaining("已取消 30 个导入，没有改动任何数据")]);
    expect((await upload(keenOne, ["x.txt", twoWays("测887路", "WGS84")])).status).toBe(303);
    await sql`delete from import_batch where created_by = ${keen.userId}`.execute(db());
    await sql`delete from stored_file where file_name = 'x'`.execute(db());
  });

  it("without names or stations is no line, and has nothing to be confirmed", async () => {
    const page = await read([
      "lines.json",
      JSON.stringify([
        [1164000, 399000, 10, 10, 10, 10],
        [1164000, 399000, 10, -10],
      ]),
    ]);
    expect(page.$("input[name=use][value=lines]").attr("disabled")).toBeDefined();
    const refused = await person.post(`${page.url}/choose`, { crs: "WGS84", use: "lines" });
    expect([refused.status, refused.errorAt("use")]).toEqual([422, expect.stringContaining("文件中没有站点")]);
    const preview = await person.settled(
      (await person.post(`${page.url}/choose`, { crs: "WGS84", use: "references" })).location!,
    );
    expect(preview.text).toContain("文件中的 2 条折线没有名称，不能对应到线路");
    expect(preview.text).toContain("文件中没有可以导入的内容");
    expect(preview.$(confirming.form).length).toBe(0);
  });

  it("is confirmed once by two people, and the second is told", async () => {
    const preview = await chosen(await read(["x.txt", twoWays("测892路", "WGS84")]), "WGS84");
    const theirs = await (await visitorWith(may.read, may.write)).get(preview.url);
    const told = await Promise.all(
      [preview, theirs].map(
        async (page) =>
          (await (await page.submit({ orgId }, confirming)).follow()).text.match(
            /已确认，正在导入|之前已经确认过，没有重复导入/,
          )?.[0],
      ),
    );
    expect(told.sort()).toEqual(["之前已经确认过，没有重复导入", "已确认，正在导入"]);
    expect((await person.settled(preview.url)).text).toContain("导入完成");
  });

  it("asks once more where what it was compared with has changed since the preview", async () => {
    const waiting = await chosen(
      await read(["x.txt", twoWays("测890路", "WGS84") + twoWays("测891路", "WGS84")]),
      "WGS84",
    );
    expect(countCells(waiting).线路).toEqual([2, 0, 0]);
    await confirmed(await chosen(await read(["y.txt", twoWays("测890路", "WGS84")]), "WGS84"));
    const again = await confirmed(waiting);
    expect(again.$('[role="alert"]').text()).toContain("预览之后线路或站点被修改过");
    expect([countCells(again).线路, await stored("测891路")]).toEqual([[1, 0, 1], []]);
    expect((await confirmed(again)).text).toContain("导入完成");
    expect(await stored("测891路")).toHaveLength(2);
  });

  it("may be given up, and is for those who may import", async () => {
    const page = await read(["x.txt", twoWays("测885路", "WGS84")]);
    for (const to of [path, page.url, `${page.url}/choose`, `${page.url}/cancel`, `${page.url}/retry`])
      expect((await (await reader.post(to, {})).follow()).status).toBe(401);
    const apart = await enter(await account({ permissions: [may.read], dataScope: "chosen", orgIds: [orgId] }));
    expect([
      (await reader.get(page.url)).$("main form[method=post]").length,
      (await apart.get(page.url)).status,
    ]).toEqual([0, 404]);
    expect((await (await (await person.get(`${page.url}/cancel`)).submit()).follow()).text).toContain("已取消导入");
    expect((await person.get(page.url)).text).toContain("导入已取消");
    const other = await orgCoded("BJGJ-2");
    const own = await enter(
      await account({ permissions: [may.read, may.write], dataScope: "chosen", orgIds: [orgId] }),
    );
    const mine = await upload(own, ["x.txt", twoWays("测886路", "WGS84")]);
    const preview = await own.settled(
      (await (await own.settled(mine.location!)).submit({ crs: "WGS84", use: "lines" }, choosing)).location!,
    );
    const refused = await own.post(preview.url, { orgId: other });
    expect([refused.status, refused.errorAt("orgId")]).toEqual([
      422,
      expect.stringContaining("请从您可管理的机构中选择"),
    ]);
  });
});

const hangzhou = realCity("bus-lines-hangzhou/lineshape-baidu.txt", "importing Hangzhou's lines");
it.skipIf(!hangzhou)(
  "takes Hangzhou's lines in, and nothing the second time",
  async () => {
    const content = await readFile(hangzhou!);
    const page = await read(["lineshape-baidu.txt", content]);
    expect(page.text).toContain("1120.147338,30.309103 经度不在");
    expect(page.text).toContain("文件名“lineshape-baidu.txt”提到百度");
    expect(page.text).toContain("附近没有路网");
    expect(page.text).toMatch(/1726 条，其中完全重复 1503 条，不同的 223 条/);
    expect(page.text).toMatch(/223 个，其中 2 个与同一线路的另一方向站点相同/);
    expect(page.text).toContain("“307路”与第 8 条记录（第 22 行）的站点相同、路径不同");
    const began = performance.now();
    const preview = await chosen(page, "BD09");
    const counts = countCells(preview);
    expect(counts.线路方向!.reduce((sum, one) => sum + one)).toBe(223);
    const done = await confirmed(preview);
    measured(
      "Hangzhou's import",
      counts,
      preview.text.match(/\d+ 条线路会留为草稿/)?.[0] ?? "no drafts",
      `${Math.round(performance.now() - began)} ms`,
    );
    // The demo city has lines of the same names, which stay as they are.
    expect(counts.线路!.reduce((sum, one) => sum + one)).toBe(213);
    expect(counts.线路![0]).toBeGreaterThan(195);
    expect(done.text).toContain("导入完成");
    expect(countCells(done)).toEqual(counts);
    const ways = await sql<{
      name: string;
      points: number;
    }>`select classify_name as name, (cardinality(coords) / 2)::int as points from line join line_classify on main_uuid = line_uuid join line_version using (classify_sid) join line_path using (version_uuid) where line_name = '307路' order by sort_type`.execute(
      db(),
    );
    expect(ways.rows).toEqual([
      { name: "主分类", points: 47 },
      { name: "刘文村—黄龙体育中心", points: 46 },
    ]);
    const second = await read(["lineshape.txt", content]);
    expect(second.$("tr[data-likely] th").text()).toContain("BD09");
    measured(
      "Hangzhou's second file against the stations of the first",
      second
        .$("tbody tr th, tbody tr th + td")
        .slice(0, 6)
        .toArray()
        .map((cell) => second.$(cell).text()),
    );
    const again = await chosen(second, "BD09");
    expect(again.text).toContain("文件内容与已有数据一致");
    expect(countCells(again).线路方向).toEqual([0, 0, 223]);
  },
  600_000,
);

const guilin = realData("bus-lines-guilin/line.db", "importing Guilin's databases");
it.skipIf(!guilin)(
  "takes Guilin's two databases in, but for the train, and lets its announcer's words be heard along its lines",
  async () => {
    const files: [string, Buffer][] = [
      ["line.db", await readFile(guilin!)],
      ["station.db", await readFile(guilin!.replace("line.db", "station.db"))],
    ];
    const page = await read(...files);
    expect(page.text).toMatch(/也导入存疑的线路（G535\/6\/D8405\/6）/);
    const preview = await chosen(page, "GCJ02");
    measured("Guilin's import", countCells(preview), preview.text.match(/\d+ 条线路会留为草稿/)?.[0] ?? "no drafts");
    expect(countCells(preview).线路!.reduce((sum, one) => sum + one)).toBe(29);
    expect((await confirmed(preview)).text).toContain("导入完成");
    expect((await chosen(await read(...files), "GCJ02")).text).toContain("文件内容与已有数据一致");
    const clerk = await visitorWith(...Object.values(lineFiles), ...Object.values(versionRoom.may));
    expect(await announceGuilin(clerk, dirname(guilin!), 4)).toBe(4);
  },
  600_000,
);

it("gives lines whose names are alike once they are cut short names of their own, also beside those that were there", async () => {
  const long = "长".repeat(64);
  const cut = (number: number) => `${"长".repeat(56)}（${number}）`;
  await confirmed(await chosen(await read(["long.txt", twoWays(cut(3), "WGS84")]), "WGS84"));
  const preview = await chosen(
    await read(["long.txt", ["甲", "乙", "丙", "丁"].map((end) => twoWays(long + end, "WGS84")).join("")]),
    "WGS84",
  );
  expect((await confirmed(preview)).text).toContain("导入完成");
  const { rows } = await sql<{
    lineName: string;
  }>`select line_name from line where line_name like ${"长".repeat(50)} || '%' order by length(line_name) desc, line_name`.execute(
    db(),
  );
  expect(rows.map(({ lineName }) => lineName)).toEqual([long, cut(2), cut(3), cut(4), cut(5)]);
});
