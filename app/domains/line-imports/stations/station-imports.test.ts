import { readdir } from "node:fs/promises";
import path from "node:path";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { convertPoint, type Crs } from "~/transit/geo/coordinates";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import { measured } from "../../../../tests/kit/real-data";
import { mayTake, startCount } from "../../../../tests/kit/slowness";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";
import { stationImportsUrl as url } from "../urls";
import { primaryVariantOf } from "../../../../tests/kit/line-named";
import { orgNamed } from "../../../../tests/kit/organisations";

interface Stop {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  lng: number;
  lat: number;
}

let person: Visitor;
let first: { classifySid: string; lineUuid: string };
let stops: Stop[];

async function stopsOf(classifySid: string, direction: number, state: "effective" | "draft"): Promise<Stop[]> {
  return db()
    .selectFrom("lineStation")
    .innerJoin("lineVersion", "lineVersion.versionUuid", "lineStation.versionUuid")
    .innerJoin("station", "station.staUuid", "lineStation.staUuid")
    .select(["station.staUuid", "staSelfCode", "staName", "lng", "lat"])
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .where("lineVersion.state", "=", state)
    .where("lineVersion.deletedAt", "is", null)
    .orderBy("serial")
    .execute();
}

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "line.read", "station.read");
  first = await primaryVariantOf(demoNames.lines.first);
  stops = await stopsOf(first.classifySid, 1, "effective");
});

type Cell = string | number | null;

async function book(
  rows: readonly (readonly Cell[])[],
  name = "站点.xlsx",
  sheets: Record<string, readonly (readonly Cell[])[]> = {},
): Promise<File> {
  const made = new ExcelJS.Workbook();
  made.addWorksheet("站点").addRows(rows.map((row) => [...row]));
  for (const [title, content] of Object.entries(sheets))
    made.addWorksheet(title).addRows(content.map((row) => [...row]));
  return new File([new Uint8Array(await made.xlsx.writeBuffer())], name);
}

const rowsOf = (list: readonly Stop[], crs: Crs = "WGS84") =>
  list.map(({ staName, lng, lat }) => [staName, ...convertPoint([lng, lat], "WGS84", crs)] as Cell[]);
const header = ["站名", "经度", "纬度"];

async function sent(values: Record<string, string>, file?: File, by = person): Promise<Answer> {
  const page = await by.get(url);
  return page.submit(
    { classifySid: first.classifySid, direction: "1", crs: "WGS84", ...values },
    { files: file ? { file } : {} },
  );
}

async function previewed(values: Record<string, string>, file?: File, by = person): Promise<Answer> {
  const answer = await sent(values, file, by);
  expect([answer.status, answer.text.slice(0, 400)]).toEqual([303, ""]);
  return answer.follow();
}

const countsIn = (page: Answer) =>
  page
    .$("main ul")
    .first()
    .find("li")
    .map((_, item) => page.$(item).text().replace(/\s+/g, " ").trim())
    .get();
const problemsIn = (page: Answer) =>
  page
    .$("table:has(caption:contains(问题)) tbody tr")
    .map((_, row) =>
      page
        .$(row)
        .find("td")
        .map((_at, cell) => page.$(cell).text().trim())
        .get()
        .join("|"),
    )
    .get();

