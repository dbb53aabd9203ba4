import { afterEach, describe, expect, it, vi } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Answer } from "../../../tests/kit/visit";

vi.hoisted(() => (process.env.EXTERNAL_BASE_URL = "https://outside.example/base/"));

const by = { createdBy: "test", updatedBy: "test" };
const menuOf = (page: Answer) =>
  page
    .$('nav[aria-label="主菜单"] details')
    .map(
      (_, group) =>
        `${page.$(group).find("summary span").text()}: ${page
          .$(group)
          .find("li a")
          .map((_, item) =>
            page
              .$(item)
              .contents()
              .filter((_at, part) => part.type === "text")
              .first()
              .text(),
          )
          .get()
          .join(" ")}`,
    )
    .get();

async function add(values: {
  title: string;
  type: string;
  path?: string;
  appId?: string;
  pid?: string;
  permissionCode?: string;
  resourceSort?: number;
}): Promise<string> {
  const resourceId = newKey();
  const { appId } = await db()
    .selectFrom("app")
    .select("appId")
    .where("appCode", "=", "base")
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("resource")
    .values({ appId, resourceSort: 900, ...values, resourceId, resourceName: `R${resourceId}`, ...by })
    .execute();
  return resourceId;
}

async function superWithoutRoles() {
  const who = await account({ isSuper: true });
  await db().deleteFrom("userRole").where("userId", "=", who.userId).execute();
  return enter(who);
}

