import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { digest } from "~/kit/data/access/encrypt.server";
import { account, enter, testPassword, visitorWith } from "../../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";

let person: Visitor;
let mover: Visitor;
let url: string;
const anew = async () => {
  const line = await db().selectFrom("line").select("lineUuid").where("lineName", "=", "1路").executeTakeFirstOrThrow();
  url = `/line/line-management/${line.lineUuid}`;
  await db().deleteFrom("lineVersion").where("state", "=", "draft").execute();
};
const map = (who: Visitor = person, query = "direction=1") => who.get(`${url}/map?${query}`);
const lines = (text: string | undefined) => (text ?? "").split(/\r?\n/).filter(Boolean);
const stored = async () => {
  const row = await db()
    .selectFrom("linePath as p")
    .innerJoin("lineVersion as v", "v.versionUuid", "p.versionUuid")
    .select(["p.coords", "p.vias", "p.freeHand", "p.source", "p.gaps", "p.matchRatio", "p.matchState"])
    .where("v.state", "=", "draft")
    .where("v.deletedAt", "is", null)
    .where("p.direction", "=", 1)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    points: Array.from({ length: row.coords.length / 2 }, (_, at) => `${row.coords[2 * at]},${row.coords[2 * at + 1]}`),
  };
};

/** A call of 1路 up at a station where another line calls too. */
async function shared() {
  const calls = () =>
    db()
      .selectFrom("lineStation as ls")
      .innerJoin("lineVersion as v", "v.versionUuid", "ls.versionUuid")
      .innerJoin("lineClassify as c", "c.classifySid", "v.classifySid")
      .innerJoin("line as l", "l.lineUuid", "c.mainUuid")
      .where("v.deletedAt", "is", null);
  const others = await calls().select("ls.staUuid").where("l.lineName", "<>", "1路").execute();
  const own = await calls()
    .select(["ls.staUuid", "ls.serial"])
    .where("l.lineName", "=", "1路")
    .where("ls.direction", "=", 1)
    .orderBy("ls.serial")
    .execute();
  return own.find(({ staUuid }) => others.some((one) => one.staUuid === staUuid))!;
}

beforeAll(async () => {
  person = await visitorWith(...Object.values(may));
  mover = await visitorWith(...Object.values(may), "station.read", "station.write");
});

it("shows a direction's path as text beside its picture and saves it unchanged as it was", async () => {
  await anew();
  const page = await map();
  expect(page.title).toContain("1路：地图编辑");
  expect(lines(page.field("map.path")).length).toBeGreaterThan(20);
  expect(page.$("svg[role=img] title").first().text()).toContain("1路");
  expect(page.$("tr[data-station-serial]").length).toBeGreaterThan(5);
  const before = lines(page.field("map.path"));
  const saved = await page.submit({}, { press: "保存到草稿" });
  expect([saved.status, saved.location]).toEqual([303, expect.stringContaining(url)]);
  const kept = await stored();
  expect(kept.source).not.toBe("drawn");
  expect(lines((await map()).field("map.path"))).toEqual(before);
});

it("keeps a drawn path, its points to pass and its hand-drawn stretches exactly as typed", async () => {
  await anew();
  const page = await map();
  const path = lines(page.field("map.path"));
  const typed = [...path.slice(0, 5), "116.3812345,39.8712345", ...path.slice(5)];
  const saved = await page.submit(
    { "map.path": typed.join("\n"), "map.freeHand": "5-7", "map.vias": "1,116.3812345,39.8712345", reason: "绕行" },
    { press: "保存并继续编辑" },
  );
  expect(saved.location).toMatch(/\/map\?version=[0-9a-f]{32}&direction=1$/);
  const kept = await stored();
  expect(kept.points.map((point) => point.split(",").map(Number))).toEqual(
    typed.map((point) => point.split(",").map(Number)),
  );
  expect([kept.freeHand, kept.vias, kept.source]).toEqual([
    [[4, 6]],
    [{ gap: 0, lat: 39.8712345, lng: 116.3812345 }],
    "drawn",
  ]);
  expect(
    (kept.gaps as { pathFrom: number; pathTo: number }[]).map(({ pathFrom, pathTo }) => pathTo > pathFrom),
  ).not.toContain(false);
  expect([kept.matchState, kept.matchRatio! > 0.5]).toEqual([expect.stringMatching(/full|partial/), true]);
  const again = await saved.follow();
  expect(again.text).toContain("已保存到草稿");
  expect([again.field("map.freeHand"), again.field("map.vias")]).toEqual(["5-7", "1,116.3812345,39.8712345"]);
});

