import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import iconv from "iconv-lite";
import initSqlJs from "sql.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isLongRun } from "../../../tests/kit/long-run";
import { measured, realData } from "../../../tests/kit/real-data";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { variantsOf } from "./pair";
import { readLinesApart } from "./read-apart.server";
import { readLineFiles } from "./read.server";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), "line-files-test-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function reading(files: Record<string, string | Buffer | Uint8Array>) {
  const sources = [];
  for (const [name, content] of Object.entries(files)) {
    const at = path.join(folder, `${Math.random()}`);
    await writeFile(at, content);
    sources.push({ name, path: at });
  }
  return readLineFiles(sources, await mkdtemp(path.join(folder, "unpacked-")));
}

const record = (header: string, stops: string, polyline: string) => `${header}\r\n${stops} \r\n${polyline} \r\n`;
const there = record(
  "7路(东站-西站(南))",
  "东站:120.1,30.1 中站 :120.11,30.1 西站(南):120.12,30.1",
  "120.1,30.1 120.105,30.101 120.12,30.1",
);
const back = record("7路(西站(南)-东站)", "西站(南):120.12,30.1001 东站:120.1,30.1001", "120.12,30.1001 120.1,30.1001");
const ring = record(
  "环1路(东站-东站)",
  "东站:120.1,30.1 北站:120.11,30.12 东站:120.1,30.1",
  "120.1,30.1 120.11,30.12 120.1,30.1",
);

describe("three lines a record", () => {
  test("repetitions are counted, there and back are paired, round trips known", async () => {
    const file = await reading({ "lines.txt": there + ring + there + back });
    expect(file).toMatchObject({
      kind: "records",
      counts: { records: 4, duplicates: 1, alike: 0 },
      problems: [],
      hint: { crs: "BD09" },
    });
    expect(
      file.lines.map(({ name, directions }) => [
        name,
        directions.map(({ from, to, circular, stops, path }) => [from, to, circular, stops.length, path.length]),
      ]),
    ).toEqual([
      [
        "7路",
        [
          ["东站", "西站(南)", false, 3, 3],
          ["西站(南)", "东站", false, 2, 2],
        ],
      ],
      ["环1路", [["东站", "东站", true, 3, 3]]],
    ]);
    expect(variantsOf(file.lines[0]!)).toMatchObject({
      lineType: 1,
      variants: [{ name: "主分类", up: { from: "东站" }, down: { from: "西站(南)" } }],
    });
    expect(variantsOf(file.lines[1]!)).toMatchObject({
      lineType: 2,
      variants: [{ up: { circular: true }, down: null }],
    });
  });

  test("a longitude that cannot be is told with its record and line, and left out; the clean twin goes first", async () => {
    const dirty = there.replace("120.105,30.101", "1120.105,30.101");
    const alone = await reading({ "a.txt": ring + dirty });
    expect(alone.problems).toEqual([
      {
        where: "第 2 条记录（第 6 行）",
        text: "“7路”路径第 2 点 1120.105,30.101 经度不在 -180 到 180 之间，已略去此点",
      },
    ]);
    expect(alone.lines[1]!.directions[0]!.path).toHaveLength(2);
    const both = await reading({ "a.txt": dirty + there });
    expect(both.counts).toEqual({ records: 2, duplicates: 0, alike: 1 });
    expect(both.lines[0]!.directions.map(({ record, path }) => [record, path.length])).toEqual([
      [2, 3],
      [1, 2],
    ]);
    expect(both.problems[1]).toEqual({
      where: "第 2 条记录（第 4 行）",
      text: "“7路”与第 1 条记录（第 1 行）的站点相同、路径不同，两条都保留：本条没有错误，排在前面，第 1 条记录（第 1 行）作为副分类",
    });
    expect(variantsOf(both.lines[0]!).variants.map(({ name, up }) => [name, up?.record])).toEqual([
      ["主分类", 2],
      ["东站—西站(南)", 1],
    ]);
    const spaced = await reading({ "a.txt": there + there.replace(/ \r\n$/, "\r\n") });
    expect([spaced.counts.alike, spaced.lines[0]!.directions.length, spaced.problems[0]!.text]).toEqual([
      1,
      2,
      "“7路”与第 1 条记录（第 1 行）的站点、路径都相同，只是文字略有不同，两条都保留：本条作为副分类",
    ]);
  });

  test("a name that speaks of other ends than the stops have is told, and the stops count", async () => {
    const file = await reading({
      "a.txt": there + record("7路(东站-西站(南))", "南站:120.2,30.2 北站:120.21,30.2", "120.2,30.2 120.21,30.2"),
    });
    expect(file.problems).toEqual([
      {
        where: "第 2 条记录（第 4 行）",
        text: "“7路”的名称写的是 东站—西站(南)，站点却是 南站—北站，按站点导入，请核对",
      },
    ]);
    expect(variantsOf(file.lines[0]!).variants.map(({ name }) => name)).toEqual(["主分类", "南站—北站"]);
  });

  test("GBK is read, other things are told at their places", async () => {
    const file = await reading({
      "高德.txt": iconv.encode(
        there + record("8路(甲-乙)", "甲:120.1,30.1 乙120.2 丙:160,30 丁:120.11,30.1", "120.1,30.1 x") + "9路",
        "gbk",
      ),
    });
    expect(file.lines.map(({ name }) => name)).toEqual(["7路", "8路"]);
    expect(file.hint).toMatchObject({ crs: "GCJ02" });
    expect(file.problems.map(({ where, text }) => `${where}：${text}`)).toEqual([
      "第 2 条记录（第 5 行）：“8路”第 2 站“乙120.2”应写作 站名:经度,纬度，已略去此站",
      "第 2 条记录（第 6 行）：“8路”路径中有 1 个点读不出坐标（第 2 个），已略去",
      "第 2 条记录（第 5 行）：“8路”第 2 站“丙”的坐标 160,30 与前后各点相距超过 50 公里，已略去此站",
      "第 2 条记录（第 6 行）：“8路”的路径只有 1 个点，已略去",
      "第 7 行：文件在一条记录中间结束（每条记录应有三行：名称、站点、折线），已略去",
    ]);
  });
});

