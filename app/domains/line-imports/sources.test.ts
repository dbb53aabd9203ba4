import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { superViewer } from "~/kit/room/sheets/drive.sample";
import { zipOf } from "~/transit/gtfs/zip.sample";
import type { BusNetwork } from "~/transit/osm/bus-routes";
import { visitorWith } from "../../../tests/kit/accounts";
import { countCells } from "../../../tests/kit/count-cells";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { firstOrg } from "../../../tests/kit/organisations";
import { measured, realData } from "../../../tests/kit/real-data";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";
import { applyBusRoutes } from "./queries.server";

let person: Visitor;
let orgId: string;

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "line.read");
  orgId = await firstOrg();
  await startBuiltJobs();
});

const choosing = { form: "form[action$='/choose']" };
const confirming = { form: "main form:not([action])" };

type Upload = readonly [name: string, content: Buffer | string];

async function previewOf(name: string, content: Buffer | string, more: Record<string, string> = {}): Promise<Answer> {
  return previewOfFiles([[name, content]], more);
}

async function previewOfFiles(files: readonly Upload[], more: Record<string, string> = {}): Promise<Answer> {
  const body = new FormData();
  for (const [name, content] of files) body.append("file", new File([content as BlobPart], name));
  const headers = { "sec-fetch-site": "same-origin" };
  const sent = await person.visit("/line/line-import", { method: "POST", headers, body });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  const page = await person.settled(sent.location!);
  return person.settled((await page.submit({ crs: "WGS84", use: "lines", ...more }, choosing)).location!);
}

async function confirmed(page: Answer, values: Record<string, string> = {}): Promise<Answer> {
  const given = { ...values, ...(page.field("orgId") !== undefined && { orgId }) };
  return person.settled((await page.submit(given, confirming)).location!);
}

const door = (name: string) => readFile(realData(`doors/${name}`)!);
const stationsCalled = async (...names: string[]) =>
  (
    await sql<{ staName: string; lng: number; staUuid: string }>`
      select sta_uuid, sta_name, lng from station where deleted_at is null and sta_name = any(${names}) order by sta_name, lng`.execute(
      db(),
    )
  ).rows;
/** New and changed lines, new and changed stations. */
function changesIn(page: Answer) {
  const cells = countCells(page) as Record<string, number[]>;
  return [...cells["线路"]!.slice(0, 2), ...cells["站点"]!.slice(0, 2)];
}

const linesLike = async (name: string) =>
  (
    await sql<{
      lineName: string;
    }>`select line_name from line where deleted_at is null and line_name like ${name} order by 1`.execute(db())
  ).rows.map(({ lineName }) => lineName);

it.runIf(realData("doors/gtfs-other-town.zip", "a second town's feed with the same numbers"))(
  "takes a feed of another town under the same numbers for other stations and another line",
  async () => {
    await confirmed(await previewOf("gtfs-mix.zip", await door("gtfs-mix.zip")));
    const before = await stationsCalled("甲站,东", "乙站", "丙站");
    expect(before).toHaveLength(3);
    const page = await previewOf("gtfs-other-town.zip", await door("gtfs-other-town.zip"));
    expect(page.text).toMatch(/gtfs-mix\.zip（3 个编号相同，其中 0 个站名和位置都没有变）/);
    expect(page.text).toContain("编号的来源：gtfs-other-town.zip");
    expect(countCells(page)).toEqual({ 线路: [1, 0, 0], 线路方向: [1, 0, 0], 站点: [3, 0, 0] });
    await confirmed(page);
    expect(await stationsCalled("甲站,东", "乙站", "丙站")).toEqual(before);
    expect(await stationsCalled("乙市火车站", "乙市医院", "乙市学校")).toHaveLength(3);
    for (const name of ["gtfs-mix.zip", "gtfs-other-town.zip"]) {
      const again = await previewOf(name, await door(name));
      expect([name, changesIn(again)]).toEqual([name, [0, 0, 0, 0]]);
    }
  },
);

