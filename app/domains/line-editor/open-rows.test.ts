import { beforeAll, expect, it } from "vitest";
import { lineWithDraft, demoLine } from "~/domains/line-versions/line.sample";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";

type Stop = { staUuid: string; staName: string; staSelfCode: string };
const path = "/line/line-management";
let person: Visitor;
let stops: Stop[];
let twin: Stop;
/** All stations of the third stop's name, the one across the road too. */
let namesakes: string[];
let made = 0;

/** The first stops of a line of the demo city, and beside its third one another station of the same name. */
beforeAll(async () => {
  person = await demoVisitor("admin");
  const version = await db()
    .selectFrom("lineVersion")
    .innerJoin("lineClassify", "lineClassify.classifySid", "lineVersion.classifySid")
    .select("versionUuid")
    .where("mainUuid", "=", await demoLine("1路"))
    .where("sortType", "=", 1)
    .where("state", "=", "effective")
    .executeTakeFirstOrThrow();
  stops = await db()
    .selectFrom("lineStation")
    .innerJoin("station", "station.staUuid", "lineStation.staUuid")
    .select(["station.staUuid", "staName", "staSelfCode"])
    .where("versionUuid", "=", version.versionUuid)
    .where("direction", "=", 1)
    .orderBy("serial")
    .limit(6)
    .execute();
  twin = await twinOf(stops[2]!);
  const found = db().selectFrom("station").select("staUuid").where("staName", "=", twin.staName);
  namesakes = keys(await found.where("deletedAt", "is", null).execute());
});

/** Another station of the same name, a few metres on and facing the same way, so that nothing tells which is meant. */
async function twinOf({ staUuid, staName }: Stop): Promise<Stop> {
  const { lng, lat, azimuth } = await db()
    .selectFrom("station")
    .select(["lng", "lat", "azimuth"])
    .where("staUuid", "=", staUuid)
    .executeTakeFirstOrThrow();
  const add = { staName, staSelfCode: `TWIN-${++made}`, lng: lng + 0.0001, lat, azimuth };
  const { data, message } = await person.call<Stop | null>("/api/sta/v1.0/add", add);
  if (!data) throw new Error(message);
  return data;
}

async function newLine(direction = 1): Promise<Answer> {
  const form = await person.get(`${path}/new`);
  const orgId = form.$("select[name=orgId] option[value!='']").first().attr("value")!;
  const { location } = await form.submit({ lineName: `待选${newKey().slice(-6)}路`, lineType: "1", orgId });
  return person.get(`${location}/stations?direction=${direction}`);
}

const keysOf = (page: Answer) =>
  page
    .$("[data-station-serial]")
    .map((_, row) => page.$(row).find('[name$=".staUuid"]').val() ?? "")
    .get();
const keys = (all: readonly Pick<Stop, "staUuid">[]) => all.map(({ staUuid }) => staUuid);
const pasted = async (start: Answer, names: readonly string[], at = {}) =>
  (await start.submit({ find: names.join("\r\n"), ...at }, { press: "查找" })).submit({}, { press: "加入勾选的站点" });
const withOpen = (place: number) => keys(stops).map((key, at) => (at === place ? "" : key));
const names = () => stops.map(({ staName }) => staName);
const turn = async (page: Answer, direction: number) =>
  (await page.submit({}, { press: `[value="turn:${direction}"]` })).follow();
const tabs = (page: Answer) =>
  page
    .$("nav[aria-label=方向] button")
    .map((_, tab) => page.$(tab).text())
    .get();
const stored = async ({ url }: Answer) => {
  const rows = await db()
    .selectFrom("lineStation")
    .innerJoin("lineVersion", "lineVersion.versionUuid", "lineStation.versionUuid")
    .innerJoin("lineClassify", "lineClassify.classifySid", "lineVersion.classifySid")
    .select(["staUuid", "direction"])
    .where("mainUuid", "=", url.split(/[/?]/)[3]!)
    .orderBy("serial")
    .execute();
  return [1, 2].map((one) => keys(rows.filter(({ direction }) => direction === one)));
};