it("tells each line that it cannot read by its number and loses nothing typed", async () => {
  await anew();
  const page = await map();
  const path = lines(page.field("map.path"));
  const bad = [path[0]!, "东经一百一十六", ...path.slice(1), "181,40"].join("\n");
  const refused = await page.submit(
    { "map.path": bad, "map.vias": "99,116,39", "map.freeHand": "9-3", reason: "试" },
    { press: "保存到草稿" },
  );
  expect(refused.status).toBe(422);
  const told = refused.$('[role="alert"]').text();
  for (const words of ["路径坐标第 2 行", `路径坐标第 ${path.length + 2} 行`, "途经点第 1 行", "手绘段第 1 行"])
    expect(told).toContain(words);
  expect([
    lines(refused.field("map.path")).join("\n"),
    refused.field("map.vias"),
    refused.field("map.freeHand"),
    refused.field("reason"),
  ]).toEqual([bad, "99,116,39", "9-3", "试"]);
  expect(
    refused.$("[data-island]").filter((_, one) => refused.$(one).attr("data-island") === "lineMapEditor"),
  ).toHaveLength(0);
  const short = await page.submit({ "map.path": path[0]! }, { press: "保存到草稿" });
  expect([short.status, short.$('[role="alert"]').text()]).toEqual([422, expect.stringContaining("至少需要 2 个点")]);
});

it("searches the roads past a point to pass, and keeps what is drawn by hand", async () => {
  await anew();
  const page = await map();
  const path = lines(page.field("map.path"));
  const drawn = await page.submit(
    { "map.path": [...path.slice(0, 3), "116.3801,39.8701", ...path.slice(3)].join("\n"), "map.freeHand": "3-5" },
    { press: "沿道路重算" },
  );
  expect(drawn.status).toBe(200);
  expect(lines(drawn.field("map.path"))).toContain("116.380100,39.870100");
  expect(drawn.field("map.freeHand")).toMatch(/^\d+-\d+$/);
  const half = await page.submit({ from: "1", to: "2" }, { press: "沿道路重算" });
  expect([half.status, lines(half.field("map.path")).at(-1)]).toEqual([200, path.at(-1)]);
  expect(half.text).not.toContain("需要修改");
});

it("takes a station out of the order and puts it back without changing the path", async () => {
  await anew();
  const page = await map();
  const uuid = page.field("rows[2].staUuid")!;
  const without = await page.submit({}, { press: '[value="remove:3"]' });
  expect(without.fields("rows[2].staUuid")).not.toEqual([uuid]);
  expect(lines(without.field("map.path"))).toEqual(lines(page.field("map.path")));
  const back = await without.submit(
    { find: page.$('tr[data-station-serial="3"] .quiet').text().trim(), at: "3" },
    { press: "查找" },
  );
  const added = await back.submit({}, { press: `[value="add:${uuid}"]` });
  expect(added.field("rows[2].staUuid")).toBe(uuid);
  expect((await added.submit({}, { press: "保存到草稿" })).status).toBe(303);
});

