import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { visitorWith } from "../../../tests/kit/accounts";
import { countCells } from "../../../tests/kit/count-cells";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { firstOrg } from "../../../tests/kit/organisations";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

let person: Visitor;
let orgId: string;

beforeAll(async () => {
  const rights = ["line.read", "line.write", "line.delete", "station.read", "station.write", "station.delete"];
  person = await visitorWith(may.read, may.write, ...rights);
  orgId = await firstOrg();
  await startBuiltJobs();
});

type Stop = [id: string, name: string, lat: number];

/** A feed in which each line calls at all of its stops, from south to north. */
function feedOf(lines: Record<string, Stop[]>, { hour = "08", shape = "" } = {}): Buffer {
  const stops = new Map(Object.values(lines).flatMap((all) => all.map((stop) => [stop[0], stop] as const)));
  const named = Object.entries(lines);
  return zipOf({
    "agency.txt": "agency_name,agency_url,agency_timezone\n试,http://a.example,Asia/Shanghai\n",
    "stops.txt": `stop_id,stop_name,stop_lat,stop_lon\n${[...stops.values()].map(([id, name, lat]) => `${id},${name},${lat},118.9`).join("\n")}\n`,
    "routes.txt": `route_id,route_short_name,route_long_name,route_type\n${named.map(([name], at) => `R${at},${name},,3`).join("\n")}\n`,
    "trips.txt": `route_id,service_id,trip_id${shape && ",shape_id"}\n${named.map((_, at) => `R${at},日,t${at}${shape && ",S"}`).join("\n")}\n`,
    ...(shape && { "shapes.txt": `shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n${shape}\n` }),
    "calendar.txt": `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n日,1,1,1,1,1,1,1,20260101,20361231\n`,
    "stop_times.txt": `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${named.flatMap(([, all], line) => all.map(([id], at) => `t${line},${hour}:${10 + at * 2}:00,${hour}:${10 + at * 2}:00,${id},${at}`)).join("\n")}\n`,
  });
}

const stopsOf = (town: string, many: number, from = 0): Stop[] =>
  Array.from({ length: many }, (_, nth) => [`${town}${nth}`, `${town}站${nth}`, 29.5 + from + nth * 0.005]);

async function imported(name: string, content: Buffer): Promise<Answer> {
  const body = new FormData();
  body.append("file", new File([content as BlobPart], name));
  const sent = await person.visit("/line/line-import", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body,
  });
  const page = await person.settled(sent.location!);
  const chosen = await page.submit({ crs: "WGS84", use: "lines" }, { form: "form[action$='/choose']" });
  const preview = await person.settled(chosen.location!);
  const given: Record<string, string> = preview.field("orgId") === undefined ? {} : { orgId };
  return person.settled((await preview.submit(given, { form: "main form:not([action])" })).location!);
}

async function undone(page: Answer): Promise<Answer> {
  const ask = await person.get(`${page.url}/undo`);
  const sent = await ask.submit({}, { press: "撤销导入" });
  expect(sent.status).toBe(303);
  return person.settled(sent.location!);
}

const living = async (table: "line" | "station", like: string) => {
  const name = table === "line" ? sql`line_name` : sql`sta_name`;
  const found = await sql<{ name: string; at: string | null }>`
    select ${name} as name, ${table === "line" ? sql`null` : sql`lat::text`} as at from ${sql.table(table)}
    where deleted_at is null and ${name} like ${like} order by 1`.execute(db());
  return found.rows;
};

it("takes an import of lines back to what was before, and the same file again brings all of it in again", async () => {
  const feed = feedOf({ 撤1路: stopsOf("撤", 5), 撤2路: stopsOf("撤", 4) });
  const done = await imported("撤.zip", feed);
  expect(countCells(done)).toMatchObject({ 线路: [2, 0, 0], 站点: [5, 0, 0] });
  const back = await undone(done);
  expect(back.text).toContain("已撤销导入：2 条新线路、5 个新站点移到回收站，0 条线路、0 个站点恢复");
  expect(back.text).not.toContain("没有撤销的");
  expect([await living("line", "撤%"), await living("station", "撤站%")]).toEqual([[], []]);
  const twice = await (await person.get(`${done.url}/undo`)).submit({}, { press: "撤销导入" });
  expect((await twice.follow()).text).toContain("之前已经撤销过");
  const list = await person.get("/line/line-import");
  expect(list.text).toMatch(/撤\.zip\s*GTFS\s*已撤销/);
  const again = await imported("撤.zip", feed);
  expect(countCells(again)).toMatchObject({ 线路: [2, 0, 0], 站点: [5, 0, 0] });
  await undone(again);
});