describe("stations of a line from a workbook", () => {
  it("are matched by name and place, previewed without a change, and saved into the draft once", async () => {
    const asked = await (
      await visitorWith("line.read", "line.write", may.read, may.write)
    ).get(`/line/line-management/${first.lineUuid}/stations`);
    const form = await person.get(asked.$("a:contains(从表格导入)").attr("href")!);
    expect([form.field("classifySid"), form.field("direction")]).toEqual([first.classifySid, "1"]);
    const before = await db()
      .selectFrom("station")
      .select((each) => each.fn.countAll().as("n"))
      .executeTakeFirstOrThrow();
    const added: Cell[] = ["导入新站", stops[2]!.lng + 0.002, stops[2]!.lat + 0.002];
    const rows = rowsOf(stops);
    const page = await previewed({}, await book([header, ...rows.slice(0, 3), added, ...rows.slice(3)]));
    expect(countsIn(page)).toEqual([
      `读到 ${stops.length + 1} 行`,
      "编号相同 0",
      `站名相同 ${stops.length}`,
      "新建站点 1",
      "错误 0",
      expect.stringMatching(/^提醒 \d+$/),
    ]);
    expect(page.text).toContain(`现在有 ${stops.length} 站；导入后增加 1 站（导入新站）`);
    expect(page.text).toMatch(/WGS84 \d+ 米（所选）/);
    expect(page.text).not.toContain("坐标系可能选错了");
    expect(page.$("main svg title").first().text()).toBe("上行导入后的站点");
    expect(await stopsOf(first.classifySid, 1, "draft")).toEqual([]);
    expect(
      await db()
        .selectFrom("station")
        .select((each) => each.fn.countAll().as("n"))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);

    const again = await person.get(page.url);
    const pressed = await Promise.all(Array.from({ length: 10 }, () => again.submit({}, { press: "确认导入" })));
    expect(pressed.map(({ status }) => status)).toEqual(pressed.map(() => 303));
    const end = await person.get(page.url);
    expect(end.text).toContain(`已保存到 ${demoNames.lines.first} 的草稿：上行 ${stops.length + 1} 站，新建站点 1 个`);
    const draft = await stopsOf(first.classifySid, 1, "draft");
    expect(draft.map(({ staName }) => staName)).toEqual([
      ...stops.slice(0, 3).map(({ staName }) => staName),
      "导入新站",
      ...stops.slice(3).map(({ staName }) => staName),
    ]);
    expect(draft[3]!.staSelfCode).toMatch(/^ZD\d{6}$/);
    expect(
      await db()
        .selectFrom("station")
        .select("staUuid")
        .where("staName", "=", "导入新站")
        .where("deletedAt", "is", null)
        .execute(),
    ).toHaveLength(1);
    const kept = await db()
      .selectFrom("history")
      .select(["action", "reason"])
      .where("recordKey", "=", draft[3]!.staUuid)
      .execute();
    expect(kept).toEqual([{ action: "import", reason: "站点导入：站点.xlsx" }]);
    expect((await again.submit({}, { press: "确认导入" })).status).toBe(303);
    expect(await stopsOf(first.classifySid, 1, "draft")).toEqual(draft);
    expect((await person.get(url)).$("tbody").text()).toContain("站点.xlsx");
  });

  it("are matched by number, in the order that the file says, directions by its column, other lines left out", async () => {
    const other = await primaryVariantOf(demoNames.lines.express);
    const up = await stopsOf(other.classifySid, 1, "effective");
    const down = await stopsOf(other.classifySid, 2, "effective");
    const rows = [
      ...up.map((stop, at) => ["上行", at + 1, stop] as const),
      ...down.map((stop, at) => ["下行", at + 1, stop] as const),
    ].reverse();
    const file = await book([
      ["7路站点一览表"],
      ["线路名称", "上下行", "序号", "站点编号", "站名", "方位角", "进站半径（米）"],
      ...rows.map(([way, serial, { staSelfCode, staName }]): Cell[] => [
        demoNames.lines.express,
        way,
        serial,
        staSelfCode,
        staName,
        90,
        60,
      ]),
      ["别的线路", "上行", 1, "X1", "别处", null, null],
    ]);
    const page = await previewed({ classifySid: other.classifySid, direction: "file" }, file);
    expect(countsIn(page)).toEqual([
      `读到 ${rows.length} 行`,
      `编号相同 ${rows.length}`,
      "站名相同 0",
      "新建站点 0",
      "其他线路（不导入） 1 行",
      "错误 0",
      expect.stringMatching(/^提醒/),
    ]);
    await page.submit({}, { press: "确认导入" });
    expect((await stopsOf(other.classifySid, 1, "draft")).map(({ staUuid }) => staUuid)).toEqual(
      up.map(({ staUuid }) => staUuid),
    );
    expect((await stopsOf(other.classifySid, 2, "draft")).map(({ staUuid }) => staUuid)).toEqual(
      down.map(({ staUuid }) => staUuid),
    );
    const calls = await db()
      .selectFrom("lineStation")
      .innerJoin("lineVersion", "lineVersion.versionUuid", "lineStation.versionUuid")
      .select(["azimuth", "inRadius", "duration"])
      .where("classifySid", "=", other.classifySid)
      .where("state", "=", "draft")
      .where("direction", "=", 1)
      .orderBy("serial")
      .execute();
    expect(calls[1]).toMatchObject({ azimuth: 90, inRadius: 60 });
    // What the file does not speak of stays as it was.
    expect(calls[1]!.duration).toBeGreaterThan(0);
  });

  it("are matched to their line by its number, and to their direction by a column that counts from 0", async () => {
    const { classifySid, lineUuid } = await primaryVariantOf(demoNames.lines.express);
    const { lineId } = await db()
      .selectFrom("line")
      .select("lineId")
      .where("lineUuid", "=", lineUuid)
      .executeTakeFirstOrThrow();
    const [up, down] = [await stopsOf(classifySid, 1, "effective"), await stopsOf(classifySid, 2, "effective")];
    const rows = [up, down].flatMap((list, way) => list.map(({ staSelfCode }): Cell[] => [lineId, way, staSelfCode]));
    const file = await book([["线路编码", "方向", "站点编号"], ...rows, ["别的线路", 0, "别处"]]);
    const page = await previewed({ classifySid, direction: "file" }, file);
    expect(countsIn(page)).toEqual(
      expect.arrayContaining([`编号相同 ${rows.length}`, "其他线路（不导入） 1 行", "错误 0"]),
    );
  });

  it("tell every fault at its row and column at once", async () => {
    const file = await book([
      ["站名", "站点编号", "经度", "纬度", "站序", "方位角", "大站"],
      [stops[0]!.staName, null, stops[0]!.lng, stops[0]!.lat, 1, 400, "是"],
      [null, null, 116.38, 39.87, 2, null, null],
      ["没有坐标的站", null, null, null, 3, null, null],
      ["反了的站", null, 39.87, 116.38, 4, null, null],
      ["坏数字的站", null, "东经", 39.87, 4, null, null],
      ["长".repeat(65), "N".repeat(21), 116.381, 39.871, 5.5, null, "也许"],
      ["站序空的站", null, 116.382, 39.872, null, null, null],
    ]);
    const page = await previewed({}, file);
    const problems = problemsIn(page).filter((one) => one.includes("|错误|"));
    expect(problems).toEqual(
      expect.arrayContaining([
        "2|F 方位角|错误|方位角应为 0 到 359 的整数",
        "3|A 站名|错误|请填写站名或站点编号",
        "4|C 经度（X）|错误|没有同名的站点；新建站点请填写坐标",
        "5|D 纬度（Y）|错误|纬度应在 -90 到 90 之间；经度和纬度像是颠倒了",
        "6|C 经度（X）|错误|“东经”不是坐标，请写成例如 116.38 或 116°22′48″E",
        "6|E 站序|错误|站序 4 与第 5 行重复",
        "7|A 站名|错误|最多 64 个字",
        "7|B 站点编号|错误|最多 20 个字",
        "7|E 站序|错误|站序应为整数，例如 1",
        "7|G 大站|错误|“也许”应为“是”或“否”",
        "8|E 站序|错误|站序应为整数，例如 1",
      ]),
    );
    expect(page.$("button:contains(确认导入)")).toHaveLength(0);
    const confirmed = await person.post(page.url, [
      ...new URLSearchParams([...page.form().pairs.filter(([name]) => name !== "do"), ["do", "confirm"]]),
    ]);
    expect((await confirmed.follow()).text).toContain("还有错误没有处理，不能导入");

    const raw = await person.send(`${page.url}/problems?rows=wrong`);
    const back = new ExcelJS.Workbook();
    await back.xlsx.load(await raw.arrayBuffer());
    const said = back.worksheets[0]!.getColumn(8).values.slice(1);
    expect(said[0]).toBe("导入问题");
    expect(said[1]).toBe("F 方位角：方位角应为 0 到 359 的整数");
    expect(said).toHaveLength(8);
  });

  it("of the wrong coordinate system are noticed by the roads, and right after another choice", async () => {
    const page = await previewed({ crs: "WGS84" }, await book([header, ...rowsOf(stops, "GCJ02")]));
    expect(page.text).toContain("坐标系可能选错了：文件中的坐标更像 GCJ02（火星坐标，高德、腾讯）");
    const right = await (await page.submit({}, { press: "改用 GCJ02 重新预览" })).follow();
    expect(right.field("crs")).toBe("GCJ02");
    expect(right.text).not.toContain("坐标系可能选错了");
    expect(countsIn(right)).toContain(`站名相同 ${stops.length}`);
    const metres = await previewed(
      { crs: "EPSG:3857" },
      await book([["站名", "X", "Y"], ...rowsOf(stops, "EPSG:3857")]),
    );
    expect(countsIn(metres)).toContain(`站名相同 ${stops.length}`);
  });

  it("that several stations could mean are chosen at their row", async () => {
    const [a] = stops;
    const twin = { ...a!, staUuid: "f".repeat(32), staSelfCode: "TWIN-1", lng: a!.lng + 0.0001 };
    await db()
      .insertInto("station")
      .values({ ...twin, pinyin: "", initials: "", searchGrams: [] })
      .execute();
    onTestFinished(async () => void (await db().deleteFrom("station").where("staUuid", "=", twin.staUuid).execute()));
    const pasted = [
      "站名\t经度\t纬度",
      `${a!.staName}\t${a!.lng + 0.00005}\t${a!.lat}`,
      ...rowsOf(stops.slice(1, 3)).map((row) => row.join("\t")),
    ].join("\n");
    const page = await previewed({ pasted });
    expect(problemsIn(page)[0]).toMatch(/^2\|A 站名\|错误\|有 \d 个同名站点相距很近，请在这一行选择是哪一个$/);
    const chosen = await (await page.submit({ "pick-2": twin.staUuid }, { press: "重新预览" })).follow();
    expect(countsIn(chosen)).toEqual(expect.arrayContaining(["人工选择 1", "错误 0"]));
    const changed = await (await chosen.submit({ "pick-2": "new" }, { press: "确认导入" })).follow();
    expect([changed.text.includes("选择有改动，已重新预览"), countsIn(changed).includes("新建站点 1")]).toEqual([
      true,
      true,
    ]);
    const gone = await (await person.get(`${changed.url}/cancel`)).submit();
    expect((await gone.follow()).text).toContain("已取消导入，没有改动任何数据");
    expect((await person.get(changed.url)).text).toContain("导入已取消");
  });

  it("pasted without a header are understood by what they say", async () => {
    const page = await previewed({
      pasted: stops
        .slice(0, 4)
        .map(({ staName, lng, lat }, at) => `${at + 1},${staName},${lng},${lat}`)
        .join("\n"),
    });
    expect(countsIn(page)).toEqual(expect.arrayContaining(["读到 4 行", "站名相同 4", "错误 0"]));
    expect([
      page.field("column_serial"),
      page.field("column_staName"),
      page.field("column_lng"),
      page.field("column_lat"),
      page.field("headerRow"),
    ]).toEqual(["0", "1", "2", "3", "0"]);
  });

  it("whose columns have no names that we know are only guessed, and that is said", async () => {
    const page = await previewed({ pasted: "颜色\t味道\n红\t甜\n蓝\t酸" });
    expect(problemsIn(page)).toContainEqual(expect.stringMatching(/提醒\|没有认出列名，各列按内容猜测/));
    expect(page.text).toContain("没有坐标列，不核对坐标系");
  });

  it("may stand on another sheet under other headers", async () => {
    const file = await book([["说明"], ["请看第二张"]], "两张.xlsx", {
      数据: [["甲", "乙", "丙"], ...rowsOf(stops.slice(0, 3))],
    });
    const page = await previewed({}, file);
    const there = await (await page.submit({ sheet: "数据" }, { press: "重新预览" })).follow();
    expect(countsIn(there)).toEqual(expect.arrayContaining(["读到 3 行", "站名相同 3"]));
    expect([there.field("headerRow"), there.field("column_staName")]).toEqual(["1", "0"]);
    const swapped = await (await there.submit({ column_lng: "2", column_lat: "1" }, { press: "重新预览" })).follow();
    expect(problemsIn(swapped)[0]).toBe("2|B 纬度（Y）|错误|纬度应在 -90 到 90 之间；经度和纬度像是颠倒了");
  });

  it("are not written over a change made since the preview", async () => {
    const third = await primaryVariantOf(demoNames.lines.night);
    const list = await stopsOf(third.classifySid, 1, "effective");
    const file = await book([header, ...rowsOf(list)]);
    const [mine, theirs] = [
      await previewed({ classifySid: third.classifySid }, file),
      await previewed({ classifySid: third.classifySid }, await book([header, ...rowsOf(list.slice(1))])),
    ];
    expect((await theirs.submit({}, { press: "确认导入" })).status).toBe(303);
    const stale = await person.get(mine.url);
    expect([stale.text.includes("预览之后这条线路被修改过"), stale.$("button:contains(确认导入)").length]).toEqual([
      true,
      0,
    ]);
    // Someone who had the page open before presses the button all the same.
    const pressed = await mine.submit({}, { press: "确认导入" });
    const told = await pressed.follow();
    expect(told.text).toContain("预览之后线路或站点被修改过，已按现在的数据重新预览");
    expect(told.text).toContain(`导入后增加 1 站（${list[0]!.staName}）`);
    expect(await stopsOf(third.classifySid, 1, "draft")).toHaveLength(list.length - 1);
    expect((await (await told.submit({}, { press: "确认导入" })).follow()).text).toContain("已保存到");
    expect(await stopsOf(third.classifySid, 1, "draft")).toHaveLength(list.length);
  });

  it("of 10,000 rows are told in seconds that they are too many", async () => {
    const rows = Array.from({ length: 10_000 }, (_, at): Cell[] => [
      `站${at}`,
      116.3 + (at % 100) / 1000,
      39.85 + Math.floor(at / 100) / 2000,
    ]);
    const file = await book([header, ...rows]);
    const count = startCount();
    const page = await previewed({}, file);
    const seconds = count() / 1000;
    measured(
      "10,000 rows from upload to preview",
      `${seconds.toFixed(1)} s`,
      `page ${Math.round(page.html.length / 1024)} kB`,
    );
    expect(seconds).toBeLessThan(mayTake(15));
    expect(countsIn(page)).toContain("读到 10000 行");
    expect(problemsIn(page)[0]).toBe("502|站序|错误|一个方向最多 500 个站点，请删除多余的站点");
  });
});

