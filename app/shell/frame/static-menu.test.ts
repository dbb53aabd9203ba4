import { describe, expect, it, vi } from "vitest";
import { staticRoutes } from "~/menu";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../../../tests/accounts";

vi.hoisted(() => (process.env.STATIC_ROUTER = "1"));

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
    const person = await enter(await account({ permissions: ["line.read"] }));
    const page = await (await person.get("/")).follow();
    expect([page.status, page.url]).toEqual([200, "/line/line-management"]);
    expect(
      page
        .$('nav[aria-label="主菜单"] li a')
        .map((_, item) => page.$(item).attr("href"))
        .get(),
    ).toEqual(staticRoutes.map((route) => route.path));
  });

  it("shows a route with a role list to who holds one of the roles, and opens nothing that their permissions do not", async () => {
    const route = staticRoutes[1]!;
    const who = await account();
    const other = await account();
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
    const person = await enter(other);
    expect((await (await person.get(route.path)).follow()).status).toBe(401);
  });
});