test("names, numbers and polylines, a line each", async () => {
  const file = await reading({
    "lines.txt": "K1路;a-b;120.1 30.1,120.2 30.2,,120.2 30.2,120.3 30.3\nK1路;a-c;120.3 30.3,120.1 30.1\n坏\n",
  });
  expect(file).toMatchObject({ kind: "polylines", problems: [{ where: "第 3 条记录（第 3 行）" }] });
  expect(file.lines[0]!.directions.map(({ path }) => path.length)).toEqual([3, 2]);
  expect(variantsOf(file.lines[0]!).variants).toHaveLength(1);
});

async function announcer(): Promise<{ station: Uint8Array; line: Uint8Array }> {
  const { Database } = await initSqlJs();
  const stations = new Database();
  stations.run(
    "create table station (id integer primary key, cnName varchar, enName varchar, longitude double, latitude double, type varchar)",
  );
  for (const [id, name] of [
    [1, "甲"],
    [2, "乙"],
    [3, "丙"],
  ] as const)
    stations.run("insert into station values (?, ?, ?, ?, 25.2, 'B')", [id, name, `Stop ${id}`, 110.3 + id / 100]);
  const lines = new Database();
  lines.run(
    "create table line (id integer primary key, name varchar, upLineStation varchar, downLineStation varchar, isUpAndDownInvert boolean, type varchar)",
  );
  lines.run(
    "insert into line values (1, '1', '1 2 3', '3 2 1', 'false', 'B'), (2, 'G1', '1 3', '3 1', 'true', 'T'), (3, '3', '1 99 2', '', 1, 'B')",
  );
  return { station: stations.export(), line: lines.export() };
}

