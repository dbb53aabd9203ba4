import { sql } from "kysely";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";

const path = "/line/line-management";
let person: Visitor;
type Stop = { staUuid: string; staName: string; staSelfCode: string; initials: string };
let stops: Stop[];
let made = 0;

beforeAll(async () => {
  person = await visitorWith(...Object.values(may));
  ({ rows: stops } = await sql<Stop>`
    select sta_uuid, sta_name, sta_self_code, station.initials from line join line_classify c on c.main_uuid = line_uuid and sort_type = 1
      join line_version v using (classify_sid) join line_station using (version_uuid) join station using (sta_uuid)
    where line_name = '1路' and v.state = 'effective' and upper_inf(v.valid) and direction = 1 order by serial`.execute(
    db(),
  ));
});

async function newLine(): Promise<Answer> {
  made += 1;
  const form = await person.get(`${path}/new`);
  const orgId = form.$("select[name=orgId] option[value!='']").first().attr("value")!;
  const { location } = await form.submit({ lineName: `查找${made}路`, lineType: "1", orgId });
  return person.get(`${location}/stations?direction=1`);
}

const keysOf = (page: Answer) =>
  page
    .$('input[name^="rows["][name$="staUuid"]')
    .map((_, input) => page.$(input).attr("value"))
    .get();
const ticked = (page: Answer) => page.fields("picks").map((pick) => pick.split(".")[1]);
const find = (page: Answer, text: string, more = {}) => page.submit({ find: text, ...more }, { press: "查找" });

it("takes a column of names, chooses of the stations of each name the one on the way, and adds all at once", async () => {
  const found = await find(await newLine(), stops.map(({ staName }) => staName).join("\r\n"));
  expect(found.status).toBe(200);
  expect(ticked(found)).toEqual(stops.map(({ staUuid }) => staUuid));
  const row = found.$(`input[value$="${stops[1]!.staUuid}"]`).first().closest("tr").text();
  expect(row).toMatch(/[东南西北]侧/);
  expect(row).toMatch(/朝[东南西北]+ \d+°/);
  expect(row).toMatch(/[东南西北]+ ([\d.]+公里|\d+米)/);
  expect(found.$("input[type=image][name=place]")).toHaveLength(1);
  const added = await found.submit({}, { press: "加入勾选的站点" });
  expect(keysOf(added)).toEqual(stops.map(({ staUuid }) => staUuid));
  expect(added.$("textarea[name=find]").text().trim()).toBe("");
  expect((await added.submit({}, { press: "保存到草稿" })).status).toBe(303);
});

it("reads numbers, initials, sheet lines and Chinese commas mixed, names what is missing at its row and keeps it typed", async () => {
  const [one, two, three, four] = stops as [Stop, Stop, Stop, Stop];
  const text = `1\t${one.staSelfCode}\t${one.staName}\n${two.staSelfCode.toLowerCase()}、没有的站，${three.staName}\n${four.initials}`;
  const found = await find(await newLine(), text);
  expect(found.text).toContain("没有找到站点“没有的站”");
  expect(ticked(found).slice(0, 3)).toEqual([one, two, three].map(({ staUuid }) => staUuid));
  const added = await found.submit({}, { press: "加入勾选的站点" });
  expect(keysOf(added).slice(0, 3)).toEqual([one, two, three].map(({ staUuid }) => staUuid));
  expect(added.field("find")).toBe("");
  expect(added.$('input[name$=".asked"]').val()).toBe("没有的站");
  const turned = await (await added.submit({}, { press: '[value="turn:2"]' })).follow();
  const back = await (await turned.submit({}, { press: '[value="turn:1"]' })).follow();
  expect(keysOf(back)).toEqual(keysOf(added));
});

it("keeps lines that were typed and not yet looked for over the other direction's tab", async () => {
  const text = "没有的站\r\n也没有的站";
  const turned = await (await (await newLine()).submit({ find: text }, { press: '[value="turn:2"]' })).follow();
  const back = await (await turned.submit({}, { press: '[value="turn:1"]' })).follow();
  expect(back.field("find")!.split(/\r?\n/)).toEqual(["没有的站", "也没有的站"]);
});

it("lists the next along the road where nothing is typed, and adds what is clicked on the picture", async () => {
  const first = await find(
    await newLine(),
    stops
      .slice(0, 2)
      .map(({ staSelfCode }) => staSelfCode)
      .join(","),
  );
  const two = await first.submit({}, { press: "加入勾选的站点" });
  const ahead = await find(two, "");
  expect(ahead.text).toContain("前方的站点");
  expect(ahead.$('input[name="picks"]').first().attr("value")).toContain(stops[2]!.staUuid);
  const { lng, lat } = await db()
    .selectFrom("station")
    .select(["lng", "lat"])
    .where("staUuid", "=", stops[2]!.staUuid)
    .executeTakeFirstOrThrow();
  const around = [lng - 0.002, lat - 0.002, lng + 0.002, lat + 0.002, 560, 400].join(",");
  const click = (x: string, y: string) => {
    const { action, pairs } = ahead.form(undefined, undefined, { "place.bounds": around });
    return person.post(action, [...pairs.filter(([name]) => name !== "do"), ["place.x", x], ["place.y", y]]);
  };
  const clicked = await click("280", "200");
  expect([clicked.status, keysOf(clicked)]).toEqual([200, stops.slice(0, 3).map(({ staUuid }) => staUuid)]);
  const beside = await click("41", "41");
  expect([beside.status, beside.$('[role="alert"]').text()]).toEqual([422, expect.stringContaining("没有站点")]);
  expect(keysOf(beside)).toHaveLength(2);
});

it("adds before a place, one after the other, and asks for a tick where none is set", async () => {
  const [one, two, three, four] = stops;
  const start = await (
    await find(await newLine(), `${one!.staSelfCode},${four!.staSelfCode}`)
  ).submit({}, { press: "加入勾选的站点" });
  const found = await find(start, `${two!.staSelfCode}\n${three!.staSelfCode}`, { at: "2" });
  const added = await found.submit({}, { press: "加入勾选的站点" });
  expect(keysOf(added)).toEqual([one, two, three, four].map((stop) => stop!.staUuid));
  expect(added.field("at")).toBe("4");
  const none = await found.submit({ picks: [] }, { press: "加入勾选的站点" });
  expect([none.status, none.$('[role="alert"]').text()]).toEqual([422, expect.stringContaining("请先勾选")]);
  expect(none.field("find")).toContain(two!.staSelfCode);
});

it("tells by the side of the road which of two is meant where the stations do not say how they face", async () => {
  const names = stops.slice(0, 6).map(({ staName }) => staName);
  const before = await db()
    .selectFrom("station")
    .select(["staUuid", "azimuth"])
    .where("staName", "in", names)
    .execute();
  await db().updateTable("station").set({ azimuth: null }).where("staName", "in", names).execute();
  onTestFinished(async () => {
    for (const { staUuid, azimuth } of before)
      await db().updateTable("station").set({ azimuth }).where("staUuid", "=", staUuid).execute();
  });
  const found = await find(await newLine(), names.join("\n"));
  expect(ticked(found)).toEqual(stops.slice(0, 6).map(({ staUuid }) => staUuid));
  expect(found.text).toMatch(/朝[东南西北]+（按道路）/);
});
