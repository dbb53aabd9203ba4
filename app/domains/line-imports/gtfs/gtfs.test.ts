import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { readGtfs } from "~/transit/gtfs/read.server";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { today } from "~/kit/ground/time/today.server";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import { measured, realCity } from "../../../../tests/kit/real-data";
import { type Visitor, visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";
import { type FeedDesk, feedDesk } from "./feed-desk.sample";
import { feedFaults } from "./feed-faults.sample";
import { alongOf, alongPath } from "./shape-distance";
import { gtfsTime, headwayMinutes, secondsOf, yearAfter } from "./times";
import { firstOrg } from "../../../../tests/kit/organisations";
import { countCells } from "../../../../tests/kit/count-cells";

const page = "/line/line-import/gtfs-export";
let person: Visitor;
let orgId: string;
let desk: FeedDesk;
const download: FeedDesk["download"] = (...asked) => desk.download(...asked);
const imported: FeedDesk["imported"] = (content) => desk.imported(content);

beforeAll(async () => {
  person = await visitorWith(may.read, may.write);
  orgId = await firstOrg();
  desk = feedDesk(person, orgId);
  await startBuiltJobs();
});

const changes = async () =>
  (
    await sql<{
      n: number;
    }>`select (select count(*) from history) + (select count(*) from line_version) + (select count(*) from station) + (select count(*) from line) as n`.execute(
      db(),
    )
  ).rows[0]!.n;

describe("the network as GTFS", () => {
  it("is made for two at a time and for nobody who only asks what it is; whoever goes away makes room", async () => {
    const open = () => person.send(`${page}/download?asOf=${today()}&speed=20`);
    for (let asked = 0; asked < 3; asked++)
      expect((await person.send(`${page}/download?asOf=${today()}&speed=20`, { method: "HEAD" })).status).toBe(200);
    const [one, two] = [await open(), await open()];
    const reader = one.body!.getReader();
    await reader.read();
    expect((await open()).status).toBe(429);
    await two.body!.cancel();
    const third = await open();
    expect(third.status).toBe(200);
    await third.body!.cancel();
    const left = await open();
    expect((await left.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    await reader.cancel();
  });

  it("is of a day that archives can be dated with; another is refused at its field, by the page and by the call", async () => {
    for (const day of ["1969-12-31", "1979-12-31", "2107-01-01", "9999-12-31"]) {
      const answer = await person.get(`${page}/download?asOf=${day}&speed=35&all=on`);
      expect([day, answer.status]).toEqual([day, 303]);
      const shown = await answer.follow();
      const kept = [shown.field("asOf"), shown.field("speed"), shown.field("all")];
      expect([shown.status, ...kept]).toEqual([422, day, "35", "on"]);
      expect(shown.errorAt("asOf")).toContain("日期应在 1980 年到 2106 年之间");
      const told = await person.call("/api/line/gtfs/v1.0/export", { asOf: day });
      expect([told.code, told.errors?.map(({ path }) => path)]).toEqual([400, ["asOf"]]);
    }
    expect((await visitor().get("/login")).status).toBe(200);
    for (const day of ["1980-01-01", "2106-12-31"])
      expect((await desk.download(person, `asOf=${day}&speed=20`)).byteLength).toBeGreaterThan(100);
  });

  it("is a feed that every table of holds together, with stations by number and lines by key", async () => {
    const shown = await person.get(page);
    expect([shown.status, shown.$("h1").text(), shown.field("asOf")]).toEqual([200, "导出 GTFS", today()]);
    expect(shown.text).toContain("timepoint=0");
    const content = await download();
    expect(await feedFaults(content)).toEqual([]);
    const feed = await readGtfs(content);
    const trips = feed.patterns.reduce((sum, { tripCount }) => sum + tripCount, 0);
    expect(shown.text).toContain(
      `${trips} 个，其中没有路径 ${feed.patterns.filter(({ shapeId }) => shapeId === "").length} 个`,
    );
    expect(shown.text).toContain(`${feed.stops.size} 个`);
    const lines = (
      await sql<{
        n: number;
      }>`select count(distinct c.main_uuid)::int as n from line_classify c join line_version v using (classify_sid) join line on line_uuid = main_uuid where v.valid @> ${today()}::date and v.deleted_at is null and line.deleted_at is null and line.state = 10`.execute(
        db(),
      )
    ).rows[0]!.n;
    expect(feed.routes.size).toBe(lines);
    expect(shown.text).toContain(`${lines} 条`);
    const line = (
      await sql<{
        lineUuid: string;
        lineName: string;
      }>`select line_uuid, line_name from line where line_uuid = any(${[...feed.routes.keys()]}) limit 1`.execute(db())
    ).rows[0]!;
    expect(feed.routes.get(line.lineUuid)!.shortName).toBe(line.lineName);
    const codes = (
      await sql<{
        staSelfCode: string;
      }>`select sta_self_code from station where sta_uuid = any(${[...feed.stops.keys()]})`.execute(db())
    ).rows.map((row) => row.staSelfCode);
    expect([...feed.stops.values()].map((stop) => stop.stopCode).sort()).toEqual(codes.sort());
    expect(feed.patterns.filter(({ shapeId }) => shapeId !== "").length).toBeGreaterThan(0);
  });

  it("changes nothing when it is imported again", async () => {
    const before = await changes();
    const { preview, confirm } = await imported(await download());
    const counts = countCells(preview);
    expect([counts.线路!.slice(0, 2), counts.站点!.slice(0, 2)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(counts.线路![2]).toBeGreaterThan(0);
    expect(preview.text).toContain("文件内容与已有数据一致");
    expect((await confirm()).text).toContain("数据与导入前一致");
    expect(await changes()).toBe(before);
  });

  it("carries every variant of a line, names with commas and stations without numbers", async () => {
    const feed = zipOf({
      "routes.txt": "route_id,route_short_name,route_type\nR1,测891路,3\nM1,地铁,1\n",
      "stops.txt":
        'stop_id,stop_code,stop_name,stop_lat,stop_lon\nA,,"甲站, 东侧",31.1,120.1\nB,乙02,乙站,31.1,120.11\nC,,丙站,31.1,120.12\nD,,丁站,31.11,120.12\n',
      "trips.txt":
        "route_id,service_id,trip_id,direction_id,shape_id\nR1,S,t1,0,s1\nR1,S,t2,0,s1\nR1,S,t3,1,\nR1,S,t4,0,\nM1,S,t5,0,\n",
      "stop_times.txt": `trip_id,stop_id,stop_sequence\n${[
        ["t1", "ABC"],
        ["t2", "ABC"],
        ["t3", "CBA"],
        ["t4", "ABD"],
        ["t5", "AB"],
      ]
        .map(([trip, stops]) => [...stops!].map((stop, at) => `${trip},${stop},${at}`).join("\n"))
        .join("\n")}\n`,
      "shapes.txt":
        "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns1,31.1,120.1,1\ns1,31.1000004,120.110000044,2\ns1,31.1,120.12,3\n",
    });
    const { preview, confirm } = await imported(feed);
    expect(countCells(preview)).toEqual({ 线路: [1, 0, 0], 线路方向: [3, 0, 0], 站点: [4, 0, 0] });
    expect(preview.text).toContain("1 条线路不是公交");
    expect(preview.text).toContain("另有 1 个副分类");
    await confirm();
    const { lineUuid } = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", "测891路")
      .executeTakeFirstOrThrow();
    const out = await readGtfs(await download());
    const patterns = out.patterns.filter(({ routeId }) => routeId === lineUuid);
    expect(
      patterns.map(({ direction, stopIds, shapeId }) => [
        direction,
        stopIds.map((id) => out.stops.get(id)!.stopName).join("/"),
        shapeId === "",
      ]),
    ).toEqual([
      [0, "甲站, 东侧/乙站/丙站", false],
      [0, "甲站, 东侧/乙站/丁站", true],
      [1, "丙站/乙站/甲站, 东侧", true],
    ]);
    expect(patterns[0]!.stopIds.map((id) => out.stops.get(id)!.stopCode)).toEqual([
      expect.stringMatching(/^ZD\d{6}$/),
      "乙02",
      expect.stringMatching(/^ZD\d{6}$/),
    ]);
    const before = await changes();
    for (const again of [feed, await download()]) {
      const back = await imported(again);
      expect(back.preview.text).toContain("文件内容与已有数据一致");
      await back.confirm();
    }
    expect(await changes()).toBe(before);
  });

  it("takes departures, intervals and running times in where a feed has them, and says what it does not take", async () => {
    const table = (head: string, ...rows: string[]) => `${head}\n${rows.join("\n")}\n`;
    const feed = zipOf({
      "routes.txt": "route_id,route_short_name,route_type\nZ1,测895路,3\n",
      "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,戊站,31.2,120.1\nB,己站,31.2,120.11\nC,庚站,31.2,120.12\n",
      "trips.txt": table(
        "route_id,service_id,trip_id,direction_id",
        ...[1, 2, 3, 4].map((n) => `Z1,W,u${n},0`),
        "Z1,W,d1,1",
        "Z1,SUN,s1,0",
      ),
      "stop_times.txt": table(
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
        ...["05:40", "05:50", "06:02", "22:10"].flatMap((time, n) => [
          `u${n + 1},${time}:00,${time}:00,A,1`,
          `u${n + 1},,,B,2`,
          `u${n + 1},${time.replace(":40", ":58").replace(":50", ":59").replace(":02", ":21").replace(":10", ":30")}:00,,C,3`,
        ]),
        "d1,23:50:00,23:50:00,C,1",
        "d1,24:00:00,24:01:00,B,2",
        "d1,24:10:00,24:10:00,A,3",
        "s1,04:00:00,04:00:00,A,1",
        "s1,4点,,C,2",
      ),
      "calendar.txt": table(
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
        "W,1,1,1,1,1,1,0,20260101,20261231",
        "SUN,0,0,0,0,0,0,1,20260101,20261231",
      ),
      "fare_attributes.txt": "fare_id,price\nf,2\n",
    });
    const { preview, confirm } = await imported(feed);
    expect(preview.text).toContain("首末班和发车间隔取自各线路班次最多的一天（2 个方向）");
    expect(preview.text).toContain("不导入：票价");
    expect(preview.text).toMatch(/1 个时刻读不出（如第 \d+ 行的“4点”/);
    expect(preview.text).toMatch(/上行 3 站.* 05:40-22:10/);
    await confirm();
    const line = await db()
      .selectFrom("line")
      .select(["lineUuid", "upFirst", "upLast", "downFirst", "downLast", "departureInterval"])
      .where("lineName", "=", "测895路")
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      upFirst: "05:40",
      upLast: "22:10",
      downFirst: "23:50",
      downLast: "23:50",
      departureInterval: "10-12分钟",
    });
    const calls = await sql<{ direction: number; durations: (number | null)[]; dwells: (number | null)[] }>`
      select ls.direction, json_agg(ls.duration order by serial) as durations, json_agg(ls.dwell order by serial) as dwells from line_station ls join line_version using (version_uuid) join line_classify using (classify_sid)
      where main_uuid = ${line.lineUuid} and sort_type = 1 group by ls.direction order by 1`.execute(db());
    expect(calls.rows).toEqual([
      { direction: 1, durations: [0, null, 1140], dwells: [null, null, null] },
      { direction: 2, durations: [0, 600, 1200], dwells: [null, 60, null] },
    ]);
    expect((await imported(feed)).preview.text).toContain("文件内容与已有数据一致");
  });

  it("names the lines that are not in service, and holds them only when asked to", async () => {
    const { lineUuid, lineName } = (
      await sql<{
        lineUuid: string;
        lineName: string;
      }>`select line_uuid, line_name from line where state = 10 and deleted_at is null and exists (select from line_classify c join line_version v using (classify_sid) where main_uuid = line_uuid and v.valid @> ${today()}::date) order by line_name limit 1`.execute(
        db(),
      )
    ).rows[0]!;
    await db().updateTable("line").set({ state: 20 }).where("lineUuid", "=", lineUuid).execute();
    const without = await person.get(`${page}?asOf=${today()}&speed=20`);
    expect(without.$("h2").text()).toMatch(/不导出的线路（\d+）/);
    expect(without.text).toContain(`${lineName} 停运`);
    expect((await readGtfs(await download())).routes.has(lineUuid)).toBe(false);
    expect((await person.get(`${page}?asOf=${today()}&speed=20&all=on`)).text).toContain("已按您的选择一并导出");
    const all = await download(person, `asOf=${today()}&speed=20&all=on`);
    expect([(await readGtfs(all)).routes.has(lineUuid), await feedFaults(all)]).toEqual([true, []]);
    await db().updateTable("line").set({ state: 10 }).where("lineUuid", "=", lineUuid).execute();
  });

  it("is of the day asked for and of the viewer's organisations; a wrong day is refused at its field", async () => {
    expect((await readGtfs(await download(person, "asOf=1990-01-01&speed=20"))).routes.size).toBe(0);
    expect((await person.get(`${page}?asOf=1990-01-01&speed=20`)).text).toContain("这一天没有可以导出的线路");
    const wrong = await person.get(`${page}?asOf=1990-13-01&speed=500`);
    expect([wrong.status, wrong.errorAt("asOf"), wrong.errorAt("speed")]).toEqual([
      422,
      "请输入日期，例如 2026-05-01",
      "请输入 5 到 80 的整数",
    ]);
    const none = await sql<{
      orgId: string;
    }>`select org_id from organisation o where deleted_at is null and not exists (select from line where line.org_id = o.org_id and line.deleted_at is null) limit 1`.execute(
      db(),
    );
    const apart = await enter(
      await account({ permissions: [may.read], dataScope: "chosen", orgIds: [none.rows[0]!.orgId] }),
    );
    expect((await readGtfs(await download(apart))).routes.size).toBe(0);
    expect(
      (await (await (await visitorWith("line.read")).get(`${page}/download?asOf=${today()}&speed=20`)).follow()).status,
    ).toBe(401);
  });

  const portoAlegre = realCity("gtfs-porto-alegre/poa_eptc.zip", "Porto Alegre in, out and in again");
  it.skipIf(!portoAlegre)(
    "takes Porto Alegre in, gives it out and changes nothing when that comes back",
    async () => {
      const began = performance.now();
      const first = await imported(await readFile(portoAlegre!));
      const counts = countCells(first.preview);
      expect((await first.confirm()).text).toContain("导入完成");
      const took = Math.round(performance.now() - began);
      const again = await imported(await readFile(portoAlegre!));
      expect(again.preview.text).toContain("文件内容与已有数据一致");
      const content = await download();
      expect(await feedFaults(content)).toEqual([]);
      const before = await changes();
      const back = await imported(content);
      measured(
        "Porto Alegre",
        counts,
        first.preview.text.match(/\d+ 条线路会留为草稿/)?.[0] ?? "no drafts",
        `imported in ${took} ms, exported ${Math.round(content.length / 1024)} kB`,
        countCells(back.preview),
      );
      expect(counts.线路![0]).toBe(115);
      expect(countCells(back.preview).线路!.slice(0, 2)).toEqual([0, 0]);
      expect(countCells(back.preview).站点!.slice(0, 2)).toEqual([0, 0]);
      await back.confirm();
      expect(await changes()).toBe(before);
    },
    600_000,
  );
});

it("measures stops on the scale of their shape, and leaves out what does not fit it", () => {
  const path = [
    [116.4, 39.9],
    [116.4, 39.9],
    [116.41, 39.9],
  ] as const;
  const along = alongPath(path);
  expect([along[1], along[2]! > 0.85 && along[2]! < 0.86]).toEqual([0.0001, true]);
  const at = (...distances: (number | null)[]) =>
    alongOf({ path: [...path], calls: distances.map((distance) => ({ distance }) as never) });
  expect([at(0, 0.4, 0.87), at(0, 0.4, 0.95), at(0, 0, 0.8), at(0, null)]).toEqual([
    [0, 0.4, along[2]],
    null,
    null,
    null,
  ]);
});

describe("times", () => {
  const call = (distance: number | null, duration: number | null = null) => ({
    staUuid: "",
    staSelfCode: "",
    staName: "",
    lng: 116.4,
    lat: 39.9,
    distance,
    duration,
  });
  it("are those kept, else by distance and speed, never falling", () => {
    expect(secondsOf([call(0, 0), call(1, 90), call(2, 200)], 20)).toEqual({ seconds: [0, 90, 200], known: true });
    expect(secondsOf([call(0, 0), call(1, null), call(2, 200)], 20)).toEqual({ seconds: [0, 100, 200], known: false });
    expect(secondsOf([call(0, 0), call(1, 60), call(2), call(3)], 20)).toEqual({
      seconds: [0, 60, 240, 420],
      known: false,
    });
    expect(secondsOf([call(null), call(null)], 20)).toEqual({ seconds: [0, 1], known: false });
    expect([gtfsTime(90_061), headwayMinutes("8-12分钟"), headwayMinutes("见公告"), yearAfter("2025-03-01")]).toEqual([
      "25:01:01",
      10,
      null,
      "2026-02-28",
    ]);
  });
});