describe("the menu", () => {
  const made: string[] = [];
  afterEach(async () => {
    if (made.length > 0)
      await db()
        .updateTable("resource")
        .set({ deletedAt: new Date() })
        .where("resourceId", "in", made.splice(0))
        .execute();
  });

  it("is what the person's roles permit, two levels in their order", async () => {
    expect(menuOf(await (await visitorWith()).get("/homepage"))).toEqual([]);
    expect(menuOf(await (await visitorWith("station.read")).get("/homepage"))).toEqual(["站点: 站点管理"]);
    expect(menuOf(await (await visitorWith("map.read", "line.read", "station.read")).get("/homepage"))).toEqual([
      "线路: 线路管理",
      "站点: 站点管理",
      "地图: 地图数据下载",
    ]);
  });

  it("is the union of all roles, without disabled resources", async () => {
    const who = await account({ permissions: ["station.read"] });
    const second = await account({ permissions: ["line.read"] });
    await db().insertInto("userRole").values({ userId: who.userId, roleId: second.roleId }).execute();
    const person = await enter(who);
    expect(menuOf(await person.get("/homepage"))).toEqual(["线路: 线路管理", "站点: 站点管理"]);
    await db().updateTable("resource").set({ enabled: false }).where("resourceName", "=", "LineManagement").execute();
    expect(menuOf(await person.get("/homepage"))).toEqual(["站点: 站点管理"]);
    expect((await (await person.get("/line/line-management")).follow()).status).toBe(401);
    await db().updateTable("resource").set({ enabled: true }).where("resourceName", "=", "LineManagement").execute();
  });

  it("shows one app where the address named it", async () => {
    const appId = newKey();
    await db()
      .insertInto("app")
      .values({ appId, appCode: "second", appName: "另一个", englishShortName: "second", ...by })
      .execute();
    const menu = await add({ appId, title: "别处", type: "menu" });
    const page = await add({ appId, title: "别处的页", type: "page", path: "/homepage", pid: menu });
    made.push(menu, page);
    const who = await account({ permissions: ["station.read"] });
    await db().insertInto("roleResource").values({ roleId: who.roleId, resourceId: page }).execute();
    const person = await enter(who);
    expect(menuOf(await person.get("/homepage"))).toEqual(["站点: 站点管理", "别处: 别处的页"]);
    expect(menuOf(await (await person.get("/homepage?appCode=second")).follow())).toEqual(["别处: 别处的页"]);
    expect(menuOf(await (await person.get("/homepage?appCode=null")).follow())).toHaveLength(2);
    const call = async (body: object) =>
      (await person.call<{ title: string }[]>("/api/my/getMenuList", body)).data.map((node) => node.title);
    expect([
      await call({ appCode: "second" }),
      await call({ appCode: "base" }),
      await call({ appCode: "null" }),
    ]).toEqual([["别处"], ["站点"], ["站点", "别处"]]);
  });

  it("opens links to other systems in a window of their own, on the external base address", async () => {
    const menu = await add({ title: "外部", type: "menu" });
    const links = await Promise.all([
      add({ title: "调度", type: "link", path: "dispatch?x=1", pid: menu }),
      add({ title: "地图", type: "link", path: "https://maps.example/", pid: menu, resourceSort: 901 }),
      add({ title: "报表", type: "link", path: "/bi/report", pid: menu, resourceSort: 903 }),
      add({ title: "坏的", type: "link", path: "javascript:alert(1)", pid: menu, resourceSort: 902 }),
    ]);
    made.push(menu, ...links);
    const who = await account();
    await db()
      .insertInto("roleResource")
      .values(links.map((resourceId) => ({ roleId: who.roleId, resourceId })))
      .execute();
    const page = await (await enter(who)).get("/homepage");
    const shown = page
      .$('nav[aria-label="主菜单"] li a')
      .map((_, item) => [[page.$(item).attr("href"), page.$(item).attr("target"), page.$(item).attr("rel")]])
      .get();
    expect(shown).toEqual([
      ["https://outside.example/base/dispatch?x=1", "_blank", "noopener"],
      ["https://maps.example/", "_blank", "noopener"],
      ["https://outside.example/base/bi/report", "_blank", "noopener"],
    ]);
    expect(page.html).not.toContain("javascript:");
  });

  it("says which app an address named where its menu is empty, and leads back to all", async () => {
    const person = await visitorWith("station.read");
    const lost = await (await person.get("/homepage?appCode=zzz")).follow();
    expect([menuOf(lost), lost.$("[role=alert]").text()]).toEqual([
      [],
      "没有编码为“zzz”的应用，或它已停用，所以菜单是空的。 显示全部应用的菜单",
    ]);
    const above = await (await (await superWithoutRoles()).get("/homepage?appCode=zzz")).follow();
    expect(above.$("[role=alert]").text()).toBe(lost.$("[role=alert]").text());
    const opened = await person.get("/station/station-management");
    expect(opened.$('nav[aria-label="已打开的页面"] [aria-current]').text()).toBe("站点管理");
    const way = opened.$("[role=alert] a").attr("href")!;
    const back = await (await person.get(way)).follow();
    expect([back.url, menuOf(back), back.$("[role=alert]").length]).toEqual([
      "/station/station-management",
      ["站点: 站点管理"],
      0,
    ]);
    const appId = newKey();
    await db()
      .insertInto("app")
      .values({ appId, appCode: "empty", appName: "空的应用", englishShortName: "empty", ...by })
      .execute();
    expect((await (await person.get("/homepage?appCode=empty")).follow()).text).toContain(
      "应用“空的应用”中没有授权给您的功能",
    );
  });

  it("is answered to a program by the roles as getUserInfo gives them", async () => {
    const who = await account({ permissions: ["station.read"] });
    for (const [person, shown] of [
      [await enter(who), ["站点"]],
      [await enter(await account({ isSuper: true, permissions: ["line.read"] })), undefined],
      [await superWithoutRoles(), undefined],
    ] as const) {
      const list = async (body: object) =>
        (await person.call<{ title: string }[]>("/api/my/getMenuList", body)).data.map(({ title }) => title);
      const whole = await list({ appCode: "base" });
      const { data } = await person.call<{ roles: { roleId: string; roleName: string }[] }>(
        "/api/my/getUserInfo",
        {},
        "GET",
      );
      expect(await list({ userRoles: data.roles, appCode: "base" })).toEqual(whole);
      expect(await list({ userRoles: data.roles.map(({ roleName }) => roleName), appCode: "base" })).toEqual(whole);
      expect(whole).toEqual(shown ?? expect.arrayContaining(["线路", "站点", "系统管理"]));
    }
    expect((await (await enter(who)).call("/api/my/getMenuList", { userRoles: [] })).data).toEqual([]);
    expect((await (await enter(who)).call("/api/my/getMenuList", { userRoles: [{}] })).errors).toMatchObject([
      { message: expect.stringContaining("角色应为 getUserInfo 返回的 roles") },
    ]);
  });

  it("marks where the person is, on record pages too", async () => {
    const person = await visitorWith("station.read", "line.read");
    const { staUuid } = await db().selectFrom("station").select("staUuid").limit(1).executeTakeFirstOrThrow();
    const page = await person.get(`/station/station-management/${staUuid}`);
    expect(page.$('nav[aria-label="主菜单"] a[aria-current="page"]').text()).toBe("站点管理");
  });
});