it("moves a station's record only for who may change stations, together with the path or not at all", async () => {
  await anew();
  expect((await map()).field("map.moves")).toBe("");
  expect((await map()).$("textarea[name='map.moves']")).toHaveLength(0);
  const page = await map(mover);
  const { serial, staUuid } = await shared();
  const filled = await page.submit({ which: String(serial) }, { press: "填入现在的位置" });
  const [code = "", lng = "", lat = ""] = filled.field("map.moves")!.split(",");
  const moves = `${code},${(Number(lng) + 0.0002).toFixed(6)},${Number(lat).toFixed(6)}`;
  const far = `${code},${(Number(lng) + 0.002).toFixed(6)},${Number(lat).toFixed(6)}`;
  const place = async () =>
    db().selectFrom("station").select(["lng", "lat"]).where("staUuid", "=", staUuid).executeTakeFirstOrThrow();
  const refused = await (await map()).submit({ "map.moves": moves }, { press: "保存到草稿" });
  expect([refused.status, refused.$('[role="alert"]').text()]).toEqual([
    422,
    expect.stringContaining("没有修改站点的权限"),
  ]);
  const wrong = await filled.submit({ "map.moves": moves, "rows[0].inRadius": "5" }, { press: "保存到草稿" });
  expect([wrong.status, (await place()).lng]).toEqual([422, Number(lng)]);
  expect(wrong.field("map.moves")).toBe(moves);
  const silent = await filled.submit({ "map.moves": far }, { press: "保存到草稿" });
  expect([silent.status, silent.$('[role="alert"]').text(), silent.field("map.moves")]).toEqual([
    422,
    expect.stringMatching(/移动了 \d+ 米，还影响 \d+ 条线路（.*路/),
    far,
  ]);
  expect((await place()).lng).toBe(Number(lng));
  expect((await silent.submit({ acknowledged: "on" }, { press: "保存到草稿" })).status).toBe(303);
  expect((await place()).lng).toBeCloseTo(Number(lng) + 0.002, 6);
  expect((await mover.get(`/station/station-management/${staUuid}/history`)).text).toContain("经度");
});

/** A call of 1路 up, and a place some metres east of it as the form writes it. */
async function moving(page: Answer, serial: string) {
  const filled = await page.submit({ which: serial }, { press: "填入现在的位置" });
  const line = lines(filled.field("map.moves")).at(-1)!;
  const [code = "", lng = "", lat = ""] = line.split(",");
  const staUuid = page.field(`rows[${Number(serial) - 1}].staUuid`)!;
  const place = async () =>
    db().selectFrom("station").select(["lng", "lat"]).where("staUuid", "=", staUuid).executeTakeFirstOrThrow();
  return {
    filled,
    staUuid,
    place,
    at: Number(lng),
    to: (east: number) => `${code},${(Number(lng) + east).toFixed(6)},${lat}`,
  };
}

it("tells the second of two who move a station where both have put it, and moves it only when told again", async () => {
  await anew();
  const page = await map(mover);
  const { filled, place, at, to } = await moving(page, "2");
  const other = await moving(await map(mover), "2");
  expect((await other.filled.submit({ "map.moves": other.to(0.0001) }, { press: "保存到草稿" })).status).toBe(303);
  await db().deleteFrom("lineVersion").where("state", "=", "draft").execute();
  const told = await filled.submit({ "map.moves": to(0.00015), reason: "挪站" }, { press: "保存到草稿" });
  expect([told.status, told.$('[role="alert"]').text()]).toEqual([
    422,
    expect.stringMatching(/移到了 116\.\d{6},39\.\d{6}，您要移到 116\.\d{6},39\.\d{6}，相距 \d+ 米/),
  ]);
  expect([(await place()).lng, told.field("map.moves"), told.field("reason")]).toEqual([
    Number((at + 0.0001).toFixed(6)),
    to(0.00015),
    "挪站",
  ]);
  const theirs = await told.submit({}, { press: "采用对方的位置" });
  expect([theirs.status, theirs.field("map.moves")]).toEqual([200, ""]);
  expect((await told.submit({}, { press: "保存到草稿" })).status).toBe(303);
  expect((await place()).lng).toBeCloseTo(at + 0.00015, 6);
});