it("keeps and names what was changed since or is needed now, and gives changed stations back what they had", async () => {
  const first = await imported("留.zip", feedOf({ 留1路: stopsOf("留", 5) }));
  const before = await living("station", "留站%");
  const moved: Stop[] = stopsOf("留", 5).map(([id, name, lat]) => [id, name, id === "留2" ? lat + 0.0005 : lat]);
  const second = await imported(
    "留.zip",
    feedOf({ 留1路: moved, 留2路: [...moved.slice(0, 3), ...stopsOf("新", 3, 0.02)], 留3路: stopsOf("新", 3, 0.02) }),
  );
  expect(countCells(second)).toMatchObject({ 线路: [2, expect.any(Number), expect.any(Number)], 站点: [3, 1, 4] });
  const [touched] = await sql<{ lineUuid: string }>`
    select line_uuid from line where line_name = '留2路' and deleted_at is null`
    .execute(db())
    .then(({ rows }) => rows);
  const edit = await person.get(`/line/line-management/${touched!.lineUuid}/edit`);
  expect((await edit.submit({ remark: "人改过" })).status).toBe(303);
  const back = await undone(second);
  expect(back.text).toMatch(/1 条新线路、0 个新站点移到回收站，0 条线路、1 个站点恢复/);
  expect(back.text).toMatch(/线路“留2路”\s*导入以后又被修改或删除/);
  expect(back.text).toMatch(/站点“新站0”/);
  expect(await living("station", "留站%")).toEqual(before);
  expect((await living("line", "留%")).map(({ name }) => name)).toEqual(["留1路", "留2路"]);
  expect(first.status).toBe(200);
});

it("is refused in words for who may not delete lines, and where nothing was imported", async () => {
  const done = await imported("权.zip", feedOf({ 权1路: stopsOf("权", 4) }));
  const other = await visitorWith(may.read, may.write, "line.read", "line.write");
  const ask = await other.get(`${done.url}/undo`);
  const refused = await ask.submit({}, { press: "撤销导入" });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("没有删除线路和站点的权限")]);
  const same = await imported("权.zip", feedOf({ 权1路: stopsOf("权", 4) }));
  expect(same.text).not.toContain("撤销导入");
  const nothing = await person.call("/api/line-import/v1.0/undo", { importUuid: /[0-9a-f]{32}/.exec(same.url)![0] });
  expect(nothing.errors?.[0]?.message).toContain("只有已经导入线路的才能撤销");
});

/** All that is stored of a line's own fields, its variants and its versions with their stations, but for the numbers of their changes. */
async function wholeLine(name: string) {
  const { rows } = await sql<{ said: unknown }>`
    select jsonb_build_object('line', (select to_jsonb(l) - array['version', 'updated_at', 'updated_by'] from line l where line_name = ${name} and deleted_at is null),
      'versions', (select jsonb_agg(jsonb_build_array(c.classify_name, c.sort_type, v.state, v.valid, v.version_uuid,
          (select jsonb_agg(to_jsonb(ls) order by direction, serial) from line_station ls where ls.version_uuid = v.version_uuid)) order by v.version_uuid)
        from line join line_classify c on c.main_uuid = line_uuid join line_version v using (classify_sid)
        where line_name = ${name} and line.deleted_at is null and c.deleted_at is null and v.deleted_at is null)) as said`.execute(
    db(),
  );
  return rows[0]!.said;
}

it.each([0, 30])("swaps the versions of a line back that ran for %i days before the import", async (days) => {
  const name = `换${days}路`;
  const feed = (many: number) => feedOf({ [name]: stopsOf(`换${days}`, many) });
  await imported("换.zip", feed(6));
  await sql`update line_version set valid = daterange(lower(valid) - ${days}::int, upper(valid)) where valid is not null
    and classify_sid in (select classify_sid from line_classify join line on main_uuid = line_uuid where line_name = ${name})`.execute(
    db(),
  );
  const before = await wholeLine(name);
  const next = await imported("换.zip", feed(4));
  expect(countCells(next)).toMatchObject({ 线路: [0, 1, 0] });
  expect(await wholeLine(name)).not.toEqual(before);
  const back = await undone(next);
  expect(back.text).toContain("1 条线路、0 个站点恢复为导入以前的内容");
  expect(back.text).not.toContain("没有撤销的");
  expect(await wholeLine(name)).toEqual(before);
  // What was taken back comes in again.
  const again = await imported("换.zip", feed(4));
  expect(countCells(again)).toMatchObject({ 线路: [0, 1, 0] });
  const line = await person.call<{ lineUuid: string }[]>("/api/line/v1.0/pageList", { lineName: name });
  expect(line.success).toBe(true);
});

