import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { toOsmXml } from "~/transit/osm/write-xml";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { orgCoded } from "../../../tests/kit/organisations";
import { realData } from "../../../tests/kit/real-data";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

let person: Visitor;
let orgId: string;

beforeAll(async () => {
  const rights = ["line", "station"].flatMap((room) => ["read", "write", "delete"].map((one) => `${room}.${one}`));
  person = await visitorWith(may.read, may.import, ...rights);
  orgId = await orgCoded("BJGJ-1");
  await startBuiltJobs();
});

type Road = [id: number, name: string, north: number];

/** Straight roads a kilometre long, each on a parallel of its own; with a bus line along the first one where it has a name. */
function mapOf(roads: Road[], line = ""): string {
  const stop = { public_transport: "platform", highway: "bus_stop" };
  const nodes = roads.flatMap(([id, , north]) =>
    [0, 1, 2].map((nth) => ({ id: id * 10 + nth, lng: 101 + nth * 0.006, lat: 25 + north / 100, tags: {} })),
  );
  const stops = [0, 1, 2].map((nth) => ({
    id: roads[0]![0] * 10 + 5 + nth,
    lng: 101 + nth * 0.006,
    lat: 25 + roads[0]![2] / 100 - 0.0001,
    tags: { ...stop, name: `${line}站${nth}` },
  }));
  const route = {
    id: roads[0]![0],
    members: [
      ...stops.map(({ id }) => ({ type: "node" as const, ref: id, role: "platform" })),
      { type: "way" as const, ref: roads[0]![0], role: "" },
    ],
    tags: { type: "route", route: "bus", ref: line, name: `${line}路`, "public_transport:version": "2" },
  };
  return toOsmXml({
    nodes: [...nodes, ...(line ? stops : [])],
    ways: roads.map(([id, name]) => ({
      id,
      refs: [0, 1, 2].map((nth) => id * 10 + nth),
      tags: { highway: "primary", name },
    })),
    relations: line ? [route] : [],
  });
}

async function previewed(content: string): Promise<Answer> {
  const form = await person.get("/map/data-down-load/import");
  const sent = await form.submit({}, { form: "main form[enctype]", files: { file: new File([content], "路.osm") } });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

async function imported(content: string, changes: Record<string, string> = {}): Promise<Answer> {
  const preview = await previewed(content);
  const given = { ...(preview.field("orgId") !== undefined && { orgId }), ...changes };
  const done = await person.settled((await preview.submit(given)).location!);
  expect(done.text).toContain("导入完成");
  return done;
}

async function undone(page: Answer): Promise<Answer> {
  const ask = await person.get(`${page.url}/undo`);
  return person.settled((await ask.submit({}, { press: "撤销导入" })).location!);
}

/** Every road and rule of turning there is, but for keys that are given anew. */
async function network() {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(to_jsonb(e)::text, '|' order by edge_key)) || (select coalesce(md5(string_agg(relation_id || rules::text, '|' order by relation_id)), '') from road_turn) as digest
    from road_edge e`.execute(db());
  return rows[0]!.digest;
}

const roadsLike = async (name: string) =>
  (
    await sql<{
      name: string;
    }>`select distinct road_name as name from road_edge where road_name like ${name} order by 1`.execute(db())
  ).rows.map((row) => row.name);

const linesLike = async (name: string) =>
  (
    await sql`select from line where line_name like ${name} and deleted_at is null
      union all select from station where sta_name like ${name} and deleted_at is null`.execute(db())
  ).rows.length;

it("takes a map back to the road: new ones go, changed ones are as before, its lines and stations are in the bin", async () => {
  await imported(
    mapOf([
      [810001, "退甲路", 1],
      [810002, "退乙路", 2],
    ]),
  );
  const before = await network();
  const done = await imported(
    mapOf(
      [
        [810001, "退甲新路", 1],
        [810003, "退丙路", 3],
      ],
      "退8",
    ),
  );
  expect(await roadsLike("退%")).toEqual(["退丙路", "退乙路", "退甲新路"]);
  expect(await linesLike("退8%")).toBe(4);
  const back = await undone(done);
  expect(back.text).toContain("2 条道路恢复为导入以前的样子，1 条新线路、3 个新站点移到回收站");
  expect(await network()).toBe(before);
  // Its own line is in the bin, and no line that the roads let down.
  expect(back.text).not.toContain("在道路上");
  expect(await linesLike("退8%")).toBe(0);
  const twice = await (await person.get(`${done.url}/undo`)).submit({}, { press: "撤销导入" });
  expect((await twice.follow()).text).toContain("之前已经撤销过");
  await imported(
    mapOf(
      [
        [810001, "退甲新路", 1],
        [810003, "退丙路", 3],
      ],
      "退8",
    ),
  );
  expect(await roadsLike("退%")).toEqual(["退丙路", "退乙路", "退甲新路"]);
});

it("leaves roads that were changed since, and says how many", async () => {
  const first = await imported(
    mapOf([
      [820001, "后甲路", 11],
      [820002, "后乙路", 12],
    ]),
  );
  await imported(mapOf([[820001, "后甲改路", 11]]));
  const back = await undone(first);
  expect(back.text).toContain("1 条道路恢复为导入以前的样子");
  expect(back.text).toContain("1 条道路或转向限制在这次导入以后又被改过");
  expect(await roadsLike("后%")).toEqual(["后甲改路"]);
});

it("brings roads alone where that is ticked, and asks for no organisation then", async () => {
  const done = await imported(mapOf([[830001, "独甲路", 21]], "独9"), { roadsOnly: "on", orgId: "" });
  expect(done.text).toContain("只导入了道路");
  expect([await roadsLike("独%"), await linesLike("独9%")]).toEqual([["独甲路"], 0]);
  const { importUuid } = { importUuid: /[0-9a-f]{32}/.exec(done.url)![0] };
  const call = (name: string) =>
    person.call<{ state: string; result: { undone: object } }>(`/api/map-import/v1.0/${name}`, { importUuid });
  expect((await call("undo")).success).toBe(true);
  await person.settled(done.url);
  expect((await call("detail")).data.result.undone).toMatchObject({ ways: 1, lines: 0, stations: 0 });
  expect(await roadsLike("独%")).toEqual([]);
});

const [first, second] = ["a", "b"].map((one) =>
  realData(`doors/josm-${one}.osm`, "maps of an editor whose numbers begin anew"),
);
it.runIf(first && second)("keeps an editor's maps apart that use the same numbers, and finds each again", async () => {
  const [a, b] = [first!, second!].map((file) => readFileSync(file, "utf8"));
  await imported(a!, {});
  const before = await network();
  const other = await imported(b!, {});
  for (const one of [a!, b!]) expect((await previewed(one)).text).toContain("文件内容与已有数据一致");
  await undone(other);
  expect(await network()).toBe(before);
});
