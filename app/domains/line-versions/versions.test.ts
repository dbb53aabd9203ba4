import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import type { VersionDetail } from "./schema";
import { lineUrl } from "~/domains/lines/urls";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, publishOn, saveStations, someStations } from "./line.sample";

describe("the versions of a line in time", () => {
  let admin: Visitor;
  let planner: Visitor;
  let stations: Awaited<ReturnType<typeof someStations>>;
  beforeAll(async () => {
    admin = await demoVisitor("admin");
    planner = await visitorWith(may.read, may.write, may.publish);
    stations = await someStations(8);
  });

  const publish = async (url: string, validFrom: string, query = "") => {
    const done = await publishOn(await admin.get(`${url}/publish${query}`), { validFrom });
    expect(done.status, done.text).toBe(303);
  };
  const runningLine = async () => {
    const detail = await lineWithDraft(stations.slice(0, 5));
    await publish(lineUrl(detail), today());
    return { ...detail, url: lineUrl(detail) };
  };
  const namesOn = async (lineUuid: string, asOf: string) =>
    (
      await call<VersionDetail>(admin, "getOriginLineClassifyStationAndMap", { lineUuid, asOf })
    ).directions[0]!.stationList.map(({ staName }) => staName);
  const names = (...numbers: number[]) => numbers.map((n) => stations[n]!.staName);
  const plan = async (by: Visitor, url: string, plannedFor: string, changes: object = {}) => {
    const done = await (await by.get(`${url}/versions/plan`)).submit({ plannedFor, ...changes });
    expect(done.status, done.text).toBe(303);
    return new URL(done.location!, "http://x").searchParams.get("version")!;
  };
  const versionsPage = (url: string) => admin.get(`${url}/versions`);
  const verbOf = async (url: string, row: string, verb: string) => {
    const page = await versionsPage(url);
    const href = page.$(`tr:contains(${row}) a:contains(${verb})`).first().attr("href");
    if (!href) throw new Error(`no ${verb} at ${row}: ${page.$("tbody").text()}`);
    return admin.get(href);
  };

  it("plans two changes for different days from what holds then; both survive, whichever is put in force first", async () => {
    const { url, lineUuid } = await runningLine();
    const later = await plan(admin, url, day(20));
    const sooner = await plan(planner, url, day(10), { reason: "取消一站" });
    await saveStations(admin, { lineUuid, versionUuid: later }, stations.slice(0, 4));
    await saveStations(planner, { lineUuid, versionUuid: sooner }, stations.slice(1, 5));
    expect((await admin.get(url)).text).toMatch(
      new RegExp(`计划 ${day(10)} 生效的草稿.*计划 ${day(20)} 生效的草稿`, "s"),
    );
    await publish(url, day(20), `?version=${later}`);
    await publish(url, day(10), `?version=${sooner}`);
    expect(await namesOn(lineUuid, today())).toEqual(names(0, 1, 2, 3, 4));
    expect(await namesOn(lineUuid, day(19))).toEqual(names(1, 2, 3, 4));
    expect(await namesOn(lineUuid, day(20))).toEqual(names(0, 1, 2, 3));
    const page = await versionsPage(url);
    expect(page.$("tbody").text()).toContain("取消一站");
    expect(page.$(`tr:contains(${day(10)} 起)`).text()).toMatch(/待生效.*上行 减 1/s);
    expect(page.$("figure text").text()).toContain("今天");
    expect((await admin.get(`${url}?asOf=${day(10)}`)).$("tr[data-station-serial]").length).toBe(4);
  });

  it("shows all three sides where two change the same draft", async () => {
    const { url, lineUuid } = await runningLine();
    const draft = await plan(admin, url, day(10));
    const mine = await planner.get(`${url}/stations?version=${draft}&direction=1`);
    await saveStations(admin, { lineUuid, versionUuid: draft }, stations.slice(0, 3));
    const conflict = await (await mine.submit({}, { press: '[value="remove:1"]' })).submit({}, { press: "保存到草稿" });
    expect(conflict.status).toBe(409);
    expect((await conflict.submit({ "__take.rows": "mine" })).status).toBe(303);
    expect((await admin.get(`${url}?version=${draft}`)).$("tr[data-station-serial]").length).toBe(4);
  });

  it("refuses a second draft for a day, and days that are over", async () => {
    const { url } = await runningLine();
    await plan(admin, url, day(5));
    const page = await admin.get(`${url}/versions/plan`);
    const taken = await page.submit({ plannedFor: day(5), reason: "再来一份" });
    expect([taken.status, taken.errorAt("plannedFor"), taken.field("reason")]).toEqual([
      422,
      expect.stringContaining("已有一份"),
      "再来一份",
    ]);
    expect((await page.submit({ plannedFor: day(-1) })).errorAt("plannedFor")).toContain("不能早于今天");
    expect((await page.submit({ plannedFor: "" })).errorAt("plannedFor")).toContain("请输入日期");
  });

  it("tells a draft what changed underneath, and takes it over where that is wanted", async () => {
    const { url, lineUuid } = await runningLine();
    const draft = await plan(planner, url, day(20));
    const quick = await plan(admin, url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: quick }, stations.slice(0, 3));
    await publish(url, day(10), `?version=${quick}`);
    const warned = await planner.get(`${url}?version=${draft}`);
    expect(warned.text).toContain("底稿有变化");
    expect(warned.text).toContain(`取消 2 站：${stations[3]!.staName}`);
    const choose = await planner.get(`${url}/versions/base?version=${draft}`);
    expect((await (await choose.submit({ take1: "theirs" })).follow()).text).not.toContain("底稿有变化");
    expect((await planner.get(`${url}?version=${draft}`)).$("tr[data-station-serial]").length).toBe(3);
    expect((await (await planner.get(`${url}/versions/base?version=${draft}`)).follow()).text).toContain("没有变化");
  });

  it("takes what both changed where that goes together", async () => {
    const { url, lineUuid } = await runningLine();
    const later = await plan(planner, url, day(20));
    await saveStations(
      planner,
      { lineUuid, versionUuid: later },
      [0, 2, 3, 4].map((n) => stations[n]!),
    );
    const sooner = await plan(admin, url, day(10));
    await saveStations(
      admin,
      { lineUuid, versionUuid: sooner },
      [0, 1, 2, 4].map((n) => stations[n]!),
    );
    await publish(url, day(10), `?version=${sooner}`);
    const choose = await planner.get(`${url}/versions/base?version=${later}`);
    expect(choose.field("take1")).toBe("both");
    expect((await (await choose.submit()).follow()).text).not.toContain("底稿有变化");
    await publish(url, day(20), `?version=${later}`);
    expect(await namesOn(lineUuid, day(20))).toEqual(names(0, 2, 4));
  });

  it("keeps one's own where that is wanted, and asks no more", async () => {
    const { url, lineUuid } = await runningLine();
    const draft = (await saveStations(planner, { lineUuid }, stations.slice(1, 5))).versionUuid!;
    const quick = await plan(admin, url, today());
    await saveStations(admin, { lineUuid, versionUuid: quick }, stations.slice(0, 3));
    const impact = await admin.get(`${url}/publish?version=${quick}`);
    expect(impact.text).toMatch(/被取代.*草稿（.*）的底稿会改变/s);
    await publish(url, today(), `?version=${quick}`);
    const kept = await (await planner.get(`${url}/versions/base?version=${draft}`)).submit({ take1: "mine" });
    expect((await kept.follow()).text).not.toContain("底稿有变化");
    expect((await planner.get(`${url}?version=${draft}`)).$("tr[data-station-serial]").length).toBe(4);
  });

  it("changes a line for a few days, and says when the change cannot be taken back", async () => {
    const { url, lineUuid } = await runningLine();
    const short = await plan(admin, url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: short }, stations.slice(0, 3));
    const ask = await admin.get(`${url}/publish?version=${short}`);
    expect((await publishOn(ask, { validFrom: day(10), restoreOn: day(10) })).errorAt("restoreOn")).toContain(
      "应晚于生效日期",
    );
    const look = await ask.submit({ validFrom: day(10), restoreOn: day(14) }, { press: "查看影响" });
    expect(look.text).toContain(`${day(14)} 起恢复 ${today()} 起的版本的站点和路径`);
    expect((await (await look.submit({}, { press: "使草稿生效" })).follow()).text).toContain(
      `${day(14)} 起恢复原来的版本`,
    );
    expect([await namesOn(lineUuid, day(13)), await namesOn(lineUuid, day(14))]).toEqual([
      names(0, 1, 2),
      names(0, 1, 2, 3, 4),
    ]);
    const across = await plan(admin, url, day(5));
    expect(
      (
        await publishOn(await admin.get(`${url}/publish?version=${across}`), { validFrom: day(5), restoreOn: day(12) })
      ).errorAt("restoreOn"),
    ).toContain(`${day(10)} 起已有另一个版本`);
  });

  it("withdraws a plan: the version before goes on, and nothing of the plan is lost", async () => {
    const { url, lineUuid } = await runningLine();
    const planned = await plan(admin, url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: planned }, stations.slice(0, 3));
    await publish(url, day(10), `?version=${planned}`);
    const ask = await verbOf(url, `${day(10)} 起`, "撤回");
    expect(ask.text).toContain(`计划 ${day(10)} 生效的草稿，内容不变`);
    expect((await (await ask.submit({ reason: "施工推迟" })).follow()).text).toContain("已撤回");
    expect(await namesOn(lineUuid, day(30))).toEqual(names(0, 1, 2, 3, 4));
    expect((await admin.get(`${url}?version=${planned}`)).$("tr[data-station-serial]").length).toBe(3);
    const moved = await (await verbOf(url, `计划 ${day(10)}`, "改日期")).submit({ plannedFor: day(15) });
    expect((await moved.follow()).text).toContain(`计划 ${day(15)} 生效的草稿`);
    await publish(url, day(15), `?version=${planned}`);
    const leaving = await (await verbOf(url, `${day(15)} 起`, "撤回")).submit({ leaveGap: "1" });
    expect(leaving.status).toBe(303);
    expect([await namesOn(lineUuid, day(14)), await namesOn(lineUuid, day(15))]).toEqual([names(0, 1, 2, 3, 4), []]);
  });

  it("stops a line on a day, says the gap in words, and runs it again from a later one", async () => {
    const { url, lineUuid } = await runningLine();
    const ask = await verbOf(url, `${today()} 起`, "停运");
    const early = await ask.submit({ day: today(), reason: "修路" });
    expect([early.status, early.errorAt("day"), early.field("reason")]).toEqual([
      422,
      expect.stringContaining("之后"),
      "修路",
    ]);
    expect((await ask.submit({ day: day(5) })).errorAt("reason")).toContain("请说明为什么停运");
    expect((await ask.submit({ day: day(5), reason: "修路" })).status).toBe(303);
    const again = await plan(admin, url, day(9), {
      from: (await call<VersionDetail>(admin, "getOriginLineClassifyStationAndMap", { lineUuid })).versionUuid!,
    });
    await publish(url, day(9), `?version=${again}`);
    const page = await versionsPage(url);
    expect(page.text).toContain(`${day(5)} 至 ${day(8)} 没有生效的版本`);
    expect(page.$("figure").text()).toContain("停运");
    expect([await namesOn(lineUuid, day(4)), await namesOn(lineUuid, day(8)), await namesOn(lineUuid, day(9))]).toEqual(
      [names(0, 1, 2, 3, 4), [], names(0, 1, 2, 3, 4)],
    );
  });

  it("goes back to an earlier version, and to any state that history keeps", async () => {
    const { url, lineUuid } = await runningLine();
    const shorter = await plan(admin, url, today(), { reason: "试验" });
    await saveStations(admin, { lineUuid, versionUuid: shorter }, stations.slice(2, 5));
    await saveStations(admin, { lineUuid, versionUuid: shorter }, stations.slice(3, 5));
    await publish(url, today(), `?version=${shorter}`);
    const history = await admin.get(`${url}/history`);
    const back = await Promise.all(
      history
        .$("a:contains(恢复到)")
        .map((_, link) => history.$(link).attr("href")!)
        .get()
        .map((href) => admin.get(href)),
    );
    const counts = [];
    for (const [at, page] of back.entries()) {
      const done = await page.submit({ plannedFor: day(30 + at), reason: "恢复" });
      counts.push((await done.follow()).$("tr[data-station-serial]").length);
    }
    expect(counts).toEqual(expect.arrayContaining([2, 3, 5]));
  });

  it("lets a second person check, and return with what is to change", async () => {
    const set = (paramValue: string) =>
      db().updateTable("parameter").set({ paramValue }).where("paramName", "=", "line.version.check").execute();
    await set("1");
    try {
      const { lineUuid, versionUuid } = await lineWithDraft(stations.slice(0, 3));
      const url = lineUrl({ lineUuid });
      const own = await publishOn(await admin.get(`${url}/publish?version=${versionUuid}`), { validFrom: today() });
      expect([own.status, own.text]).toEqual([422, expect.stringMatching(/由另一人审核/)]);
      const other = await visitorWith(may.read, may.write, may.publish);
      expect(
        (await publishOn(await other.get(`${url}/publish?version=${versionUuid}`), { validFrom: today() })).text,
      ).toMatch(/提交审核/);
      await (await verbOf(url, "草稿", "提交审核")).submit({ reason: "请查看" });
      expect((await versionsPage(url)).text).toContain("待审核");
      expect((await other.get("/homepage")).text).toContain("1 条线路的草稿待您审核");
      expect((await other.get("/line/line-management?waiting=1")).$("tbody tr").length).toBe(1);
      expect((await admin.get("/homepage")).text).not.toContain("待您审核");
      const returned = await other.get(`${url}/versions/return?version=${versionUuid}`);
      expect((await returned.submit({ reason: "" })).errorAt("reason")).toContain("请说明要改什么");
      await returned.submit({ reason: "少一站" });
      expect((await versionsPage(url)).text).toContain("已退回：少一站");
      await (await verbOf(url, "草稿", "提交审核")).submit();
      const done = await publishOn(await other.get(`${url}/publish?version=${versionUuid}`), { validFrom: today() });
      expect(done.status, done.text).toBe(303);
    } finally {
      await set("0");
    }
  });

  it("puts one of two in force that are published for a day at once, and tells the other what happened", async () => {
    const { url, lineUuid } = await runningLine();
    const [one, other] = [await plan(admin, url, day(10)), await plan(planner, url, day(11))];
    await saveStations(admin, { lineUuid, versionUuid: one }, stations.slice(0, 3));
    const asked = [
      await admin.get(`${url}/publish?version=${one}`),
      await planner.get(`${url}/publish?version=${other}`),
    ];
    const looks = await Promise.all(asked.map((page) => page.submit({ validFrom: day(10) }, { press: "查看影响" })));
    const answers = await Promise.all(looks.map((page) => page.submit({}, { press: "使草稿生效" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    const refused = answers.find(({ status }) => status === 422)!;
    expect(refused.text).toContain("另一人改动了这条线路的生效版本");
    expect(refused.text).toContain(`${day(10)} 起的版本被取代`);
    expect((await publishOn(refused, { validFrom: day(12) })).status).toBe(303);
    const same = await plan(admin, url, day(20));
    const twice = await Promise.all(
      [admin, planner].map(async (by) =>
        publishOn(await by.get(`${url}/publish?version=${same}`), { validFrom: day(20) }),
      ),
    );
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const told = await Promise.all(twice.map(async (page) => (await page.follow()).text));
    expect(told.filter((text) => text.includes("这份草稿已经生效，没有再次生效")).length).toBe(1);
  });

  it("shows lines and stations as of a day, and keeps the day in their links", async () => {
    const { url, lineUuid } = await runningLine();
    const without = await plan(admin, url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: without }, stations.slice(1, 5));
    await publish(url, day(10), `?version=${without}`);
    const list = await admin.get(
      `/line/line-management?keyword=${encodeURIComponent((await admin.get(url)).$("h1").text())}&asOf=${day(10)}`,
    );
    const line = await admin.get(list.$("tbody td:first-child a, tbody a").first().attr("href")!);
    expect([line.text.includes(`按 ${day(10)} 的线网显示`), line.$("tr[data-station-serial]").length]).toEqual([
      true,
      4,
    ]);
    expect(line.$("nav[aria-label=方向] a").last().attr("href")).toContain(`asOf=${day(10)}`);
    const station = await admin.get(line.$("tr[data-station-serial] a").first().attr("href")!);
    expect(station.field("asOf")).toBe(day(10));
    const counted = async (asOf: string) =>
      (
        await admin.call<{ list: { lineCount: number }[] }>("/api/sta/v1.0/pageList", {
          pageNum: 1,
          pageSize: 1,
          staSelfCode: stations[0]!.staSelfCode,
          asOf,
        })
      ).data.list[0]!.lineCount;
    expect((await counted(today())) - (await counted(day(10)))).toBeGreaterThan(0);
    const through = async (asOf?: string) =>
      (
        await admin.call<{ lineUuid: string }[]>("/api/sta/v1.0/getLineBySta", { staUuid: stations[0]!.staUuid, asOf })
      ).data.some((one) => one.lineUuid === lineUuid);
    expect([await through(), await through(day(10))]).toEqual([true, false]);
  });

  it("cannot overlap, whoever writes to the database", async () => {
    const { classifySid } = await runningLine();
    const insert = (valid: string) =>
      sql`insert into line_version (version_uuid, classify_sid, state, valid) values (${newKey()}, ${classifySid}, 'effective', ${valid}::daterange)`.execute(
        db(),
      );
    await expect(insert(`[${day(3)},${day(9)})`)).rejects.toMatchObject({ code: "23P01" });
    await expect(insert(`[${day(-9)},${today()})`)).resolves.toBeDefined();
    const twoDrafts = [1, 2].map(() =>
      db()
        .insertInto("lineVersion")
        .values({ versionUuid: newKey(), classifySid, state: "draft", plannedFor: day(40) })
        .execute(),
    );
    expect((await Promise.allSettled(twoDrafts)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