describe("an announcer's two databases", () => {
  test("are read together, in either order or packed; the train is doubted", async () => {
    const { station, line } = await announcer();
    for (const files of [
      { "a.db": station, "b.db": line },
      { "b.db": line, "a.db": station },
      { "both.zip": zipOf({ "x/a.db": Buffer.from(station), "x/b.db": Buffer.from(line) }) },
    ] as Record<string, Buffer>[]) {
      const file = await reading(files);
      expect(
        file.lines.map(({ name, doubt, directions }) => [
          name,
          doubt ?? "",
          directions.map(({ direction, stops }) => `${direction}:${stops.map((stop) => stop.name).join("")}`),
        ]),
      ).toEqual([
        ["1", "", ["1:甲乙丙", "2:丙乙甲"]],
        ["G1", expect.stringContaining("火车"), ["1:甲丙", "2:丙甲"]],
        ["3", "", ["1:甲乙"]],
      ]);
      expect(file.problems.map(({ where }) => where)).toEqual(["线路 id 2", "线路 id 3，上行"]);
    }
  });

  test("one alone, twice the same or another database are refused in words", async () => {
    const { station, line } = await announcer();
    await expect(reading({ "a.db": station })).rejects.toThrow("只有站点库");
    await expect(reading({ "b.db": line })).rejects.toThrow("只有线路库");
    await expect(reading({ "a.db": line, "b.db": line })).rejects.toThrow("都是线路库");
    const { Database } = await initSqlJs();
    const other = new Database();
    other.run("create table t (x)");
    await expect(reading({ "a.db": other.export() })).rejects.toThrow("没有 station 表或 line 表");
    await expect(
      reading({ "a.db": Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4000, 7)]) }),
    ).rejects.toMatchObject({ name: "LineFileError" });
  });
});

test("GeoJSON: lines by name, stations by the line they belong to", async () => {
  const feature = (type: string, coordinates: unknown, properties: object) => ({
    type: "Feature",
    properties,
    geometry: { type, coordinates },
  });
  const file = await reading({
    "x.json": JSON.stringify({
      type: "FeatureCollection",
      features: [
        feature(
          "LineString",
          [
            [120.1, 30.1],
            [120.2, 30.1],
          ],
          { name: "5路", ref: "5", direction: 1, from: "甲", to: "乙" },
        ),
        feature(
          "MultiLineString",
          [
            [
              [120.2, 30.1],
              [120.15, 30.1],
            ],
            [[120.1, 30.1]],
          ],
          { name: "5路", ref: "5", direction: 2 },
        ),
        feature("Point", [120.2, 30.1], { name: "乙", line: "5路", sequence: 2, code: "B02" }),
        feature("Point", [120.1, 30.1], { name: "甲", line: "5路", sequence: 1 }),
        feature("Point", [120.1, 30.1], { name: "散点" }),
        feature(
          "LineString",
          [
            [120.1, 30.1],
            [120.2, 30.1],
          ],
          {},
        ),
        feature("Polygon", [], { name: "面" }),
      ],
    }),
  });
  expect(
    file.lines.map(({ name, ref, directions }) => [
      name,
      ref,
      directions.map(({ direction, stops }) => [direction, stops.map((stop) => stop.name).join(""), stops[0]?.code]),
    ]),
  ).toEqual([
    [
      "5路",
      "5",
      [
        [1, "甲乙", undefined],
        [2, "乙甲", "B02"],
      ],
    ],
  ]);
  expect(file.problems.map(({ where, text }) => `${where}：${text.slice(0, 12)}`)).toEqual([
    "第 2 个要素：折线由 2 段组成，其中",
    "第 7 个要素：Polygon 不是线路",
    "：1 个点没有说明属于哪条",
    "第 6 个要素：没有线路名称（属性 na",
  ]);
  expect(file.hint?.crs).toBe("WGS84");
});

test.each([
  ["nothing", "", "是空的"],
  ["prose", "这不是线路文件\n第二行\n", "认不出这个文件"],
  ["cut JSON", '{"type":"FeatureCollection","features":[', "JSON 文件不完整"],
  ["other JSON", '{"a":1}', "既不是 GeoJSON"],
  ["points only", '{"type":"FeatureCollection","features":[]}', "找不到线路"],
  ["a damaged archive", Buffer.from("PK\x03\x04abcdefgh"), "压缩包已损坏"],
])("%s is refused in words", async (_, content, message) => {
  await expect(reading({ "x.txt": content })).rejects.toThrow(message);
});

test("a reader that is stopped leaves nothing behind of the archive it was unpacking", async () => {
  const unpacking = await mkdtemp(path.join(folder, "tmp-"));
  const archive = path.join(folder, "big.zip");
  const lines = Array.from({ length: 150_000 }, (_, at) => there.replace("7路", `${Math.sin(at)}路`));
  await writeFile(archive, zipOf({ "lines.txt": lines.join("") }));
  vi.stubEnv("TMPDIR", unpacking);
  const stop = new AbortController();
  const reading = expect(readLinesApart([{ path: archive, name: "big.zip" }], stop.signal)).rejects.toThrow("enough");
  await vi.waitFor(
    async () => expect((await readdir(unpacking, { recursive: true })).some((name) => name.endsWith("0"))).toBe(true),
    { timeout: 60_000, interval: 5 },
  );
  stop.abort(new Error("enough"));
  await reading;
  expect(await readdir(unpacking)).toEqual([]);
  vi.unstubAllEnvs();
});