it("an import outlives its line, and cannot be confirmed after it", async () => {
  const { classifySid, lineUuid } = await primaryVariantOf(demoNames.lines.busLane);
  const page = await previewed({
    classifySid,
    pasted: ["站名,经度,纬度", ...rowsOf(stops.slice(1, 3)).map((row) => row.join(","))].join("\n"),
  });
  await db().updateTable("line").set({ deletedAt: new Date() }).where("lineUuid", "=", lineUuid).execute();
  onTestFinished(
    async () =>
      void (await db().updateTable("line").set({ deletedAt: null }).where("lineUuid", "=", lineUuid).execute()),
  );
  const seen = await person.get(page.url);
  expect([seen.status, seen.text.includes("线路已被删除，不能导入")]).toEqual([200, true]);
  expect((await page.submit({}, { press: "确认导入" })).status).toBe(404);
});

describe("what is refused", () => {
  it("a form without line, direction, system or file, at each field", async () => {
    const page = await (await person.get(url)).submit({ pasted: "" });
    expect([page.status, page.errorAt("classifySid"), page.errorAt("direction"), page.errorAt("crs")]).toEqual([
      422,
      "请选择线路",
      "请选择方向",
      "请选择坐标系",
    ]);
    const nothing = await sent({});
    expect([nothing.status, nothing.text.includes("请选择文件，或在下面粘贴站点")]).toEqual([422, true]);
    const both = await sent({ pasted: "站名\n甲" }, await book([header]));
    expect([both.status, both.errorAt("pasted")]).toEqual([422, "文件和粘贴的内容只能选一种，请清空这里或不选文件"]);
  });

  it.each([
    [
      "a broken old workbook",
      new File([Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(3000)])], "站点.xlsx"),
      "旧版 Excel 文件无法读取",
    ],
    ["a text called .xlsx", new File(["站名,经度\n甲,1\n"], "站点.xlsx"), "文件名是 Excel 的，内容却是文本"],
    ["a picture", new File([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])], "a.png"), "这不是表格文件"],
    ["nothing", new File([""], "空.csv"), "文件是空的"],
  ])("%s", async (_, file, message) => {
    const answer = await sent({}, file);
    expect([answer.status, answer.text.includes(message)]).toEqual([422, true]);
    expect(answer.field("direction")).toBe("1");
  });

  it("the second direction of a circular line", async () => {
    const { classifySid } = await primaryVariantOf(demoNames.lines.circular);
    const page = await previewed({
      classifySid,
      direction: "2",
      pasted: ["站名,经度,纬度", ...rowsOf(stops.slice(0, 2)).map((row) => row.join(","))].join("\n"),
    });
    expect(problemsIn(page).join()).toContain("环行线路只有一个方向");
  });

  it("who may not write, and lines of other organisations", async () => {
    const reader = await visitorWith(may.read);
    const seen = await reader.get(url);
    expect([seen.status, seen.$("form[method=post] input[type=file]").length]).toEqual([200, 0]);
    expect((await reader.post(url, { classifySid: first.classifySid })).location).toMatch(/^\/401/);
    expect((await visitorWith("line.read").then((one) => one.get(url))).location).toMatch(/^\/401/);

    const orgId = await orgNamed("三车队");
    const { orgId: own } = await db()
      .selectFrom("line")
      .select("orgId")
      .where("lineUuid", "=", first.lineUuid)
      .executeTakeFirstOrThrow();
    expect(orgId).not.toBe(own);
    const stranger = await enter(await account({ permissions: [may.read, may.write], dataScope: "own", orgId }));
    const theirs = await previewed({
      pasted: `站名,经度,纬度\n${stops[0]!.staName},${stops[0]!.lng},${stops[0]!.lat}`,
    });
    for (const at of [theirs.url, `${theirs.url}/cancel`, `${theirs.url}/problems`])
      expect((await stranger.get(at)).status).toBe(404);
    expect((await stranger.post(theirs.url, { do: "confirm" })).status).toBe(404);
    const page = await stranger.get(url);
    expect([
      page.$(`option[value="${first.classifySid}"]`).length,
      page.$(`tbody a[href="${theirs.url}"]`).length,
    ]).toEqual([0, 0]);
    const form = page.form();
    const tried = await stranger.postFiles(
      url,
      {
        files: ["file"],
        pairs: [
          ...form.pairs.filter(([name]) => !["classifySid", "pasted", "direction", "crs"].includes(name)),
          ["classifySid", first.classifySid],
          ["direction", "1"],
          ["crs", "WGS84"],
          ["pasted", "站名\n甲"],
        ],
      },
      {},
    );
    expect(tried.status).toBe(404);
  });
});

it("leaves nothing of pasted rows behind that were refused", async () => {
  const lying = async () => (await readdir(path.join(process.env.DATA_DIR!, "incoming"))).length;
  const before = await lying();
  const refused = await person.visit(url, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: formOf({
      classifySid: "0".repeat(32),
      direction: "1",
      crs: "WGS84",
      pasted: "站名\t经度\t纬度\n甲\t116.3\t39.9",
    }),
  });
  expect([refused.status, await lying()]).toEqual([refused.status, before]);
  expect(refused.status).toBeGreaterThanOrEqual(400);
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