it.runIf(realData("doors/town-b.txt", "lines of one name in two towns"))(
  "gives a line of the same name in another town a name of its own",
  async () => {
    await confirmed(await previewOf("town-a.txt", await door("town-a.txt")));
    const page = await previewOf("town-b.txt", await door("town-b.txt"));
    expect(countCells(page)).toMatchObject({ 线路: [1, 0, 0] });
    await confirmed(page);
    expect(await linesLike("测9路%")).toEqual(["测9路", "测9路（2）"]);
    for (const name of ["town-a.txt", "town-b.txt"]) {
      const again = await previewOf(name, await door(name));
      expect([name, changesIn(again)]).toEqual([name, [0, 0, 0, 0]]);
    }
  },
);

it.runIf(
  realData("doors/announcer-other-town.zip", "an announcer's databases of another town") &&
    realData("bus-lines-guilin/line.db", "Guilin's databases before those of another town"),
)("takes an announcer's numbers of another town for other stations", async () => {
  const guilin = (name: string) => readFile(realData(`bus-lines-guilin/${name}`)!);
  const files = [
    ["line.db", await guilin("line.db")],
    ["station.db", await guilin("station.db")],
  ] as const;
  await confirmed(await previewOfFiles(files, { crs: "GCJ02" }));
  const page = await previewOf("other.zip", await door("announcer-other-town.zip"), { crs: "GCJ02" });
  measured("an announcer of another town after Guilin", countCells(page));
  expect(countCells(page)).toMatchObject({ 站点: [expect.any(Number), 0, 0] });
});

it.runIf(realData("doors/one-number-two-places.csv", "one number at two places in a table"))(
  "tells of a number that stands at two places in one table, and how far apart",
  async () => {
    const page = await previewOf("one-number-two-places.csv", await door("one-number-two-places.csv"));
    expect(page.text).toMatch(/矛盾：站点编号 VV02 在文件中有两个位置，相距 2\d{3} 米/);
  },
);

/** A feed of one line of twelve stops along a parallel; what is said of some of them in another way. */
function yearOf(stops: Record<string, { name?: string; lat?: number }> = {}, line = "测950路", along = 31.5): Buffer {
  const all = Array.from({ length: 12 }, (_, nth) => {
    const { name = `年站${nth}`, lat = along } = stops[nth] ?? {};
    return { id: String(nth), name, lat, lng: 104.5 + nth * 0.006 };
  });
  return zipOf({
    "agency.txt": "agency_name,agency_url,agency_timezone\n试,http://a.example,Asia/Shanghai\n",
    "stops.txt": `stop_id,stop_name,stop_lat,stop_lon\n${all.map(({ id, name, lat, lng }) => [id, name, lat, lng].join()).join("\n")}\n`,
    "routes.txt": `route_id,route_short_name,route_long_name,route_type\nR,${line},,3\n`,
    "trips.txt": "route_id,service_id,trip_id\nR,日,t\n",
    "calendar.txt": `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n日,1,1,1,1,1,1,1,20260101,20361231\n`,
    "stop_times.txt": `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${all.map(({ id }, at) => `t,08:${String(10 + at * 2)}:00,08:${String(10 + at * 2)}:00,${id},${at}`).join("\n")}\n`,
  });
}

const standingOf = async (lineName: string) =>
  (
    await sql<{ state: string; why: string | null }>`
      select v.state, v.completeness->>'text' as why from line join line_classify c on c.main_uuid = line_uuid join line_version v using (classify_sid)
      where line_name = ${lineName} and line.deleted_at is null and v.deleted_at is null order by v.state`.execute(db())
  ).rows;