const hangzhou = realData("bus-lines-hangzhou/lineshape-baidu.txt", "reading Hangzhou's lines");
test.skipIf(!hangzhou)("Hangzhou: 1,726 records are 223 directions of lines", async () => {
  const file = await readLineFiles([{ path: hangzhou!, name: "lineshape-baidu.txt" }], folder);
  const directions = file.lines.flatMap((line) => line.directions);
  const stops = directions.flatMap((one) => one.stops);
  const circular = file.lines.filter((line) => variantsOf(line).lineType === 2).length;
  measured(
    "Hangzhou",
    file.counts,
    `${file.lines.length} lines, ${directions.length} directions, ${circular} circular, ${new Set(stops.map(({ lng, lat }) => `${lng},${lat}`)).size} stop points, ${file.problems.length} problems`,
    file.problems.map(({ where, text }) => `${where} ${text}`),
  );
  expect(new Set(stops.map(({ lng, lat }) => `${lng},${lat}`)).size).toBe(4595);
  expect(file.counts).toMatchObject({ records: 1726, duplicates: 1503 });
  expect(file.counts.records - file.counts.duplicates).toBe(223);
  expect([directions.length, file.counts.alike]).toEqual([223, 2]);
  expect(file.problems.filter(({ text }) => text.includes("站点却是"))).toHaveLength(6);
  expect(directions.filter((one) => one.circular)).toHaveLength(14);
  const [clean, dirty] = file.lines.find(({ name }) => name === "307路")!.directions;
  expect([clean!.record, clean!.path.length, dirty!.record, dirty!.path.length]).toEqual([67, 47, 8, 46]);
  expect(file.problems).toContainEqual({
    where: "第 8 条记录（第 24 行）",
    text: expect.stringMatching(/307路.*1120\.147338,30\.309103 经度不在/),
  });
  expect(file.hint).toMatchObject({ crs: "BD09", why: expect.stringContaining("百度") });
});

const shapes = realData("bus-lines-hangzhou/lineshap.txt", "reading Hangzhou's polylines");
test.skipIf(!shapes)("Hangzhou's other file: 507 polylines of 253 lines, three of them empty", async () => {
  const file = await readLineFiles([{ path: shapes!, name: "lineshap.txt" }], folder);
  measured("Hangzhou polylines", file.counts, `${file.lines.length} lines`, file.problems);
  expect([file.kind, file.counts.records, file.lines.length]).toEqual(["polylines", 507, 250]);
  expect(file.problems.filter(({ text }) => text.includes("没有可用的站点和路径"))).toHaveLength(3);
});

const guilin = realData("bus-lines-guilin/line.db", "reading Guilin's databases");
test.skipIf(!guilin)("Guilin: 30 lines of which one is a train", async () => {
  const file = await readLineFiles(
    [
      { path: guilin!, name: "line.db" },
      { path: guilin!.replace("line.db", "station.db"), name: "station.db" },
    ],
    folder,
  );
  measured(
    "Guilin",
    `${file.lines.length} lines, ${new Set(file.lines.flatMap(({ directions }) => directions.flatMap(({ stops }) => stops.map(({ key }) => key)))).size} stations called at, ${file.problems.length} problems`,
  );
  expect(file.lines).toHaveLength(30);
  expect(file.lines.filter(({ doubt }) => doubt).map(({ name }) => name)).toEqual(["G535/6/D8405/6"]);
  expect(file.problems.map(({ text }) => text).join()).toContain("可能不是公交线路");
});

test.skipIf(!guilin)(
  "Guilin: read in threads, many at a time, each comes to its end",
  async () => {
    const sources = ["line.db", "station.db"].map((name) => ({ name, path: guilin!.replace("line.db", name) }));
    for (let round = 0; round < (isLongRun ? 25 : 3); round++) {
      const read = await Promise.all([1, 2, 3, 4].map(() => readLinesApart(sources)));
      expect(read.map(({ lines }) => lines.length)).toEqual([30, 30, 30, 30]);
    }
  },
  300_000,
);