it("moves a station of which someone else has changed something else meanwhile", async () => {
  await anew();
  const { filled, staUuid, place, at, to } = await moving(await map(mover), "2");
  const station = await mover.get(`/station/station-management/${staUuid}/edit`);
  expect((await station.submit({ remark: "候车亭已更新" })).status).toBe(303);
  expect((await filled.submit({ "map.moves": to(0.0001) }, { press: "保存到草稿" })).status).toBe(303);
  expect((await place()).lng).toBeCloseTo(at + 0.0001, 6);
});

it("says of a station that was deleted meanwhile where it stands, and keeps everything typed", async () => {
  await anew();
  const page = await map(mover);
  const { filled, staUuid, to } = await moving(page, "3");
  const deleted = (deletedAt: Date | null) =>
    db().updateTable("station").set({ deletedAt }).where("staUuid", "=", staUuid).execute();
  await deleted(new Date());
  const typed = { "map.moves": to(0.0001), "map.vias": "1,116.38,39.87", reason: "挪站" };
  const refused = await filled.submit(typed, { press: "保存到草稿" });
  const again = await refused
    .submit({ acknowledged: "on" }, { press: "保存到草稿" })
    .catch(() => refused.submit({}, { press: "保存到草稿" }));
  await deleted(null);
  for (const answer of [refused, again]) {
    expect([answer.status, answer.field("map.moves"), answer.field("map.vias"), answer.field("reason")]).toEqual([
      422,
      typed["map.moves"],
      "1,116.38,39.87",
      "挪站",
    ]);
    expect(answer.$('[role="alert"]').text()).toContain("已被删除，不能移动");
    expect(answer.$('[role="alert"]').text()).toContain("第 3 站：站点不存在或已删除");
    expect(answer.$('tr[data-station-serial="3"]').text()).toContain("（已删除）");
  }
});

it("keeps what was drawn in a draft that someone else has thrown away, for a new one", async () => {
  await anew();
  const page = await map();
  const path = lines(page.field("map.path"));
  const begun = await (
    await page.submit({ "map.path": path.slice(0, -1).join("\n") }, { press: "保存并继续编辑" })
  ).follow();
  await db().updateTable("lineVersion").set({ deletedAt: new Date() }).where("state", "=", "draft").execute();
  const told = await begun.submit({ "map.path": path.slice(0, -2).join("\n") }, { press: "保存到草稿" });
  expect([told.status, told.$('[role="alert"]').text()]).toEqual([
    422,
    expect.stringContaining("放弃。您画的都还在这里"),
  ]);
  expect(lines(told.field("map.path"))).toEqual(path.slice(0, -2));
  expect((await told.submit({}, { press: "保存到草稿" })).status).toBe(303);
  expect((await stored()).points).toHaveLength(path.length - 2);
});

it.each(["map", "stations"])("gives what was to be saved by %s back after a new login", async (screen) => {
  await anew();
  const who = await account({ permissions: Object.values(may) });
  const late = await enter(who);
  const page = await late.get(`${url}/${screen}?direction=1`);
  const typed = {
    "rows[1].inRadius": "77",
    reason: "过期前填的",
    ...(screen === "map" && { "map.vias": "1,116.38,39.87" }),
  };
  await db()
    .updateTable("session")
    .set({ expiresAt: new Date(0) })
    .where("tokenHash", "=", digest(late.token!))
    .execute();
  const login = await (await page.submit(typed, { press: "保存到草稿" })).follow();
  const form = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
  expect([form.status, form.text]).toEqual([200, expect.stringContaining("登录过期前的提交还没有保存")]);
  for (const [name, value] of Object.entries(typed)) expect([name, form.field(name)]).toEqual([name, value]);
  expect((await form.submit({}, { press: "保存到草稿" })).status).toBe(303);
});