it("asks of a station that a later feed calls otherwise or has elsewhere whether it is the same, and changes only what is ticked", async () => {
  await confirmed(await previewOf("年.zip", yearOf()));
  const first = await stationsCalled(...Array.from({ length: 12 }, (_, nth) => `年站${nth}`));
  const later = yearOf({ 3: { name: "新名站" }, 7: { lat: 31.511 }, 9: { name: "别处", lat: 31.6 } });
  const page = await previewOf("年.zip", later);
  expect(page.text).toContain("12 个编号相同，其中 9 个站名和位置都没有变");
  const [sourceUuid = ""] = await sources("年.zip");
  const same = await person.settled(
    (await page.submit({ crs: "WGS84", use: "lines", sourceUuid }, choosing)).location!,
  );
  expect(
    same
      .$("table input[name=ticks]")
      .toArray()
      .map((one) => same.$(one).closest("tr").text()),
  ).toEqual([
    expect.stringMatching(/新名站.*年站3.*改名，原名 年站3/),
    expect.stringMatching(/年站7.*年站7.*移动了 12\d\d 米/),
  ]);
  expect(same.text).toMatch(/站点“别处”的编号原来是 11 公里外的“年站9”，作为新的站点，原来的站点不变/);
  await confirmed(same);
  expect(await stationsCalled(...first.map(({ staName }) => staName))).toEqual(first);
  expect(await stationsCalled("别处")).toHaveLength(1);
  expect(await standingOf("测950路")).toEqual([
    { state: "draft", why: expect.stringContaining("“年站7”在文件中是另一个位置，还没有确认") },
    { state: "effective", why: null },
  ]);

  const again = await previewOf("年.zip", later, { sourceUuid });
  const moved = again.$("input[name=ticks]").eq(1).attr("value")!;
  await confirmed(again, { ticks: moved });
  const [there] = (await stationsCalled("年站7")).map(({ staUuid }) => staUuid);
  expect(there).toBe(first.find(({ staName }) => staName === "年站7")!.staUuid);
  expect((await sql<{ lat: number }>`select lat from station where sta_uuid = ${there}`.execute(db())).rows).toEqual([
    { lat: 31.511 },
  ]);
  expect(await stationsCalled("新名站")).toEqual([]);
});

const sources = async (name: string) =>
  (
    await sql<{
      sourceUuid: string;
    }>`select source_uuid from data_source where source_name = ${name} order by created_at`.execute(db())
  ).rows.map(({ sourceUuid }) => sourceUuid);

it("fills the shell of a line that a map has made without its stations, and leaves one that a person works on beside its draft", async () => {
  const shell: BusNetwork = {
    relations: [],
    lines: [
      {
        key: "osm:试/测951",
        relationIds: [951_000_001],
        ref: "测951",
        lineName: "测951路",
        lineType: 1,
        mode: "bus",
        network: "",
        operator: "",
        variants: [{ key: "osm:951000001", name: "主分类", sortType: 1, directions: [] }],
        draft: true,
      },
    ],
    stations: [],
    problems: [],
    skipped: {},
  };
  await applyBusRoutes(superViewer, shell, { orgId });
  const page = await previewOf("951.zip", yearOf({}, "测951路", 31.7), { sourceUuid: "new" });
  expect(changesIn(page)).toEqual([0, 1, 12, 0]);
  await confirmed(page);
  expect(await linesLike("测951%")).toEqual(["测951路"]);
  expect(await standingOf("测951路")).toEqual([{ state: "effective", why: null }]);
  expect(changesIn(await previewOf("951.zip", yearOf({}, "测951路", 31.7)))).toEqual([0, 0, 0, 0]);
});

