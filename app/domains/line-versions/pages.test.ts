import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { lineUrl } from "~/domains/lines/urls";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, publishOn, saveStations, someStations } from "./line.sample";
import { orgNamed } from "../../../tests/kit/organisations";

describe("the pages of versions", () => {
  let admin: Visitor;
  let stations: Awaited<ReturnType<typeof someStations>>;
  beforeAll(async () => {
    admin = await demoVisitor("admin");
    stations = await someStations(6);
  });

  const publish = async (url: string, validFrom: string, query = "") =>
    expect((await publishOn(await admin.get(`${url}/publish${query}`), { validFrom })).status).toBe(303);
  const plan = async (url: string, plannedFor: string) =>
    new URL(
      (await (await admin.get(`${url}/versions/plan`)).submit({ plannedFor })).location!,
      "http://x",
    ).searchParams.get("version")!;
  const runningLine = async () => {
    const detail = await lineWithDraft(stations.slice(0, 5));
    await publish(lineUrl(detail), today());
    return { ...detail, url: lineUrl(detail) };
  };

  it("name the last day of a period, in the table, its drawing and what a change does", async () => {
    const { url } = await runningLine();
    await publish(url, day(10), `?version=${await plan(url, day(10))}`);
    const page = await admin.get(`${url}/versions`);
    expect(page.$("tbody td").first().nextAll().end().text() + page.$("tbody").text()).toContain(`至 ${day(9)}`);
    expect(page.$("figure title").first().text()).toBe(`${today()} 至 ${day(9)}`);
    const look = await admin.get(`${url}/publish?version=${await plan(url, day(5))}`);
    expect(look.text).toContain(`${today()} 起的版本改为到 ${day(4)} 为止（原到 ${day(9)} 为止）`);
  });

  it("ask for the day first, and say what follows before the button that puts the draft in force", async () => {
    const { lineUuid } = await lineWithDraft(stations.slice(0, 3));
    const url = lineUrl({ lineUuid });
    const ask = await admin.get(`${url}/publish`);
    expect([ask.field("validFrom") ?? "", ask.$("main button:contains(使草稿生效)").length]).toEqual(["", 0]);
    const look = await ask.submit({ validFrom: day(3) }, { press: "查看影响" });
    expect(look.text).toContain(`${day(3)} 生效的影响`);
    const other = await look.submit({ validFrom: day(4) }, { press: "使草稿生效" });
    expect([other.status, other.text.includes("日期改过了，还没有生效")]).toEqual([200, true]);
    expect((await other.submit({}, { press: "使草稿生效" })).status).toBe(303);
  });

  it("show the city where a line has no stations yet", async () => {
    const { lineUuid } = await lineWithDraft(stations.slice(0, 2));
    await saveStations(admin, { lineUuid }, []);
    const page = await admin.get(`${lineUrl({ lineUuid })}?version=`);
    expect(page.$("main svg use").length).toBeGreaterThan(0);
  });

  it("draw a draft from its day on, begin another from a version, and mark the days that have one", async () => {
    const { url } = await runningLine();
    await plan(url, day(10));
    const versions = await admin.get(`${url}/versions`);
    expect(versions.$('figure svg[data-tone="warn"]').find("[transform]").length).toBe(0);
    expect(versions.text).toContain("以此版本新建草稿");
    const another = await admin.get(`${url}/versions/plan`);
    expect(another.html).toMatch(new RegExp(`${day(10)}[^,}]*已有草稿`));
    expect(another.$("label[for$=reason]").text()).toContain("修改原因");
  });

  it("say before the button what will be refused: no stations, a second person's check", async () => {
    const { lineUuid, versionUuid } = await lineWithDraft(stations.slice(0, 3));
    await saveStations(admin, { lineUuid }, []);
    const url = lineUrl({ lineUuid });
    const empty = await admin.get(`${url}/publish`);
    expect(empty.text).toContain("草稿还没有站点，请先编辑站点");
    expect(empty.$(`.notice a[href="${url}/stations?version=${versionUuid}"]`).text()).toBe("编辑站点");
    const set = (paramValue: string) =>
      db().updateTable("parameter").set({ paramValue }).where("paramName", "=", "line.version.check").execute();
    await set("1");
    try {
      expect((await admin.get(`${url}/publish`)).text).toContain("需要由另一人审核并生效");
    } finally {
      await set("0");
    }
  });

  it("offer no version as the base of a plan that is none", async () => {
    const { url, versionUuid } = await runningLine();
    const options = async (from: string) =>
      (await admin.get(`${url}/versions/plan?from=${from}`))
        .$("select[name=from] option")
        .map((_, option) => option.attribs["value"])
        .get();
    expect(await options("garbage")).toEqual(["", versionUuid]);
    expect((await admin.get(`${url}/versions/plan?from=${versionUuid}`)).field("from")).toBe(versionUuid);
  });

  it("say that a day in the address is none, and whose network is shown instead", async () => {
    const { url } = await runningLine();
    expect((await admin.get(`${url}?asOf=garbage`)).text).toContain("“garbage”不是日期，显示的是今天的线网");
    expect((await admin.get(`${url}?asOf=${day(3)}`)).text).not.toContain("不是日期");
  });

  it("draw no empty map where there is nothing to match", async () => {
    const { lineUuid } = await lineWithDraft(stations.slice(0, 3));
    const page = await admin.get(`${lineUrl({ lineUuid })}/match?direction=2`);
    expect([page.text.includes("少于 2 个站点"), page.$("main figure").length, page.text.includes("重新匹配")]).toEqual(
      [true, 0, false],
    );
  });

  it("tell at a station which of its calls hold on the day, and since when or from when the others do", async () => {
    const { url, lineUuid } = await runningLine();
    const without = await plan(url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: without }, stations.slice(1, 5));
    await publish(url, day(10), `?version=${without}`);
    const { lineName } = await db()
      .selectFrom("line")
      .select("lineName")
      .where("lineUuid", "=", lineUuid)
      .executeTakeFirstOrThrow();
    const calls = async (asOf: string) =>
      (await admin.get(`/station/station-management/${stations[0]!.staUuid}?asOf=${asOf}`))
        .$(`tr:contains(${lineName})`)
        .text();
    expect(await calls(day(1))).toContain("生效中");
    const form = await admin.get(`/station/station-management/${stations[0]!.staUuid}/edit`);
    for (const shown of [form, await admin.get(url)])
      expect(shown.$('main svg[style*="overflow:visible"]').length).toBeGreaterThan(0);
    expect(await calls(day(12))).toContain(`${today()} 起的版本，已失效`);
    expect(await calls(day(-3))).toContain(`${today()} 起的版本，待生效`);
  });

  it("keep a direction sent twice out of a save, and say so", async () => {
    const { lineUuid } = await runningLine();
    const stationList = stations.slice(0, 3).map(({ staUuid }) => ({ staUuid }));
    const answer = await admin.call("/api/line/v1.0/updateLineClassifyStationAndMap", {
      lineUuid,
      directions: [
        { direction: 1, stationList },
        { direction: 1, stationList: [] },
      ],
    });
    expect([answer.success, answer.errors]).toEqual([
      false,
      [expect.objectContaining({ path: "directions", message: "同一个方向只能给出一次" })],
    ]);
  });

  it("leave no empty drawing where there is no version yet", async () => {
    const orgId = await orgNamed("一车队");
    const line = await call<{ lineUuid: string }>(admin, "add", { lineName: "没有版本的路", lineType: 1, orgId });
    const page = await admin.get(`${lineUrl(line)}/versions`);
    expect([page.text.includes("时间轴"), page.text.includes("还没有版本")]).toEqual([false, true]);
  });

  it("name the codes that a line from the recycle bin did not get back", async () => {
    const orgId = await orgNamed("一车队");
    const add = (lineName: string) =>
      call<{ lineUuid: string }>(admin, "add", { lineName, lineType: 1, orgId, lineDeviceNo: 60_901 });
    const { lineUuid } = await add("删去的路");
    await call(admin, "delete", { lineUuid });
    await add("占号的路");
    const back = await (await admin.post("/line/line-management/recycle", { key: lineUuid })).follow();
    expect(back.text).toContain("已恢复线路 删去的路；线路设备编号 60901 已被其他线路使用，没有恢复");
  });
});