it("keeps the row of a pasted name that two stations have until one is chosen, and saves it there", async () => {
  const added = await pasted(await newLine(), names());
  expect(keysOf(added)).toEqual(withOpen(2));
  expect(added.field("find")).toBe("");
  const offered = added.$('select[name="rows[2].staUuid"] option');
  expect(
    offered
      .map((_, one) => added.$(one).attr("value"))
      .get()
      .sort(),
  ).toEqual(["", ...namesakes].sort());
  const refused = await added.submit({}, { press: "保存到草稿" });
  expect([refused.status, refused.$('[role="alert"] a').text()]).toEqual([
    422,
    expect.stringMatching(new RegExp(`第 3 站.*${stops[2]!.staName}.*选`)),
  ]);
  expect(keysOf(refused)).toEqual(withOpen(2));
  const saved = await refused.submit({ "rows[2].staUuid": twin.staUuid }, { press: "保存到草稿" });
  expect(saved.status).toBe(303);
  expect(keysOf(await person.get(added.url))).toEqual([
    ...keys(stops.slice(0, 2)),
    twin.staUuid,
    ...keys(stops.slice(3)),
  ]);
});

it("keeps the row while it is moved, the tabs are turned and other stations are added before it", async () => {
  const [first, ...others] = names();
  const start = await pasted(await newLine(), others);
  expect(keysOf(start)).toEqual(withOpen(2).slice(1));
  const more = await pasted(start, [first!], { at: "1" });
  expect(keysOf(more)).toEqual(withOpen(2));
  const moved = await (await more.submit({}, { press: '[value="down:3"]' })).submit({}, { press: '[value="up:4"]' });
  const back = await turn(await turn(moved, 2), 1);
  expect(keysOf(back)).toEqual(withOpen(2));
  expect(back.$('select[name="rows[2].staUuid"] option')).toHaveLength(1 + namesakes.length);
  const chosen = await back.submit({ "rows[2].staUuid": stops[2]!.staUuid }, { press: '[value="up:2"]' });
  expect(keysOf(chosen)).toEqual(keys([stops[1]!, stops[0]!, ...stops.slice(2)]));
  expect(chosen.$("select[name='rows[2].staUuid']")).toHaveLength(0);
});

it("keeps the row of a name that nobody knows, until it is written otherwise or removed", async () => {
  const [one, two, three] = stops as [Stop, Stop, Stop];
  const added = await pasted(await newLine(), [one.staName, "没有这样的站", two.staName, "也没有", three.staSelfCode]);
  expect(keysOf(added)).toEqual([one.staUuid, "", two.staUuid, "", three.staUuid]);
  expect(added.text).toContain("没有找到“没有这样的站”");
  const numbered = await added.submit({ "rows[1].asked": twin.staSelfCode }, { press: '[value="seek:2"]' });
  expect(keysOf(numbered)).toEqual([one.staUuid, twin.staUuid, two.staUuid, "", three.staUuid]);
  const sought = await added.submit({ "rows[1].asked": twin.staName }, { press: '[value="seek:2"]' });
  expect(sought.$('select[name="rows[1].staUuid"] option')).toHaveLength(1 + namesakes.length);
  const fewer = await sought.submit({ "rows[1].staUuid": twin.staUuid }, { press: '[value="remove:4"]' });
  expect(keysOf(fewer)).toEqual([one, twin, two, three].map(({ staUuid }) => staUuid));
});

it("ticks what is clicked on the picture of several names in the place of its own name", async () => {
  const found = await (await newLine()).submit({ find: names().join("\r\n") }, { press: "查找" });
  const { lng, lat } = await db()
    .selectFrom("station")
    .select(["lng", "lat"])
    .where("staUuid", "=", twin.staUuid)
    .executeTakeFirstOrThrow();
  const around = [lng - 0.002, lat - 0.002, lng + 0.002, lat + 0.002, 560, 400].join(",");
  const { action, pairs } = found.form(undefined, undefined, { "place.bounds": around });
  const clicked = await person.post(action, [
    ...pairs.filter(([name]) => name !== "do"),
    ["place.x", "280"],
    ["place.y", "200"],
  ]);
  const ticked = clicked.fields("picks").map((pick) => pick.split(".")[1]);
  expect([clicked.status, keysOf(clicked), ticked]).toEqual([
    200,
    [],
    [...keys(stops.slice(0, 2)), twin.staUuid, ...keys(stops.slice(3))],
  ]);
});