it("puts what another source says of a line into its draft, time and again, and leaves what is in force", async () => {
  await confirmed(await previewOf("甲.zip", yearOf({}, "测952路", 31.9)));
  const inForce = async () =>
    (
      await sql<{ versionUuid: string; version: number }>`
        select v.version_uuid, v.version from line join line_classify c on c.main_uuid = line_uuid join line_version v using (classify_sid)
        where line_name = '测952路' and v.state = 'effective' and v.deleted_at is null`.execute(db())
    ).rows;
  const before = await inForce();
  expect(before).toHaveLength(1);
  for (const [nth, lat] of [
    [5, 31.9004],
    [6, 31.95],
  ] as const) {
    const page = await previewOf("乙.zip", yearOf({ [nth]: { name: `乙方站${nth}`, lat } }, "测952路", 31.9), {
      sourceUuid: (await sources("乙.zip"))[0] ?? "new",
    });
    expect(changesIn(page).slice(0, 2)).toEqual([0, 1]);
    expect(page.text).toContain("写入草稿");
    await confirmed(page, page.$("[name=allTicks]").length > 0 ? { allTicks: "on" } : {});
    expect(await inForce()).toEqual(before);
    expect((await standingOf("测952路")).map(({ state }) => state)).toEqual(["draft", "effective"]);
  }
});

it("leaves out what a feed has wrong and says it, and takes what is no bus line only where that is ticked", async () => {
  const feed = zipOf({
    "agency.txt": "agency_name,agency_url,agency_timezone\n试,http://a.example,Asia/Shanghai\n",
    "routes.txt": "route_id,route_short_name,route_type\nB,测961路,3\nM,测962号线,1\nC,测963路,200\n",
    "stops.txt":
      "stop_id,stop_name,stop_lat,stop_lon\nA,略站甲,28.1,118.1\nB,略站乙,28.11,118.1\nC,略站丙,28.12,118.1\n",
    "trips.txt": "route_id,service_id,trip_id,block_id\nB,旧,t1,K1\nB,旧,t2,\nM,旧,t3,\nC,旧,t4,\n",
    "calendar.txt":
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n旧,1,1,1,1,1,1,1,20200101,20201231\n",
    "stop_times.txt": `trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign\n${["t1", "t3", "t4"].flatMap((trip) => ["A", "B", "C"].map((stop, at) => `${trip},08:0${at}:00,08:0${at}:00,${stop},${at},丙`)).join("\n")}\nt2,08:00:00,08:00:00,A,0,\nt2,08:05:00,08:05:00,无此站,1,\n`,
  });
  const page = await previewOf("略.zip", feed);
  expect(changesIn(page)).toEqual([1, 0, 3, 0]);
  for (const said of [
    "1 个班次停靠的站点在 stops.txt 里没有，或没有坐标（如第 12 行的 stop_id “无此站”）",
    "2 条线路不是公交（地铁 1 条、长途客车 1 条）",
    "运营日历最晚到 2020-12-31，已经过期",
    "车辆周转、各站的目的地牌",
  ])
    expect(page.text).toContain(said);
  const all = await previewOf("略.zip", feed, { doubtful: "on" });
  expect(changesIn(all)).toEqual([3, 0, 3, 0]);
});

it("asks the columns of a table whose header says nothing to us, as a text too", async () => {
  const rows = ["甲", "乙", "丙", "丁"].map((name, at) => `测971路,${name}站971,${118.2 + at * 0.01},28.2`).join("\n");
  const body = new FormData();
  body.append("file", new File([`xl_mc,zd_mc,wz_x,wz_y\n${rows}\n`], "网.csv"));
  const sent = await person.visit("/line/line-import", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body,
  });
  const page = await person.settled(sent.location!);
  expect(page.text).toContain("请选择线路和站名所在的列");
  const columns = { column_line: "0", column_staName: "1", column_lng: "2", column_lat: "3" };
  const chosen = await page.submit({ crs: "WGS84", use: "lines", ...columns }, choosing);
  expect(changesIn(await person.settled(chosen.location!))).toEqual([1, 0, 4, 0]);
});

it.runIf(realData("doors/network-head.csv", "a network's table with a header of its own"))(
  "takes the rows of a text as it takes those of a workbook",
  async () => {
    const page = await previewOf("network-head.csv", await door("network-head.csv"));
    expect(changesIn(page)[0]).toBeGreaterThan(0);
  },
);
