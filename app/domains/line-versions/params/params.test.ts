import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import { publishOn } from "../line.sample";
import { lineNamed } from "../../../../tests/kit/line-named";
import { day } from "../../../../tests/kit/days";

const lineAt = async (name: string) => `/line/line-management/${await lineNamed(name)}`;
const { first, express, busLane, circular } = demoNames.lines;

describe("the running parameters of a line", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may));
  });
  type Page = Awaited<ReturnType<Visitor["get"]>>;
  const rowOf = (page: Page, name: string) =>
    page
      .$(`tbody tr:has(th:contains(${name}))`)
      .find("td")
      .map((_, cell) => page.$(cell).text())
      .get();

  it("come from the version, else from the line, else from the operator, and say which", async () => {
    const url = `${await lineAt(first)}/params`;
    expect(rowOf(await person.get(url), "主分类").slice(0, 8)).toEqual([
      "（上行）",
      "—",
      "—",
      "—",
      "—",
      "（2 分钟）",
      "（3 分钟）",
      "（15 分钟）",
    ]);
    const saved = await (
      await person.get(`${url}/line`)
    ).submit({ speedLimit: "60", departAllowFast: "0", reason: "雨季" });
    const after = await saved.follow();
    expect(after.text).toContain("已保存线路参数，立即生效");
    expect(rowOf(after, "整条线路").slice(3, 6)).toEqual(["60 公里/时", "—", "0 分钟"]);
    expect(rowOf(after, "主分类").slice(3, 6)).toEqual(["（60 公里/时）", "—", "（0 分钟）"]);
    expect((await person.get(`${await lineAt(first)}/history`)).text).toMatch(/雨季.*限速.*60 公里\/时/);
    await db().updateTable("parameter").set({ paramValue: "2" }).where("paramName", "=", "S013").execute();
    expect(rowOf(await person.get(url), "主分类")[0]).toBe("（下行）");
    await db().updateTable("parameter").set({ paramValue: "1" }).where("paramName", "=", "S013").execute();
  });

  it("stand under their line in the breadcrumb for those who come from elsewhere, and say in words where the usual ones come from", async () => {
    const other = await visitorWith(...Object.values(may), "parameter.read", "line-classify.read");
    const url = await lineAt(first);
    const shown = await other.get(`${url}/params`);
    expect(
      shown
        .$('nav[aria-label="当前位置"] a')
        .map((_, level) => shown.$(level).attr("href"))
        .get(),
    ).toEqual(["/line/line-management", url]);
    expect(shown.text).not.toContain("S013");
    expect((await other.get(shown.$("a:contains(始发方向)").attr("href")!)).text).toContain("始发方向");
    expect((await person.get(`${url}/params`)).$("a:contains(始发方向)").length).toBe(0);
    const step = await other.get(`${url}/params/line`);
    expect(
      step
        .$('nav[aria-label="当前位置"] a')
        .map((_, level) => step.$(level).text())
        .get(),
    ).toEqual(["线路管理", first, `${first}：线路参数`]);
  });

  it("of a version change in its draft, take effect with it, and come along when it is changed again", async () => {
    const line = await lineAt(express);
    const form = await person.get(`${line}/params/version`);
    expect(form.text).toContain("留空时按默认：15 分钟");
    const saved = await (await form.submit({ speedLimit: "45", planSendEarly: "30" })).follow();
    expect(saved.text).toContain("已保存到 主分类 的草稿");
    expect(rowOf(saved, "生效中")[3]).toBe("—");
    expect(rowOf(saved, "草稿")[3]).toBe("45 公里/时");
    await publishOn(await person.get(`${line}/publish`), { validFrom: day(3) });
    const later = await person.get(`${line}/params?asOf=${day(3)}`);
    expect(rowOf(later, "生效中").slice(3, 8)).toEqual(["45 公里/时", "—", "（2 分钟）", "（3 分钟）", "30 分钟"]);
    expect((await person.get(`${line}/history`)).text).toContain("限速 45 公里/时，计划提前下发 30 分钟");
    const lineUuid = line.split("/").at(-1)!;
    const planned = (
      await person.call<{ versionUuid: string }>("/api/line/v1.0/getOriginLineClassifyStationAndMap", {
        lineUuid,
        asOf: day(3),
      })
    ).data.versionUuid;
    const stations = (
      await person.call<{
        versionUuid: string;
        directions: { direction: number; stationList: { staUuid: string }[] }[];
      }>("/api/line/v1.0/getLineClassifyStationAndMap", { lineUuid, versionUuid: planned })
    ).data;
    const shorter = stations.directions[0]!.stationList.slice(0, 4).map(({ staUuid }) => ({ staUuid }));
    const draft = (
      await person.call<{ versionUuid: string }>("/api/line/v1.0/updateLineClassifyStationAndMap", {
        lineUuid,
        versionUuid: planned,
        directions: [{ direction: stations.directions[0]!.direction, stationList: shorter }],
      })
    ).data;
    expect(
      (await person.call("/api/line/v1.0/getClassifyParam", { lineUuid, versionUuid: draft.versionUuid })).data,
    ).toMatchObject({ standing: "draft", speedLimit: 45, planSendEarly: 30 });
  });

  it("of one version may be cleared again, and what does not change opens no draft", async () => {
    const line = await lineAt(busLane);
    const same = await (await (await person.get(`${line}/params/version`)).submit()).follow();
    expect(same.text).toContain("参数没有变化");
    expect(rowOf(same, "草稿")).toEqual([]);
    await (await person.get(`${line}/params/version`)).submit({ dwellSeconds: "30" });
    const cleared = await (await (await person.get(`${line}/params/version`)).submit({ dwellSeconds: "" })).follow();
    expect(rowOf(cleared, "草稿")[4]).toBe("—");
  });

  it("are refused out of bounds, at their fields, with what was typed", async () => {
    const refused = await (
      await person.get(`${await lineAt(first)}/params/line`)
    ).submit({ speedLimit: "121", departAllowSlow: "六十", extendMinutes: "1440" });
    expect([refused.status, refused.errorAt("speedLimit"), refused.errorAt("departAllowSlow")]).toEqual([
      422,
      expect.stringContaining("5 到 120"),
      expect.stringContaining("0 到 60"),
    ]);
    expect([refused.field("speedLimit"), refused.field("extendMinutes")]).toEqual(["121", "1440"]);
    const round = await person.post(`${await lineAt(circular)}/params/version`, { startDirection: "2" });
    expect([round.status, round.errorAt("startDirection")]).toEqual([
      422,
      expect.stringContaining("环行线路只有一个方向"),
    ]);
  });

  it("are not overwritten while somebody else has changed them: line and version", async () => {
    for (const at of ["line", "version"]) {
      const url = `${await lineAt(busLane)}/params/${at}`;
      const mine = await person.get(url);
      await (await person.get(url)).submit({ standbyMinutes: "7", extendMinutes: "11" });
      const conflict = await mine.submit({ standbyMinutes: "9" });
      expect([at, conflict.status]).toEqual([at, 409]);
      expect(conflict.text).toMatch(/待发时间.*7 分钟/);
      expect(conflict.text).toContain("9 分钟");
      const saved = await conflict.submit({ "__take.standbyMinutes": "mine", "__take.extendMinutes": "theirs" });
      expect([saved.status, saved.text]).toEqual([303, expect.anything()]);
      expect([(await person.get(url)).field("standbyMinutes"), (await person.get(url)).field("extendMinutes")]).toEqual(
        ["9", "11"],
      );
    }
  });

  it("are seen and changed only within one's organisations and rights", async () => {
    const url = `${await lineAt(first)}/params`;
    const reader = await visitorWith(may.read);
    expect((await reader.get(url)).$("table a").length).toBe(0);
    expect((await (await reader.post(`${url}/line`, { speedLimit: "50" })).follow()).status).toBe(401);
    const stranger = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
    for (const at of ["", "/line", "/version"]) expect([at, (await stranger.get(url + at)).status]).toEqual([at, 404]);
    expect((await stranger.post(`${url}/line`, { speedLimit: "50" })).status).toBe(404);
  });
});