it("saves both directions by one press, counts on the tabs what is typed, and says what is left", async () => {
  const up = await pasted(await newLine(), names().slice(3));
  expect(tabs(up)).toEqual(["上行（3 站，未保存）", "下行（0 站）"]);
  const down = await pasted(
    await turn(up, 2),
    [stops[5]!, stops[3]!].map(({ staSelfCode }) => staSelfCode),
  );
  expect(tabs(down)).toEqual(["上行（3 站，未保存）", "下行（2 站，未保存）"]);
  expect(down.text).toContain("一并保存上行没有保存的 3 站");
  const saved = await down.submit({}, { press: "保存到草稿" });
  expect(saved.status).toBe(303);
  const after = await saved.follow();
  expect(after.text).toContain("下行 2 站、上行 3 站已保存到草稿");
  expect(tabs(await person.get(up.url))).toEqual(["上行（3 站）", "下行（2 站）"]);
  expect(await stored(up)).toEqual([keys(stops.slice(3)), keys([stops[5]!, stops[3]!])]);
});

it("saves the direction that is whole and leads to the other, whose rows wait for a choice", async () => {
  const up = await pasted(await newLine(), names());
  const down = await pasted(
    await turn(up, 2),
    [stops[5]!, stops[3]!].map(({ staSelfCode }) => staSelfCode),
  );
  const left = await (await down.submit({}, { press: "保存到草稿" })).follow();
  expect(left.text).toMatch(new RegExp(`下行 2 站已保存到草稿；上行还没有保存：第 3 站.*${stops[2]!.staName}.*选`));
  expect(keysOf(left)).toEqual(withOpen(2));
  const both = await left.submit({ "rows[2].staUuid": stops[2]!.staUuid }, { press: "保存到草稿" });
  expect((await both.follow()).text).toContain("上行 6 站已保存到草稿");
  expect(await stored(up)).toEqual([keys(stops), keys([stops[5]!, stops[3]!])]);
});

it("copies what is typed of the other direction, open rows in their places", async () => {
  const up = await pasted(await newLine(), names());
  const copied = await (await turn(up, 2)).submit({}, { press: "从上行复制" });
  expect(keysOf(copied)).toHaveLength(6);
  expect(keysOf(copied)[3]).toBe("");
  expect(copied.$('select[name="rows[3].staUuid"] option')).toHaveLength(1 + namesakes.length);
});

it("says how many of too many pasted stations were not added", async () => {
  const { lineUuid } = await lineWithDraft(stops.slice(4));
  const start = await person.get(`${path}/${lineUuid}/stations?direction=1`);
  const many = Array.from({ length: 499 }, (_, at) => stops[at % 4]!.staSelfCode);
  const added = await pasted(start, many);
  expect([added.status, keysOf(added).length]).toEqual([422, 500]);
  expect(added.$('[role="alert"]').text()).toContain("最多 500 个站点，后面的 1 个没有加入");
});

it("adds to a path at a named place only what comes before a name that waits, and keeps the rest in its order", async () => {
  const { lineUuid } = await lineWithDraft([stops[0]!, stops[5]!]);
  const start = await person.get(`${path}/${lineUuid}/map?direction=1`);
  const added = await pasted(start, names().slice(1, 5), { at: "2" });
  const called = added.$('input[name^="rows["][name$="staUuid"]').map((_, one) => added.$(one).attr("value"));
  expect(called.get()).toEqual(keys([stops[0]!, stops[1]!, stops[5]!]));
  expect(added.field("find")!.split(/\r?\n/)).toEqual(names().slice(2, 5));
  expect(added.field("at")).toBe("3");
  const waits = await added.submit({}, { press: "加入勾选的站点" });
  expect(waits.text).toContain(`请先为“${stops[2]!.staName}”勾选站点`);
});

it("keeps the rows of pasted names where each has several stations and none is ticked", async () => {
  const both = [stops[2]!, await twinOf(stops[3]!)].map(({ staName }) => staName);
  const added = await pasted(await newLine(), both);
  expect([added.status, keysOf(added)]).toEqual([200, ["", ""]]);
  for (const at of [0, 1]) expect(added.$(`select[name="rows[${at}].staUuid"] option`).text()).toContain(both[at]);
});
