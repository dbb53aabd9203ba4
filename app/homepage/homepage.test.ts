import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, demoVisitor, enter, grant, visitorWith } from "../../tests/kit/accounts";
import { orgNamed } from "../../tests/kit/organisations";

describe("the homepage", () => {
  it("reminds those who may read them of what runs out, within their organisations", async () => {
    await db().updateTable("bus").set({ nextInspection: "2020-01-01" }).where("busSelfCode", "=", "1001").execute();
    const reader = await visitorWith("bus.read");
    const overdue = (await reader.get("/homepage")).$("a:contains(辆已过期)");
    expect((await reader.get(overdue.attr("href")!)).$("tbody").text()).toContain("1001");
    expect((await (await visitorWith()).get("/homepage")).text).not.toContain("待办与到期");
    const orgId = await orgNamed("调度中心");
    expect(
      (await (await enter(await account({ permissions: ["bus.read"], dataScope: "own", orgId }))).get("/homepage"))
        .text,
    ).not.toContain("辆已过期");
  });

  it("says what runs out by kind with its days, and what comes into force within a week", async () => {
    await db()
      .updateTable("bus")
      .set({ nextMaintenance: sql`current_date + 5` })
      .where("busSelfCode", "=", "1002")
      .execute();
    const reader = await visitorWith("bus.read", "line.read");
    expect((await (await visitorWith("person.read")).get("/homepage")).text).toMatch(/驾驶证.*\d+ 人 30 天内到期/s);
    expect((await reader.get("/homepage")).text).toMatch(/保养：.*30 天内到期，最近的剩 [0-5] 天/);
    expect((await reader.get("/homepage")).text).toContain("未来 7 天没有要生效的线路版本和变更包");
    const { classifySid, lineName } = (
      await sql<{ classifySid: string; lineName: string }>`
        select classify_sid, line_name from line_version v join line_classify c using (classify_sid) join line on line_uuid = main_uuid
        where v.state = 'effective' and upper_inf(v.valid) and c.sort_type = 1 order by line_name limit 1`.execute(db())
    ).rows[0]!;
    await sql`update line_version set valid = daterange(lower(valid), current_date + 3) where classify_sid = ${classifySid} and state = 'effective' and upper_inf(valid)`.execute(
      db(),
    );
    await sql`insert into line_version (version_uuid, classify_sid, state, valid) values (${newKey()}, ${classifySid}, 'effective', daterange(current_date + 3, null))`.execute(
      db(),
    );
    const coming = (await reader.get("/homepage")).$("section:contains(未来 7 天生效) li").first();
    expect(coming.text()).toContain(lineName);
    expect((await reader.get(coming.find("a").attr("href")!)).text).toContain("待生效");
    expect((await (await visitorWith("bus.read")).get("/homepage")).text).not.toContain("未来 7 天生效");
  });

  it("leads back to the records seen last, the latest first, as long as their screen may be opened", async () => {
    const who = await account({ permissions: ["station.read"] });
    const person = await enter(who);
    const found = await db().selectFrom("station").select(["staUuid", "staName"]).orderBy("staName").limit(2).execute();
    for (const { staUuid } of found) await person.get(`/station/station-management/${staUuid}`);
    const shown = async () => {
      const links = (await person.get("/homepage")).$("section:contains(最近查看) li a").get();
      return links.map(({ attribs }) => attribs.href);
    };
    await expect
      .poll(shown)
      .toEqual([...found].reverse().map(({ staUuid }) => `/station/station-management/${staUuid}`));
    await person.get(`/station/station-management/${found[0]!.staUuid}/history`);
    await grant(who.roleId, []);
    expect(await shown()).toEqual([]);
  });

  it("opens the apps and screens that a person has, and cuts a name that is too long with a title", async () => {
    const appName = "名".repeat(64);
    await db()
      .insertInto("app")
      .values({ appId: newKey(), appCode: "long", appName, englishShortName: "Long", address: "/homepage" })
      .execute();
    const shown = await (await demoVisitor("admin")).get("/homepage");
    expect(shown.$(`button[title=${appName}]`).text()).toBe(appName);
    expect(shown.$('main details:not([open]) a[title="资源管理"]').attr("href")).toBe("/system/resource");
    expect(shown.$("section:contains(各机构在线车辆) [role=img] svg").length).toBe(1);
    const none = await (await visitorWith()).get("/homepage");
    expect(none.text).toContain("还没有授权给您的功能");
    expect(none.text).not.toContain(appName);
  });
});
