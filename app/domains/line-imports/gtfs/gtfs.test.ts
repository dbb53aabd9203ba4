import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeEngine } from "~/domains/roads/queries.server";
import { jobs } from "~/jobs.server";
import { db } from "~/kernel/db/pool.server";
import { readGtfs } from "~/kernel/gtfs/read.server";
import { zipOf } from "~/kernel/gtfs/zip.sample";
import { startJobs, stopJobs } from "~/kernel/jobs/jobs.server";
import { today } from "~/kernel/time/today.server";
import { account, enter, visitorWith } from "../../../../tests/accounts";
import { measured, realData } from "../../../../tests/real-data";
import type { Answer, Visitor } from "../../../../tests/visit";
import { may } from "../policy";
import { gtfsTime, headwayMinutes, secondsOf, yearAfter } from "./times";

const page = "/line/line-import/gtfs-export";
let person: Visitor;
let orgId: string;

beforeAll(async () => {
  person = await visitorWith(may.read, may.write);
  orgId = (await db().selectFrom("organisation").select("orgId").where("deletedAt", "is", null).orderBy("orgCode").executeTakeFirstOrThrow()).orgId;
  await startJobs(jobs);
});
afterAll(async () => {
  await stopJobs();
  await closeEngine();
});

async function download(by = person, query = `asOf=${today()}&speed=20`): Promise<Buffer> {
  const answer = await by.send(`${page}/download?${query}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return Buffer.from(await answer.arrayBuffer());
}

async function imported(content: Buffer): Promise<{ preview: Answer; confirm(): Promise<Answer> }> {
  const body = new FormData();
  body.append("file", new File([content as unknown as BlobPart], "feed.zip"));
  const sent = await person.visit("/line/line-import", { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
  const asked = await settled(sent.location!);
  const preview = await settled((await asked.submit({ crs: "WGS84", use: "lines" }, { form: "form[action$='/choose']" })).location!);
  return { preview, confirm: async () => settled((await preview.submit(preview.field("orgId") === undefined ? {} : { orgId }, { form: "main form:not([action])" })).location!) };
}

async function settled(at: string): Promise<Answer> {
  for (;;) {
    const answer = await person.get(at);
    if (answer.headers.get("refresh") === null) return answer;
    await new Promise((wake) => setTimeout(wake, 150));
  }
}

const countsOf = (answer: Answer) => Object.fromEntries(answer.$("main table").first().find("tbody tr").toArray().map((row) => [answer.$(row).find("th").text(), answer.$(row).find("td").toArray().map((cell) => Number(answer.$(cell).text()))]));
const changes = async () => (await sql<{ n: number }>`select (select count(*) from history) + (select count(*) from line_version) + (select count(*) from station) + (select count(*) from line) as n`.execute(db())).rows[0]!.n;

describe("the network as GTFS", () => {
  it("is made for two at a time and for nobody who only asks what it is; whoever goes away makes room", async () => {
    const open = () => person.send(`${page}/download?asOf=${today()}&speed=20`);
    for (let asked = 0; asked < 3; asked++) expect((await person.send(`${page}/download?asOf=${today()}&speed=20`, { method: "HEAD" })).status).toBe(200);
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

  it("is a feed that every table of holds together, with stations by number and lines by key", async () => {
    const shown = await person.get(page);
    expect([shown.status, shown.$("h1").text(), shown.field("asOf")]).toEqual([200, "导出 GTFS", today()]);
    expect(shown.text).toContain("timepoint=0");
    const feed = await readGtfs(await download());
    const lines = (await sql<{ n: number }>`select count(distinct c.main_uuid)::int as n from line_classify c join line_version v using (classify_sid) join line on line_uuid = main_uuid where v.valid @> ${today()}::date and v.deleted_at is null and line.deleted_at is null and line.state = 10`.execute(db())).rows[0]!.n;
    expect(feed.routes.size).toBe(lines);
    expect(shown.text).toContain(`${lines} 条`);
    const line = (await sql<{ lineUuid: string; lineName: string }>`select line_uuid, line_name from line where line_uuid = any(${[...feed.routes.keys()]}) limit 1`.execute(db())).rows[0]!;
    expect(feed.routes.get(line.lineUuid)!.shortName).toBe(line.lineName);
    const codes = (await sql<{ staSelfCode: string }>`select sta_self_code from station where sta_uuid = any(${[...feed.stops.keys()]})`.execute(db())).rows.map((row) => row.staSelfCode);
    expect([...feed.stops.values()].map((stop) => stop.stopCode).sort()).toEqual(codes.sort());
    expect(feed.patterns.filter(({ shapeId }) => shapeId !== "").length).toBeGreaterThan(0);
  });

  it("changes nothing when it is imported again", async () => {
    const before = await changes();
    const { preview, confirm } = await imported(await download());
    const counts = countsOf(preview);
    expect([counts.线路!.slice(0, 2), counts.站点!.slice(0, 2)]).toEqual([[0, 0], [0, 0]]);
    expect(counts.线路![2]).toBeGreaterThan(0);
    expect(preview.text).toContain("文件内容与已有数据一致");
    expect((await confirm()).text).toContain("数据与导入前一致");
    expect(await changes()).toBe(before);
  });

  it("carries every variant of a line, names with commas and stations without numbers", async () => {
    const feed = zipOf({
      "routes.txt": "route_id,route_short_name,route_type\nR1,测891路,3\nM1,地铁,1\n",
      "stops.txt": 'stop_id,stop_code,stop_name,stop_lat,stop_lon\nA,,"甲站, 东侧",31.1,120.1\nB,乙02,乙站,31.1,120.11\nC,,丙站,31.1,120.12\nD,,丁站,31.11,120.12\n',
      "trips.txt": "route_id,service_id,trip_id,direction_id,shape_id\nR1,S,t1,0,s1\nR1,S,t2,0,s1\nR1,S,t3,1,\nR1,S,t4,0,\nM1,S,t5,0,\n",
      "stop_times.txt": `trip_id,stop_id,stop_sequence\n${[["t1", "ABC"], ["t2", "ABC"], ["t3", "CBA"], ["t4", "ABD"], ["t5", "AB"]].map(([trip, stops]) => [...stops!].map((stop, at) => `${trip},${stop},${at}`).join("\n")).join("\n")}\n`,
      "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns1,31.1,120.1,1\ns1,31.1000004,120.110000044,2\ns1,31.1,120.12,3\n",
    });
    const { preview, confirm } = await imported(feed);
    expect(countsOf(preview)).toEqual({ 线路: [1, 0, 0], 线路方向: [3, 0, 0], 站点: [4, 0, 0] });
    expect(preview.text).toContain("1 条线路不是公交");
    expect(preview.text).toContain("另有 1 个副方案");
    await confirm();
    const { lineUuid } = await db().selectFrom("line").select("lineUuid").where("lineName", "=", "测891路").executeTakeFirstOrThrow();
    const out = await readGtfs(await download());
    const patterns = out.patterns.filter(({ routeId }) => routeId === lineUuid);
    expect(patterns.map(({ direction, stopIds, shapeId }) => [direction, stopIds.map((id) => out.stops.get(id)!.stopName).join("/"), shapeId === ""])).toEqual([
      [0, "甲站, 东侧/乙站/丙站", false],
      [0, "甲站, 东侧/乙站/丁站", true],
      [1, "丙站/乙站/甲站, 东侧", true],
    ]);
    expect(patterns[0]!.stopIds.map((id) => out.stops.get(id)!.stopCode)).toEqual(["GTFSA", "乙02", "GTFSC"]);
    const before = await changes();
    for (const again of [feed, await download()]) {
      const back = await imported(again);
      expect(back.preview.text).toContain("文件内容与已有数据一致");
      await back.confirm();
    }
    expect(await changes()).toBe(before);
  });

  it("is of the day asked for and of the viewer's organisations; a wrong day is refused at its field", async () => {
    expect((await readGtfs(await download(person, "asOf=1990-01-01&speed=20"))).routes.size).toBe(0);
    expect((await person.get(`${page}?asOf=1990-01-01&speed=20`)).text).toContain("这一天没有生效的线路");
    const wrong = await person.get(`${page}?asOf=1990-13-01&speed=500`);
    expect([wrong.status, wrong.errorAt("asOf"), wrong.errorAt("speed")]).toEqual([422, "请输入日期，例如 2026-05-01", "请输入 5 到 80 的整数"]);
    const none = await sql<{ orgId: string }>`select org_id from organisation o where deleted_at is null and not exists (select from line where line.org_id = o.org_id and line.deleted_at is null) limit 1`.execute(db());
    const apart = await enter(await account({ permissions: [may.read], dataScope: "chosen", orgIds: [none.rows[0]!.orgId] }));
    expect((await readGtfs(await download(apart))).routes.size).toBe(0);
    expect((await (await (await visitorWith("line.read")).get(`${page}/download?asOf=${today()}&speed=20`)).follow()).status).toBe(401);
  });

  const portoAlegre = realData("gtfs-porto-alegre/poa_eptc.zip", "Porto Alegre in, out and in again");
  it.skipIf(!portoAlegre)("takes Porto Alegre in, gives it out and changes nothing when that comes back", async () => {
    const began = performance.now();
    const first = await imported(await readFile(portoAlegre!));
    const counts = countsOf(first.preview);
    expect((await first.confirm()).text).toContain("导入完成");
    const took = Math.round(performance.now() - began);
    const again = await imported(await readFile(portoAlegre!));
    expect(again.preview.text).toContain("文件内容与已有数据一致");
    const content = await download();
    const before = await changes();
    const back = await imported(content);
    measured("Porto Alegre", counts, first.preview.text.match(/\d+ 条线路会留为草稿/)?.[0] ?? "no drafts", `imported in ${took} ms, exported ${Math.round(content.length / 1024)} kB`, countsOf(back.preview));
    expect(counts.线路![0]).toBe(115);
    expect(countsOf(back.preview).线路!.slice(0, 2)).toEqual([0, 0]);
    expect(countsOf(back.preview).站点!.slice(0, 2)).toEqual([0, 0]);
    await back.confirm();
    expect(await changes()).toBe(before);
  }, 240_000);
});

describe("times", () => {
  const call = (distance: number | null, duration: number | null = null) => ({ staUuid: "", staSelfCode: "", staName: "", lng: 116.4, lat: 39.9, distance, duration });
  it("are those kept, else by distance and speed, never falling", () => {
    expect(secondsOf([call(0, 0), call(1, 90), call(2, 200)], 20)).toEqual({ seconds: [0, 90, 200], known: true });
    expect(secondsOf([call(0, 0), call(1, null), call(2, 200)], 20)).toEqual({ seconds: [0, 180, 360], known: false });
    expect(secondsOf([call(null), call(null)], 20)).toEqual({ seconds: [0, 1], known: false });
    expect([gtfsTime(90_061), headwayMinutes("8-12分钟"), headwayMinutes("见公告"), yearAfter("2026-03-01")]).toEqual(["25:01:01", 10, null, "2027-02-28"]);
  });
});