const beijing = realData("bus-lines-beijing/lines-bus.json", "reading Beijing's lines");
test.skipIf(!beijing)("Beijing: 1,543 polylines, 95,723 points", async () => {
  const file = await readLineFiles([{ path: beijing!, name: "lines-bus.json" }], folder);
  const points = file.lines.flatMap(({ directions }) => directions.flatMap((one) => one.path));
  expect([file.kind, file.counts.records, points.length]).toEqual(["echarts", 1543, 95_723]);
  expect((JSON.parse(await readFile(beijing!, "utf8")) as number[][])[0]!.slice(0, 2)).toEqual(
    [points[0]![0] * 1e4, points[0]![1] * 1e4].map(Math.round),
  );
});

describe("a file made to hurt", () => {
  const feature = (
    properties: object,
    coordinates: unknown = [
      [120.1, 30.1],
      [120.2, 30.2],
    ],
  ) => ({ type: "Feature", properties, geometry: { type: "LineString", coordinates } });
  const geojson = (features: unknown, more: object = {}) =>
    JSON.stringify({ type: "FeatureCollection", features, ...more });

  test.each([
    ["features that are no list", geojson({ length: 3 })],
    ["features that are nothing", geojson([null, 1, "x", []])],
    ["no features and a crs of another kind", geojson([], { crs: [["EPSG"]] })],
  ])("%s is refused in words", async (_, content) => {
    await expect(reading({ "x.geojson": content })).rejects.toMatchObject({
      name: "LineFileError",
      message: expect.stringContaining("找不到线路"),
    });
  });

  test("that nests a hundred thousand deep is refused before the parser has it", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const content = geojson(
      [feature({ name: "7路" }), { ...feature({ name: "8路" }), geometry: { type: "LineString", coordinates: "@" } }],
      { crs: { properties: { name: "@" } } },
    ).replaceAll('"@"', deep);
    await expect(reading({ "x.geojson": content })).rejects.toMatchObject({
      name: "LineFileError",
      message: "JSON 的括号嵌套超过 60 层，不像线路文件；确实是的请拆成几个再上传",
    });
  });

  test("has its names, numbers and keys cut to what a record holds, and halves of characters taken out", async () => {
    const long = "长".repeat(100_000);
    const point = (name: string, sequence: number) => ({
      type: "Feature",
      properties: { line: long, name, sequence, code: "9".repeat(3000), __proto__: null },
      geometry: { type: "Point", coordinates: [120.1 + sequence / 100, 30.1] },
    });
    const {
      lines: [line],
    } = await reading({
      "x.geojson": geojson([
        feature({ name: long, ref: long, from: long, direction: "1" }),
        point("甲\ud800", 1),
        point("乙\u0000", 2),
      ]),
    });
    const [direction] = line!.directions;
    expect([line!.name.length, line!.ref!.length, line!.key.length, direction!.from!.length]).toEqual([
      64, 64, 214, 64,
    ]);
    expect(direction!.stops.map(({ name, code }) => [name, code])).toEqual([
      ["甲", undefined],
      ["乙", undefined],
    ]);
  });

  test("whose coordinates are no places loses them, each with its reason", async () => {
    const content = geojson([
      feature({ name: "7路" }, [
        [1, 1],
        [2, 2],
        [3, 3],
      ]),
    ]).replace("[1,1],[2,2],[3,3]", "[1e999,1],[1e30,2],[13358338,3503549],[-1e999,1e999],[13358400,3503600]");
    const file = await reading({ "x.geojson": content });
    expect(file.lines[0]!.directions[0]!.path).toEqual([
      [13358338, 3503549],
      [13358400, 3503600],
    ]);
    expect(file.problems.map(({ text }) => text)).toEqual(
      [1, 2, 4].map((at) => expect.stringContaining(`第 ${at} 点`)),
    );
  });

  test("that is a database whose tables are views without end is ended by the clock of whoever reads it, not here", async () => {
    const engine = await initSqlJs();
    const database = new engine.Database();
    database.run(
      "create table station (id, cnName, longitude, latitude); create view line as select 1 as id, 'x' as name, '' as upLineStation, '' as downLineStation",
    );
    await expect(reading({ "x.db": Buffer.from(database.export()) })).rejects.toMatchObject({ name: "LineFileError" });
    database.close();
  });
});
