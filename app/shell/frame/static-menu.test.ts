import { describe, expect, it, vi } from "vitest";
import { staticRoutes } from "~/menu";
import { menuResources } from "~/permissions";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../../../tests/kit/accounts";
import type { Answer } from "../../../tests/kit/visit";

vi.hoisted(() => (process.env.STATIC_ROUTER = "1"));

const shown = (page: Answer) =>
  page
    .$('nav[aria-label="主菜单"] li a')
    .map((_, item) => page.$(item).attr("href"))
    .get();

describe("the static menu, where it is switched on", () => {
  it("holds exactly the specification's routes, in order, line management as home", async () => {
    expect(staticRoutes.map((route) => route.path)).toEqual([
      "/line/line-management",
      "/station/station-management",
      "/bus/bus-management",
      "/device/device-management",
      "/parking/parking-management",
      "/electronic-fence/electronic-fence-management",
      "/map/data-down-load",
      "/personnel/personnel-management",
      "/org/organization",
      "/dict/dictionary-configuration",
      "/model/bus-model",
      "/model/device-model",
    ]);
    const screens = menuResources.flatMap((menu) => menu.screens);
    for (const { path, resourceName, permission } of staticRoutes)
      expect(screens).toContainEqual(expect.objectContaining({ path, resourceName, permission }));
    const person = await enter(await account({ isSuper: true }));
    const page = await (await person.get("/")).follow();
    expect([page.status, page.url]).toEqual([200, "/line/line-management"]);
    expect(shown(page)).toEqual(staticRoutes.map((route) => route.path));
  });

  it("shows what the person may open, and begins there", async () => {
    const nobody = await (await (await enter(await account())).get("/")).follow();
    expect([nobody.status, nobody.url, shown(nobody)]).toEqual([200, "/homepage", []]);
    const person = await enter(await account({ permissions: ["station.read", "bus-monitor.read"] }));
    const first = await (await person.get("/")).follow();
    expect([first.url, shown(first)]).toEqual(["/homepage", ["/station/station-management"]]);
    const led = async (name: string) => (await person.get(`/?resourceName=${name}`)).location;
    expect(await Promise.all(["StationManagement", "BusMonitor", "LineManagement"].map(led))).toEqual([
      "/station/station-management",
      "/bus/bus-monitor",
      "/homepage",
    ]);
    const monitor = await person.get("/bus/bus-monitor?still=1");
    expect(monitor.$('nav[aria-label="已打开的页面"] [aria-current]').text()).toBe("车辆监控");
    const { data } = await person.call<{ title: string; children: { path: string; resourceName: string }[] }[]>(
      "/api/my/getMenuList",
      { appCode: "base" },
    );
    expect(data).toMatchObject([
      { title: "站点", children: [{ path: "/station/station-management", resourceName: "StationManagement" }] },
    ]);
  });

  it("shows a route with a role list to who holds one of the roles, and opens nothing that their permissions do not", async () => {
    const route = staticRoutes[1]!;
    const who = await account({ permissions: [route.permission] });
    const other = await account({ permissions: [route.permission] });
    const { roleName } = await db()
      .selectFrom("role")
      .select("roleName")
      .where("roleId", "=", who.roleId)
      .executeTakeFirstOrThrow();
    const { navigationOf } = await import("./navigation.server");
    const shown = async (userId: string) => {
      const { readSession } = await import("~/kit/data/access/session.server");
      const session = await readSession((await enter({ userId })).token!, { requestId: "test" });
      if (session.state !== "live") throw new Error("no session");
      return (await navigationOf(session, null)).some((group) => group.title === route.group);
    };
    route.roles = [roleName, "没有的角色"];
    expect([await shown(who.userId), await shown(other.userId)]).toEqual([true, false]);
    delete route.roles;
    const person = await enter(await account());
    expect((await (await person.get(route.path)).follow()).status).toBe(401);
  });
});