it("deletes the draft that an import has left in a line of people's own, and keeps one that was worked on since", async () => {
  const own = async (name: string) => {
    await imported(`${name}.zip`, feedOf({ [name]: stopsOf(name, 5) }));
    await sql`update source_link set retired_at = now() where record_key = (select line_uuid from line where line_name = ${name} and deleted_at is null)`.execute(
      db(),
    );
    return wholeLine(name);
  };
  const before = await own("稿1路");
  await own("稿2路");
  const table = ["线路,站序,站名,经度,纬度"];
  for (const name of ["稿1路", "稿2路"])
    for (const [at, [, stop, lat]] of stopsOf(name, 3).entries()) table.push([name, at + 1, stop, 118.9, lat].join());
  const drafted = await imported("稿.csv", Buffer.from(`${table.join("\n")}\n`));
  expect(countCells(drafted)).toMatchObject({ 线路: [0, 2, 0] });
  const { rows } = await sql<{
    lineUuid: string;
  }>`select line_uuid from line where line_name = '稿2路' and deleted_at is null`.execute(db());
  const edit = await person.get(`/line/line-management/${rows[0]!.lineUuid}/edit`);
  expect((await edit.submit({ remark: "人改过" })).status).toBe(303);
  const back = await undone(drafted);
  expect(back.text).toContain("1 条线路、0 个站点恢复为导入以前的内容");
  expect(back.text).toMatch(/线路“稿2路”\s*导入以后又被修改或删除/);
  expect(await wholeLine("稿1路")).toEqual(before);
});

it("leaves a line that a person has worked on theirs, after a draft beside it was taken back", async () => {
  await imported("护.zip", feedOf({ 护1路: stopsOf("护", 5) }));
  const { rows } = await sql<{ lineUuid: string }>`
    select line_uuid from line where line_name = '护1路' and deleted_at is null`.execute(db());
  const edit = await person.get(`/line/line-management/${rows[0]!.lineUuid}/edit`);
  expect((await edit.submit({ remark: "人改过" })).status).toBe(303);
  const table = stopsOf("护", 3).map(([, stop, lat], at) => ["护1路", at + 1, stop, 118.9, lat].join());
  const drafted = await imported("护.csv", Buffer.from(`线路,站序,站名,经度,纬度\n${table.join("\n")}\n`));
  expect((await undone(drafted)).text).toContain("1 条线路、0 个站点恢复");
  const before = await wholeLine("护1路");
  const next = await imported("护.zip", feedOf({ 护1路: stopsOf("护", 4) }));
  expect(next.text).toContain("导入后有人改过，保留现有内容");
  expect(await wholeLine("护1路")).toEqual(before);
});

/** All that versions of a line hold. */
const heldBy = async (lineName: string) => {
  const { rows } = await sql<{ state: string }>`
    select v.version_uuid, v.state, v.completeness, v.valid::text,
      (select jsonb_agg(to_jsonb(ls) order by direction, serial) from line_station ls where ls.version_uuid = v.version_uuid) as calls,
      (select jsonb_agg(to_jsonb(p) order by direction) from line_path p where p.version_uuid = v.version_uuid) as paths,
      (select jsonb_agg(to_jsonb(s) order by direction, serial) from line_service s where s.version_uuid = v.version_uuid) as services
    from line join line_classify c on c.main_uuid = line_uuid join line_version v using (classify_sid)
    where line_name = ${lineName} and line.deleted_at is null and v.deleted_at is null order by 1`.execute(db());
  return rows;
};

it("gives a line back the timetable that an import replaced", async () => {
  await imported("表.zip", feedOf({ 表1路: stopsOf("表", 4) }));
  const before = await heldBy("表1路");
  const later = await imported("表.zip", feedOf({ 表1路: stopsOf("表", 4) }, { hour: "09" }));
  expect(await heldBy("表1路")).not.toEqual(before);
  const back = await undone(later);
  expect(back.text).not.toContain("没有撤销的");
  expect(await heldBy("表1路")).toEqual(before);
  const again = await imported("表.zip", feedOf({ 表1路: stopsOf("表", 4) }, { hour: "09" }));
  expect(countCells(again)).toMatchObject({ 线路: [0, 1, 0] });
});

it("gives a line back the draft that an import wrote over", async () => {
  const far = { shape: "S,29.5,118.92,1\nS,29.52,118.92,2" };
  const first = await imported("稿.zip", feedOf({ 稿1路: stopsOf("稿", 4) }, far));
  const before = await heldBy("稿1路");
  expect(first.status).toBe(200);
  expect(before.map(({ state }) => state)).toContain("draft");
  const rewritten = await imported("稿.zip", feedOf({ 稿1路: stopsOf("稿", 5) }, far));
  expect(await heldBy("稿1路")).not.toEqual(before);
  expect((await undone(rewritten)).text).not.toContain("没有撤销的");
  expect(await heldBy("稿1路")).toEqual(before);
});
