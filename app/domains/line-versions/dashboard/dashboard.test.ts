import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import { lineNamed } from "../../../../tests/kit/line-named";

const path = "/line/line-management";
const { first, withDraft, withPlan } = demoNames.lines;
describe("the figures of lines", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may));
  });
  type Page = Awaited<ReturnType<Visitor["get"]>>;
  const names = (page: Page) =>
    page
      .$("tbody tr td a")
      .map((_, link) => page.$(link).text())
      .get();

  it("stand in the list, which finds lines with drafts and those that wait to be checked", async () => {
    const list = await person.get(path);
    for (const header of ["状态", "所属机构", "首末班", "里程", "站数", "路径", "下次变更", "草稿"])
      expect(list.$("thead").text()).toContain(header);
    expect(list.$(`tbody tr:contains(${withPlan})`).text()).toContain(demoNames.plannedFrom);
    expect(names(await person.get(`${path}?hasDraft=1`))).toContain(withDraft);
    expect(names(await person.get(`${path}?hasDraft=0`))).not.toContain(withDraft);
    expect((await person.get(`${path}?waiting=1`)).$("tbody").text()).toContain("没有符合条件的记录");
    await db()
      .updateTable("lineVersion")
      .set({ submittedAt: new Date(), submittedBy: "admin" })
      .where("state", "=", "draft")
      .where("deletedAt", "is", null)
      .execute();
    const waiting = await person.get(`${path}?waiting=1`);
    expect(names(waiting)).toContain(withDraft);
    expect(waiting.$(`tbody tr:contains(${withDraft})`).text()).toContain("待审核");
  });

  it("are worked out anew for ticked lines, with what changed of each; what does not change stays untouched", async () => {
    const lineUuid = await lineNamed(first);
    const other = await lineNamed(withPlan);
    const list = await person.get(path);
    expect(list.$("#ticked button:contains(重新计算)").attr("formaction")).toBe(`${path}/refresh`);
    const settle = await (await person.get(`${path}/refresh?ids=${lineUuid}&ids=${other}`)).submit();
    expect(settle.status, settle.text).toBe(200);
    const version = await db()
      .selectFrom("lineVersion")
      .innerJoin("lineClassify", "lineClassify.classifySid", "lineVersion.classifySid")
      .select(["lineVersion.versionUuid", "lineVersion.version"])
      .where("mainUuid", "=", lineUuid)
      .where("state", "=", "effective")
      .executeTakeFirstOrThrow();
    await db().updateTable("line").set({ pinyin: "cuo", nameOrder: "" }).where("lineUuid", "=", lineUuid).execute();
    await db()
      .updateTable("linePath")
      .set({ mileage: 99, matchRatio: 0.1, matchState: "partial" })
      .where("versionUuid", "=", version.versionUuid)
      .where("direction", "=", 1)
      .execute();
    const ask = await person.get(`${path}/refresh?ids=${lineUuid}&ids=${other}`);
    expect([ask.text.includes(first), ask.text.includes("线路 2 条")]).toEqual([true, true]);
    const done = await ask.submit();
    expect(done.text).toContain("1 条线路有变化，共 2 条");
    expect(done.text).toMatch(/拼音与检索；主分类 上行：里程 99\.000 公里 → \d+\.\d{3} 公里，匹配 部分匹配 10% → /);
    const after = await db()
      .selectFrom("lineVersion")
      .select("version")
      .where("versionUuid", "=", version.versionUuid)
      .executeTakeFirstOrThrow();
    expect(after.version).toBeGreaterThan(version.version);
    expect((await person.get(`${path}/${lineUuid}/history`)).text).toContain("重新计算");
    expect((await (await person.get(`${path}/refresh?ids=${lineUuid}`)).submit()).text).toContain("没有变化");
    expect(
      (
        await db()
          .selectFrom("lineVersion")
          .select("version")
          .where("versionUuid", "=", version.versionUuid)
          .executeTakeFirstOrThrow()
      ).version,
    ).toBe(after.version);
  });

  it("are no business of other organisations", async () => {
    const lineUuid = await lineNamed(first);
    const own = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
    expect(await own.call("/api/line/v1.0/lineRefresh", { lineUuid })).toMatchObject({ code: 400, reason: "missing" });
    expect((await own.call("/api/line/v1.0/basicInfo", { lineUuids: [lineUuid] })).data).toEqual([]);
    expect((await own.call("/api/line/v1.0/allLineInfo", {})).data).toEqual([]);
    expect((await own.get(`${path}/refresh?ids=${lineUuid}`)).text).toContain("还没有选择线路");
    expect(
      (await visitorWith(may.read).then((reader) => reader.get(`${path}/refresh?ids=${lineUuid}`))).location,
    ).toMatch(/^\/401/);
  });
});
