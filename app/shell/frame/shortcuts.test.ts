import { beforeEach, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, type Account } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";

const [stations, lines, map] = ["/station/station-management", "/line/line-management", "/map/data-down-load"];
let who: Account;
let person: Visitor;

beforeEach(async () => {
  who = await account({ permissions: ["station.read", "line.read", "map.read"] });
  person = await enter(who);
});

const shortcuts = (page: Answer) =>
  page
    .$('nav[aria-label="快捷菜单"] a')
    .map((_, link) => page.$(link).attr("href"))
    .get();
const add = (path: string, by = person) => by.post("/shortcuts", { verb: "add", path, back: "/homepage" });

describe("the shortcuts", () => {
  it("are added and removed from the tab's menu and from the settings", async () => {
    const added = await (await (await person.get(stations)).submit({}, { press: "添加到快捷菜单" })).follow();
    expect([added.url, shortcuts(added)]).toEqual([stations, [stations]]);
    const page = await person.get("/personal-settings");
    expect(page.$("#shortcuts input:checked").attr("value")).toBe(stations);
    const settings = await (
      await page.submit({ path: [stations, lines] }, { form: "#shortcuts", press: "保存快捷菜单" })
    ).follow();
    expect([settings.url, shortcuts(settings)]).toEqual(["/personal-settings", [stations, lines]]);
    const removed = await (await (await person.get(stations)).submit({}, { press: "移除快捷菜单" })).follow();
    expect(shortcuts(removed)).not.toContain(stations);
  });

  it("hold sixteen and say so beyond, in the specification's words", async () => {
    const { appId, pid } = await db()
      .selectFrom("resource")
      .select(["appId", "pid"])
      .where("resourceName", "=", "StationManagement")
      .executeTakeFirstOrThrow();
    const pages = Array.from({ length: 17 }, (_, place) => ({
      resourceId: newKey(),
      appId,
      pid,
      type: "page",
      resourceName: `Many${place}`,
      title: `许多${place}`,
      path: `/many/${place}`,
      resourceSort: place,
      createdBy: "test",
      updatedBy: "test",
    }));
    await db().insertInto("resource").values(pages).execute();
    await db()
      .insertInto("roleResource")
      .values(pages.map(({ resourceId }) => ({ roleId: who.roleId, resourceId })))
      .execute();
    for (const { path } of pages.slice(0, 16)) await add(path);
    const full = await (await add("/many/16")).follow();
    expect(shortcuts(full)).toHaveLength(16);
    expect(full.text).toContain("已添加满了,请移除不必要的菜单后再尝试添加");
    const all = full.$("header details:has(summary[aria-label^=全部]) a");
    expect([all.length, all.first().text()]).toEqual([16, "许多0"]);
    const many = pages.map(({ path }) => path);
    const refused = await (
      await person.get("/personal-settings")
    ).submit({ path: many, titles: "on" }, { form: "#shortcuts", press: "保存快捷菜单" });
    expect([refused.status, refused.text, refused.$("#shortcuts input[name=path]:checked").length]).toEqual([
      422,
      expect.stringContaining("已添加满了"),
      17,
    ]);
    await add("/many/3");
    expect((await person.get("/homepage")).text).not.toContain("已添加满了");
    await person.post("/shortcuts", { verb: "remove", path: "/many/0", back: "/homepage" });
    expect(shortcuts(await (await add("/many/16")).follow()).at(-1)).toBe("/many/16");
    await db()
      .deleteFrom("roleResource")
      .where(
        "resourceId",
        "in",
        pages.map(({ resourceId }) => resourceId),
      )
      .execute();
    await db()
      .deleteFrom("resource")
      .where(
        "resourceId",
        "in",
        pages.map(({ resourceId }) => resourceId),
      )
      .execute();
  });

  it("are put in order", async () => {
    for (const path of [stations, lines, map]) await add(path);
    const moved = await person.post("/shortcuts", { verb: "move", path: map, to: "0", back: "/homepage" });
    expect(shortcuts(await moved.follow())).toEqual([map, stations, lines]);
  });

  it("belong to the person, in every session and after each", async () => {
    const other = await enter(who);
    await add(stations);
    await add(lines);
    expect(shortcuts(await other.get("/homepage"))).toEqual([stations, lines]);
    await other.post("/shortcuts", { verb: "remove", path: stations, back: "/homepage" });
    await (await person.get("/homepage")).submit({}, { press: "退出登录" });
    expect(shortcuts(await (await enter(who)).get("/homepage"))).toEqual([lines]);
    expect(shortcuts(await (await enter(await account())).get("/homepage"))).toEqual([]);
  });

  it("have their short titles under them by choice", async () => {
    await add(stations);
    const titles = (page: Answer) => page.$('nav[aria-label="快捷菜单"] a span').text();
    expect(titles(await person.get("/homepage"))).toBe("");
    const page = await person.get("/personal-settings");
    await page.submit({ path: [stations, map], titles: "on" }, { form: "#shortcuts", press: "保存快捷菜单" });
    expect(titles(await (await enter(who)).get("/homepage"))).toBe("站点地图数据");
  });

  it("tell the page's script what was done, and that nothing was once the session is over", async () => {
    const move = async (action: string) =>
      (await person.post(action, { verb: "move", path: lines, to: "0", back: "/homepage" }, { "x-in-place": "1" }))
        .status;
    expect([await move("/shortcuts"), await move("/tabs")]).toEqual([204, 204]);
    await person.call("/logout");
    expect([await move("/shortcuts"), await move("/tabs")]).toEqual([303, 303]);
  });

  it("take only what the person may open", async () => {
    for (const path of ["/org/organization", "https://evil.example/", "/no/such/screen"]) await add(path);
    expect(shortcuts(await person.get("/homepage"))).toEqual([]);
  });
});
