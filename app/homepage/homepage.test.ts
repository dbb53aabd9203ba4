import { describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, demoVisitor, enter, visitorWith } from "../../tests/accounts";

describe("the homepage", () => {
  it("reminds those who may read them of what runs out, within their organisations", async () => {
    await db().updateTable("bus").set({ nextInspection: "2020-01-01" }).where("busSelfCode", "=", "1001").execute();
    const reader = await visitorWith("bus.read");
    const overdue = (await reader.get("/homepage")).$("a:contains(辆已过期)");
    expect((await reader.get(overdue.attr("href")!)).$("tbody").text()).toContain("1001");
    expect((await (await visitorWith()).get("/homepage")).text).not.toContain("提醒");
    const { orgId } = await db()
      .selectFrom("organisation")
      .select("orgId")
      .where("orgName", "=", "调度中心")
      .executeTakeFirstOrThrow();
    expect(
      (await (await enter(await account({ permissions: ["bus.read"], dataScope: "own", orgId }))).get("/homepage"))
        .text,
    ).not.toContain("辆已过期");
  });

  it("opens the apps and screens that a person has, and cuts a name that is too long with a title", async () => {
    const appName = "名".repeat(64);
    await db()
      .insertInto("app")
      .values({ appId: newKey(), appCode: "long", appName, englishShortName: "Long", address: "/homepage" })
      .execute();
    const shown = await (await demoVisitor("admin")).get("/homepage");
    expect(shown.$(`button[title=${appName}]`).text()).toBe(appName);
    expect(shown.$('a[title="资源管理"]').attr("href")).toBe("/system/resource");
    const none = await (await visitorWith()).get("/homepage");
    expect(none.text).toContain("还没有授权给您的功能");
    expect(none.text).not.toContain(appName);
  });
});
