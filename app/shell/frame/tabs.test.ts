import { beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { account, enter, grant, type Account } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";

const [stations, lines, map] = ["/station/station-management", "/line/line-management", "/map/data-down-load"];
let who: Account;
let person: Visitor;

beforeEach(async () => {
  who = await account({ permissions: ["station.read", "station.write", "line.read", "map.read"] });
  person = await enter(who);
});

const bar = (page: Answer) => page.$('nav[aria-label="已打开的页面"] li');
const tabs = (page: Answer) =>
  bar(page)
    .map((_, tab) => page.$(tab).attr("data-path"))
    .get();
const hrefs = (page: Answer) =>
  bar(page)
    .map((_, tab) => page.$(tab).find("a").attr("href"))
    .get();
const active = (page: Answer) => bar(page).find("[aria-current]").text();
const openAll = async () => {
  for (const path of [stations, lines, map]) await person.get(path);
};
const close = (page: Answer, title: string) => page.submit({}, { press: `关闭 ${title}` });

describe("the tab bar", () => {
  it("has one tab a screen, opened by visiting, the home tab first and not closable", async () => {
    const first = await person.get(stations);
    expect([tabs(first), active(first)]).toEqual([["/homepage", stations], "站点管理"]);
    await person.get(stations);
    await person.get(lines);
    const page = await person.get(stations);
    expect(tabs(page)).toEqual(["/homepage", stations, lines]);
    expect(bar(page).first().find("button").length).toBe(0);
    expect(bar(page).first().attr("data-fixed")).toBe("");
  });

  it("keeps a screen's last query", async () => {
    await person.get(`${stations}?keyword=rmgc&sort=-staName&page=1`);
    const page = await person.get(lines);
    expect(hrefs(page)).toEqual(["/homepage", `${stations}?keyword=rmgc&sort=-staName&page=1`, lines]);
  });

  it("reopens a noCache screen at its bare path", async () => {
    const own = await person.get("/personal-settings?from=menu");
    expect(own.status).toBe(200);
    const page = await person.get(lines);
    expect(hrefs(page)).toContain("/personal-settings");
    const change = (noCache: boolean) =>
      db().updateTable("resource").set({ noCache }).where("resourceName", "=", "StationManagement").execute();
    await change(true);
    const chosen = await person.get(`${stations}?keyword=10`);
    expect(chosen.headers.get("cache-control")).toBe("no-store");
    expect(hrefs(await person.get(lines))).toContain(stations);
    await change(false);
  });

  it("remembers where a person is in a screen: its record pages stack up, with a breadcrumb back to each level", async () => {
    const { staUuid, staName } = await db()
      .selectFrom("station")
      .select(["staUuid", "staName"])
      .where("deletedAt", "is", null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const record = `${stations}/${staUuid}`;
    await person.get(`${stations}?keyword=rmgc`);
    await person.get(record);
    const edit = await person.get(`${record}/edit`);
    expect(tabs(edit)).toEqual(["/homepage", stations]);
    const crumbs = edit.$('nav[aria-label="当前位置"]');
    expect(
      crumbs
        .find("a")
        .map((_, level) => [[edit.$(level).text(), edit.$(level).attr("href")]])
        .get(),
    ).toEqual([
      ["站点管理", `${stations}?keyword=rmgc`],
      [staName, record],
    ]);
    const elsewhere = await person.get(lines);
    expect(hrefs(elsewhere)).toContain(`${record}/edit`);
    await person.get(`${stations}?keyword=rmgc`);
    expect(hrefs(await person.get(lines))).toContain(`${stations}?keyword=rmgc`);
  });

  it("closes: the active tab leads to the next, else the last, else the root; another one leads nowhere", async () => {
    await openAll();
    expect((await close(await person.get(lines), "线路管理")).location).toBe(map);
    expect((await close(await person.get(map), "地图数据下载")).location).toBe(stations);
    const page = await person.get("/homepage");
    const back = await close(page, "站点管理");
    expect(back.location).toBe("/homepage");
    expect(tabs(await back.follow())).toEqual(["/homepage"]);
    const refused = await person.post("/tabs", { verb: "close", path: "/homepage", back: "/homepage" });
    expect(tabs(await refused.follow())).toEqual(["/homepage"]);
  });

  it("closes the others and those to the right, and keeps the home tab", async () => {
    await openAll();
    const right = await (await person.get(stations)).submit({}, { press: "关闭右侧" });
    expect([right.location, tabs(await right.follow())]).toEqual([stations, ["/homepage", stations]]);
    await openAll();
    const others = await (await person.get(lines)).submit({}, { press: "关闭其他" });
    expect([others.location, tabs(await others.follow())]).toEqual([lines, ["/homepage", lines]]);
  });

  it("is put in order by forms", async () => {
    await openAll();
    const left = await (await person.get(map)).submit({}, { press: "左移" });
    expect(tabs(await left.follow())).toEqual(["/homepage", stations, map, lines]);
    const moved = await person.post("/tabs", { verb: "move", path: lines, to: "1", back: map });
    expect(tabs(await moved.follow())).toEqual(["/homepage", lines, stations, map]);
    const nonsense = await person.post("/tabs", { verb: "explode", path: lines });
    expect(nonsense.location).toBe("/");
  });

  it("stays over a restart of the program, and is a session's own", async () => {
    await openAll();
    await closeDatabase();
    expect(tabs(await person.get("/homepage"))).toEqual(["/homepage", stations, lines, map]);
    expect(tabs(await (await enter(who)).get("/homepage"))).toEqual(["/homepage"]);
  });

  it("counts neither prefetches nor errors nor posts as visits", async () => {
    await person.get(stations, { "sec-purpose": "prefetch;prerender" });
    await person.get(`${lines}/${"0".repeat(32)}`);
    expect(tabs(await person.get("/homepage"))).toEqual(["/homepage"]);
  });

  it("drops the tabs of what may no longer be opened", async () => {
    await openAll();
    await grant(who.roleId, ["line.read"]);
    expect(tabs(await person.get(lines))).toEqual(["/homepage", lines]);
  });
});