it("keeps a way without a road broken when the rest is edited, and shows it red", async () => {
  await anew();
  const page = await map();
  const path = lines(page.field("map.path"));
  const [lng, lat] = path[0]!.split(",").map(Number) as [number, number];
  const away = Array.from(
    { length: 4 },
    (_, i) => `${(lng + 0.002).toFixed(6)},${(lat + 0.0005 * (i + 1)).toFixed(6)}`,
  );
  await page.submit({ "map.path": [path[0], ...away, ...path.slice(6)].join("\n") }, { press: "保存到草稿" });
  const gaps = (await stored()).gaps as { broken: boolean; reason: string }[];
  expect(gaps[0]).toMatchObject({ broken: true, reason: expect.stringContaining("没有公交可走的道路") as string });
  expect(gaps.slice(2).some(({ broken }) => broken)).toBe(false);
  const drawing = (await (
    await person.send(
      `${url}/drawing?direction=1&version=${(await db().selectFrom("lineVersion").select("versionUuid").where("state", "=", "draft").executeTakeFirstOrThrow()).versionUuid}`,
    )
  ).json()) as { breaks: unknown[]; doubtful: unknown[] };
  expect([drawing.breaks.length, Array.isArray(drawing.doubtful)]).toEqual([1, true]);
});

it("does not overwrite a path that someone else saved meanwhile: both are shown, one is chosen", async () => {
  await anew();
  const mine = await map();
  const path = lines(mine.field("map.path"));
  await (await map(mover)).submit({ "map.path": path.slice(0, -1).join("\n") }, { press: "保存到草稿" });
  const conflict = await mine.submit(
    { "map.path": [...path, "116.4,39.9"].join("\n"), reason: "改走北门" },
    { press: "保存到草稿" },
  );
  expect(conflict.status).toBe(409);
  // Nobody has changed a station: only the paths are to be chosen between, and both are drawn.
  expect(
    conflict
      .$('input[type="radio"]')
      .map((_, one) => conflict.$(one).attr("name"))
      .get(),
  ).toEqual(["__take.map", "__take.map"]);
  expect(conflict.$("svg[role=img] title").first().text()).toContain("两种路径");
  expect(conflict.text).toContain(`${path.length + 1} 个点`);
  expect(conflict.text).toContain(`${path.length - 1} 个点`);
  expect((await conflict.submit({ "__take.map": "mine" })).status).toBe(303);
  expect((await stored()).points).toHaveLength(path.length + 1);
  expect((await person.get(`${url}/history`)).text).toContain("改走北门");
});

it("answers the live map: the drive between places, stations and lines around, the nearest stations", async () => {
  await anew();
  const path = lines((await map()).field("map.path")).map((line) => line.split(",").map(Number));
  const places = [path[0]!, path[10]!].map(([lng, lat]) => ({ lng, lat }));
  const ask = (body: string, who = person) =>
    who.send(`${url}/route-between`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", accept: "application/json" },
    });
  const found = (await (await ask(JSON.stringify({ places }))).json()) as {
    legs: { path: number[][]; broken: boolean }[];
  };
  expect([found.legs.length, found.legs[0]!.broken, found.legs[0]!.path.length > 1]).toEqual([1, false, true]);
  const inWords = async (refused: Promise<Response>) => [(await refused).status, await (await refused).json()];
  const refusal = [400, { message: expect.stringMatching(/\p{Script=Han}/u) as string }];
  expect(await inWords(ask("{}"))).toEqual(refusal);
  expect((await ask(JSON.stringify({ places }), await visitorWith("line.read"))).headers.get("location")).toContain(
    "/401",
  );
  const box = "minLng=116&minLat=39&maxLng=117&maxLat=40.5";
  const stations = (await (await person.send(`${url}/around?of=stations&${box}`)).json()) as {
    places: number[];
    more: boolean;
  };
  expect([stations.places.length > 100, stations.more]).toEqual([true, false]);
  const others = (await (await person.send(`${url}/around?of=lines&${box}`)).json()) as {
    lines: { lineName: string }[];
  };
  expect(others.lines.map(({ lineName }) => lineName)).not.toContain("1路");
  expect(others.lines.length).toBeGreaterThan(2);
  const near = (await (
    await person.send(`${url}/around?of=near&lng=${places[0]!.lng}&lat=${places[0]!.lat}`)
  ).json()) as { stations: { staName: string }[] };
  expect(near.stations[0]!.staName).toBeTruthy();
  expect(await inWords(person.send(`${url}/around?of=near`))).toEqual(refusal);
});
