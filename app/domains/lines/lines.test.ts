import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";
import { publishOn } from "~/domains/line-versions/line.sample";
import { lineNamed } from "../../../tests/kit/line-named";
import { firstOrg } from "../../../tests/kit/organisations";
import { day } from "../../../tests/kit/days";

const path = "/line/line-management";
let made = 0;

describeRoom({
  path,
  may,
  valid: async (nth) => ({
    lineName: `试验${nth}路`,
    lineId: `T${nth}`,
    lineDeviceNo: String(50_000 + nth),
    lineType: "1",
    category: "3",
    state: "0",
    orgId: await firstOrg(),
    upFirst: "22:30",
    upLast: "24:30",
    downFirst: "23:00",
    downLast: "25:00",
    upMileage: "12.5",
    downMileage: "12.8",
    departureInterval: "20 分钟",
    ticketType: "0",
    price: "2元",
    openDate: "2026-05-01",
    stopDate: "2099-05-01",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "lineName", value: "", message: "请输入线路名称" },
    { field: "lineName", value: "路".repeat(65), message: "最多 64 个字" },
    { field: "lineId", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "lineDeviceNo", value: "0", message: "1 到 65535" },
    { field: "lineDeviceNo", value: "65536", message: "1 到 65535" },
    { field: "lineDeviceNo", value: "一号", message: "整数" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    { field: "upFirst", value: "5点半", message: "请输入时间" },
    { field: "upLast", value: "48:00", message: "请输入时间" },
    { field: "upMileage", value: "0", message: "0.1 到 300" },
    { field: "downMileage", value: "301", message: "0.1 到 300" },
    { field: "stopDate", value: "2026-04-30", message: "不能早于开线日期" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "lineName",
  unique: { field: "lineName", message: "线路名称已被使用" },
  texts: ["departureInterval", "price"],
  bulk: { field: "price", value: "3元" },
  table: { name: "line", key: "lineUuid" },
  used: async () => ({
    key: await lineNamed("1路"),
    by: "1001 京AD10012",
  }),
  api: { missing: "/api/line/v1.0/detail", key: "lineUuid" },
});

describe("the way of a change to a line", () => {
  let person: Visitor;
  let stations: { staUuid: string; staName: string; staSelfCode: string }[];
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may));
    stations = await db()
      .selectFrom("station")
      .select(["staUuid", "staName", "staSelfCode"])
      .where("deletedAt", "is", null)
      .orderBy("lng")
      .limit(5)
      .execute();
  });

  async function newLine(by = person): Promise<string> {
    made += 1;
    const form = await by.get(`${path}/new`);
    return (await form.submit({ lineName: `流程${made}路`, lineType: "1", orgId: await firstOrg() })).location!;
  }

  async function withStations(url: string, ...codes: string[]) {
    await person.post(`${url}/stations?direction=1`, { do: "drop" });
    let page = await person.get(`${url}/stations?direction=1`);
    for (const code of codes) {
      const found = await page.submit({ find: code }, { press: "查找" });
      page = await found.submit(
        {},
        { press: `[value="add:${stations.find(({ staSelfCode }) => staSelfCode === code)!.staUuid}"]` },
      );
    }
    return page;
  }

  const codes = (...numbers: number[]) => numbers.map((n) => stations[n]!.staSelfCode);
  const namesIn = (page: { $: Awaited<ReturnType<Visitor["get"]>>["$"] }) =>
    page
      .$("tr[data-station-serial]")
      .map((_, row) => page.$(row).find("td").eq(1).text().trim().split(" ")[0])
      .get();

  it("builds a sequence by forms, publishes it, and keeps what was in force until then", async () => {
    const url = await newLine();
    const editor = await withStations(url, ...codes(0, 1, 2));
    expect(namesIn(editor)).toEqual([0, 1, 2].map((n) => stations[n]!.staName));
    const moved = await editor.submit({}, { press: '[value="up:3"]' });
    const saved = await (await moved.submit({}, { press: "保存到草稿" })).follow();
    expect(saved.text).toContain("正在查看草稿");
    expect(namesIn(saved)).toEqual([0, 2, 1].map((n) => stations[n]!.staName));
    expect(
      saved
        .$("tr[data-station-serial] td:nth-child(3)")
        .map((_, cell) => saved.$(cell).text())
        .get(),
    ).toEqual(["上行起点", "普通站", "上行终点"]);

    const published = await publishOn(await person.get(`${url}/publish`), { validFrom: today(), reason: "首次开通" });
    expect(published.status, published.text).toBe(303);
    const shorter = await (await person.get(`${url}/stations?direction=1`)).submit({}, { press: '[value="remove:2"]' });
    expect(shorter.$("main [autofocus]").attr("value")).toBe("remove:2");
    await shorter.submit({}, { press: "保存到草稿" });
    expect(namesIn(await person.get(url))).toEqual([0, 2, 1].map((n) => stations[n]!.staName));
    await publishOn(await person.get(`${url}/publish`), { validFrom: day(7) });
    expect(namesIn(await person.get(`${url}?asOf=${day(6)}`))).toEqual([0, 2, 1].map((n) => stations[n]!.staName));
    expect(namesIn(await person.get(`${url}?asOf=${day(7)}`))).toEqual([0, 1].map((n) => stations[n]!.staName));
    expect((await person.get(url)).text).toContain("待生效");
    expect((await person.get(`${url}/history`)).text).toContain("首次开通");
  });

  it("turns a direction round, and copies it to the other side by the opposite stations", async () => {
    const url = await newLine();
    const editor = await withStations(url, ...codes(0, 1, 2));
    const turned = await editor.submit({ "rows[0].azimuth": "30" }, { press: "反转顺序" });
    expect(namesIn(turned)).toEqual([2, 1, 0].map((n) => stations[n]!.staName));
    expect(turned.field("rows[2].azimuth")).toBe("210");
    const twins = await db()
      .selectFrom("station")
      .select(["staUuid", "staName", "staSelfCode"])
      .where("staSelfCode", "in", demoNames.plaza.codes)
      .orderBy("staSelfCode")
      .execute();
    const found = await turned.submit({ find: twins[0]!.staSelfCode }, { press: "查找" });
    await (await found.submit({}, { press: `[value="add:${twins[0]!.staUuid}"]` })).submit({}, { press: "保存到草稿" });
    const other = await (await person.get(`${url}/stations?direction=2`)).submit({}, { press: "从上行复制" });
    expect(namesIn(other)).toEqual([twins[0]!.staName, ...[0, 1, 2].map((n) => stations[n]!.staName)]);
    expect(other.field("rows[0].staUuid")).toBe(twins[1]!.staUuid);
    const saved = await other.submit({}, { press: "保存到草稿" });
    expect(saved.status, saved.text).toBe(303);
  });

  it("says which stations a draft leaves, before it is saved and before it takes effect", async () => {
    const url = await newLine();
    await (await withStations(url, ...codes(0, 1, 2))).submit({}, { press: "保存到草稿" });
    await publishOn(await person.get(`${url}/publish`), { validFrom: today() });
    const shorter = await (await person.get(`${url}/stations?direction=1`)).submit({}, { press: '[value="remove:2"]' });
    expect(shorter.$(".notice.warn").text()).toContain("不再停靠 1 个站点");
    expect(shorter.$(".notice.warn").text()).toContain(stations[1]!.staName);
    await shorter.submit({}, { press: "保存到草稿" });
    expect((await person.get(`${url}/publish`)).text).toContain("不再停靠 1 个站点");
  });

  it("names each broken rule at its row and keeps what was typed", async () => {
    const url = await newLine();
    const editor = await withStations(url, ...codes(0, 1, 2));
    const refused = await editor.submit({ "rows[1].inRadius": "19", "rows[2].azimuth": "东" }, { press: "保存到草稿" });
    expect(refused.status).toBe(422);
    expect(refused.$("#row-2-problems").text()).toContain("20 到 300");
    expect(refused.$("#row-3-problems").text()).toContain("0 到 359");
    expect([refused.field("rows[1].inRadius"), refused.field("rows[2].azimuth")]).toEqual(["19", "东"]);
    const vague = await editor.submit(
      { at: "最前", reason: "由".repeat(300), "rows[0].outRadius": "66" },
      { press: "保存到草稿" },
    );
    expect([vague.status, vague.field("at"), vague.field("rows[0].outRadius")]).toEqual([422, "最前", "66"]);
    const alone = await (await withStations(url, ...codes(0))).submit({}, { press: "保存到草稿" });
    expect([alone.status, alone.$("#row-1-problems").text()]).toEqual([
      422,
      expect.stringContaining("至少需要 2 个站点"),
    ]);
  });

  it("does not overwrite a sequence that someone else saved meanwhile", async () => {
    const url = await newLine();
    const mine = await withStations(url, ...codes(0, 1));
    await (await withStations(url, ...codes(2, 3, 4))).submit({}, { press: "保存到草稿" });
    const conflict = await mine.submit({}, { press: "保存到草稿" });
    expect(conflict.status).toBe(409);
    for (const n of [0, 1, 2, 3, 4]) expect(conflict.text).toContain(stations[n]!.staName);
    const saved = await (await conflict.submit({ "__take.rows": "mine" })).follow();
    expect(namesIn(saved)).toEqual([0, 1].map((n) => stations[n]!.staName));
  });

  it("matches the path, saves it only when accepted, and measures the distances", async () => {
    const url = await newLine();
    await (await withStations(url, ...codes(0, 1, 2))).submit({}, { press: "保存到草稿" });
    const match = await person.get(`${url}/match?direction=1`);
    const elsewhere = await person.get(`${url}/match?direction=1`);
    expect(match.text).toContain("可信度");
    await match.submit({}, { press: "不采用" });
    expect((await person.get(url)).text).toContain("还没有路径");
    const pressed = await match.submit({}, { press: "采用新路径" });
    expect((await match.submit({}, { press: "采用新路径" })).location).toBe(pressed.location);
    const accepted = await pressed.follow();
    expect(accepted.text).toMatch(/里程 \d+\.\d{3} 公里/);
    expect((await elsewhere.submit({}, { press: "采用新路径" })).status).toBe(409);
    const drawing = (await (await person.send(`${accepted.url.replace("?", "/drawing?")}`)).json()) as {
      path: unknown[];
      stations: { distance: number }[];
    };
    expect(drawing.path.length).toBeGreaterThan(1);
    expect(drawing.stations[0]!.distance).toBe(0);
  });

  it("refuses to publish without the permission, in the past, or what someone has changed since", async () => {
    const url = await newLine();
    await (await withStations(url, ...codes(0, 1))).submit({}, { press: "保存到草稿" });
    const editor = await visitorWith(may.read, may.write);
    expect((await (await editor.post(`${url}/publish`, { validFrom: today() })).follow()).status).toBe(401);
    const ask = await person.get(`${url}/publish`);
    const past = await publishOn(ask, { validFrom: day(-1) });
    expect([past.status, past.errorAt("validFrom")]).toEqual([422, expect.stringContaining("不能早于今天")]);
    await (await withStations(url, ...codes(2))).submit({}, { press: "保存到草稿" });
    expect((await publishOn(ask, { validFrom: today() })).status).toBe(409);
    const gone = await (await person.get(`${url}/discard`)).submit();
    expect((await gone.follow()).text).toContain("已放弃草稿");
    expect((await (await person.get(`${url}/publish`)).follow()).text).toContain("这条线路没有草稿");
  });

  it("tells all that is wrong with a line at once, what another line has included", async () => {
    const lines = await db()
      .selectFrom("line")
      .select(["lineName", "lineDeviceNo"])
      .where("lineDeviceNo", "is not", null)
      .where("deletedAt", "is", null)
      .limit(1)
      .execute();
    const [{ lineName, lineDeviceNo }] = lines as [(typeof lines)[number]];
    const typed = { lineName, lineDeviceNo: String(lineDeviceNo), openDate: "2026-02-01", stopDate: "2026-01-01" };
    const errors = async (change: Record<string, string>) => {
      const answer = await (await person.get(`${path}/new`)).submit({ ...typed, ...change });
      return [
        answer.status,
        ...["lineName", "lineDeviceNo", "stopDate", "upMileage"].map((name) => answer.errorAt(name)),
      ];
    };
    const said = ["线路名称已被使用", "线路设备编号已被使用", "停运日期不能早于开线日期"];
    expect(await errors({ lineType: "1", orgId: await firstOrg(), upMileage: "999" })).toEqual([
      422,
      ...said,
      "里程应为 0.1 到 300 公里",
    ]);
    expect(await errors({ orgId: "" })).toEqual([422, ...said, ""]);
  });

  it("keeps a line's type once it has stations", async () => {
    const url = await newLine();
    await (await withStations(url, ...codes(0, 1))).submit({}, { press: "保存到草稿" });
    const refused = await (await person.get(`${url}/edit`)).submit({ lineType: "2" });
    expect([refused.status, refused.errorAt("lineType")]).toEqual([422, expect.stringContaining("不能更改线路类型")]);
  });

  it("shows a person only the lines of their own organisations", async () => {
    const url = await newLine();
    const stranger = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
    for (const page of ["", "/edit", "/stations", "/match", "/publish", "/discard", "/delete", "/history", "/drawing"])
      expect([page, (await stranger.get(url + page)).status]).toEqual([page, 404]);
    expect((await stranger.get(path)).$("tbody").text()).toContain("还没有线路");
    expect((await stranger.post(`${url}/delete`, {})).status).toBe(404);
    const added = await stranger.post(`${path}/new`, {
      lineName: "越权路",
      lineType: "1",
      orgId: await firstOrg(),
    });
    expect([added.status, added.errorAt("orgId")]).toEqual([422, expect.stringContaining("可管理的机构")]);
  });

  it("follows the parameters on the order and names of directions, mileage and spacing", async () => {
    const set = (paramName: string, paramValue: string) =>
      db().updateTable("parameter").set({ paramValue }).where("paramName", "=", paramName).execute();
    const line = await db()
      .selectFrom("line")
      .select(["lineUuid", "upMileage"])
      .where("lineName", "=", "1路")
      .executeTakeFirstOrThrow();
    await db().updateTable("line").set({ upMileage: 99.5 }).where("lineUuid", "=", line.lineUuid).execute();
    const url = `${path}/${line.lineUuid}`;
    const tabs = async () =>
      (await person.get(url))
        .$("nav[aria-label=方向] a")
        .map((_, link) => link.attribs.href!.slice(-1))
        .get();
    expect(await tabs()).toEqual(["1", "2"]);
    await set("S013", "2");
    expect(await tabs()).toEqual(["2", "1"]);
    await set("S013", "1");
    await set("direction.reverse", "1");
    expect((await person.get(url)).$("nav[aria-label=方向] a").first().text()).toContain("下行");
    const swapped = await person.get(`${url}/edit`);
    expect(swapped.$(`label[for="${swapped.$("[name=upFirst]").attr("id")}"]`).text()).toContain("下行首班");
    const factOf = (page: { text: string }) => page.text.match(/(.)行首末班\s*05:00/)?.[1];
    expect([
      factOf(await person.get(url)),
      (await set("direction.reverse", "0"), factOf(await person.get(url))),
    ]).toEqual(["下", "上"]);
    expect((await person.get(url)).$("thead").text()).toContain("站距");
    await set("D016", "0");
    expect((await person.get(url)).$("thead").text()).not.toContain("站距");
    await set("D016", "1");
    expect((await person.get(url)).text).not.toContain("99.500 公里");
    await set("S014", "2");
    expect((await person.get(url)).text).toContain("99.500 公里");
    await set("S014", "1");
  });

  it("finds lines by name, number, pinyin and initials", async () => {
    const night = await db()
      .selectFrom("line")
      .select(["lineName", "lineDeviceNo"])
      .where("lineName", "like", "夜%")
      .executeTakeFirstOrThrow();
    for (const keyword of [night.lineName, String(night.lineDeviceNo), "ye", "夜"]) {
      expect([keyword, (await person.get(`${path}?keyword=${encodeURIComponent(keyword)}`)).$("tbody").text()]).toEqual(
        [keyword, expect.stringContaining(night.lineName)],
      );
    }
  });
});
