import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { day } from "../../../../tests/kit/days";
import { may } from "~/domains/lines/policy";
import type { Scenario } from "./schema";

const pages = "/line/line-management";
const drafts = "main table:has(th:contains(每天车公里)) tbody";

let person: Visitor;
let lineUuid: string;
let versionUuid: string;
let dropped: { staUuid: string; staName: string };

const call = async <T>(name: string, body: object) => {
  const answer = await person.call<T>(`/api/line/v1.0/${name}`, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.data;
};

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  const line = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("lineName", "=", demoNames.lines.first)
    .executeTakeFirstOrThrow();
  lineUuid = line.lineUuid;
  await call("update", { lineUuid, departureInterval: "10 分钟", upFirst: "06:00", upLast: "22:00" });
  await call("update", { lineUuid, downFirst: "06:00", downLast: "22:00" });
  const rows = await call<{ staUuid: string; staName: string }[]>("staListByLineUuid", { lineUuid, direction: 1 });
  const opposite = await call<{ staUuid: string }[]>("staListByLineUuid", { lineUuid, direction: 2 });
  const other = new Set(opposite.map((row) => row.staUuid));
  const at = rows.findIndex((row, serial) => serial > 0 && !other.has(row.staUuid));
  dropped = rows[at]!;
  const kept = rows.filter((_, serial) => serial !== at).map((row) => ({ staUuid: row.staUuid }));
  const draft = await call<{ versionUuid: string }>("classifyPreAdd", {
    lineUuid,
    effectiveTime: day(50),
    directions: [{ direction: 1, stationList: kept }],
  });
  versionUuid = draft.versionUuid;
});

it("tells buses and kilometres of a draft beside today's, and which stations lose a line", async () => {
  const asked = { versionUuid, layoverMinutes: 5, upMinutes: 40, downMinutes: 45 };
  const found = await call<Scenario>("classifyScenario", { versions: [{ ...asked, intervalMinutes: 5 }] });
  const [row] = found.rows;
  const km = row!.directions.reduce((all, { mileage }) => all + (mileage ?? 0), 0);
  expect(row).toMatchObject({ draft: { cycle: 95, buses: 19, trips: 386 }, plannedFor: day(50) });
  expect(row!.draft.km).toBeCloseTo(km * 193, 0);
  const now = row!.directions.reduce((all, { runMinutesNow }) => all + runMinutesNow! + 5, 0);
  expect(row!.now).toMatchObject({ buses: Math.ceil(now / 10), trips: 194 });
  expect(found.now.buses).toBe(row!.now!.buses);
  expect(found.stations.find(({ staUuid }) => staUuid === dropped.staUuid)?.loses).toEqual([demoNames.lines.first]);
  expect([found.gaining, found.losing]).toEqual([0, 1]);
  const wrong = await person.call("/api/line/v1.0/classifyScenario", {
    versions: [{ versionUuid, intervalMinutes: 0 }],
  });
  expect(wrong.errors?.[0]).toMatchObject({ path: "versions.0.intervalMinutes", row: 1 });
  expect((await (await visitorWith()).call("/api/line/v1.0/classifyScenario", { versions: [asked] })).reason).toBe(
    "forbidden",
  );
  const own = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
  expect((await own.call("/api/line/v1.0/classifyScenario", { versions: [asked] })).reason).toBe("missing");
});

it("counts a set of ticked lines' drafts on a page, with what stands in their way and where it is mended", async () => {
  const list = await person.get(`${pages}?hasDraft=1`);
  expect(list.$("#ticked button:contains(测算草稿)").attr("formaction")).toBe(`${pages}/scenario`);
  const { lineUuid: second } = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("lineName", "=", demoNames.lines.withDraft)
    .executeTakeFirstOrThrow();
  await call("update", { lineUuid: second, upLast: null });
  const page = await person.get(`${pages}/scenario?ids=${lineUuid}&ids=${second}`);
  expect(page.$(`${drafts} tr:has([name=version])`)).toHaveLength(2);
  expect(page.$("tfoot").text()).toContain("合计");
  expect(page.text).toContain(dropped.staName);
  expect(page.$(`a[href="${pages}/${second}/edit"]`).text()).toContain("没有首末班");
  const query = new URLSearchParams({ version: versionUuid, intervalMinutes: "5", layoverMinutes: "5" });
  const faster = await person.get(`${pages}/scenario?${query}&upMinutes=40&downMinutes=45`);
  expect(faster.$(drafts).text()).toMatch(/19现在 \d+ \+\d+/);
  const wrong = await person.get(`${pages}/scenario?version=${versionUuid}&intervalMinutes=0`);
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("发车间隔应为 1 到 240 分钟")]);
  expect(
    (await person.get(`${pages}/${lineUuid}?version=${versionUuid}`)).$(
      `a[href="${pages}/scenario?version=${versionUuid}"]`,
    ),
  ).toHaveLength(1);
  expect((await person.get(`${pages}/scenario`)).text).toContain("没有草稿");
});

it("takes periods of the day with their own intervals and running times, typed without JavaScript", async () => {
  const first = await person.get(`${pages}/scenario?version=${versionUuid}`);
  const usual = await first.submit({ upMinutes: "40", downMinutes: "45" }, { press: "按早晚高峰、平峰和低峰测算" });
  expect(
    usual
      .$("details[open] input[name=periodName]")
      .map((_, input) => usual.$(input).attr("value") ?? "")
      .get(),
  ).toEqual(["早高峰", "平峰", "晚高峰", "低峰", ""]);
  const intervals = { intervalMinutes: "10", interval1: "5", interval2: "", interval3: "6", interval4: "20" };
  const found = await usual.submit({ ...intervals, layoverMinutes: "5" }, { press: "重新测算" });
  expect(found.text).toContain("23 辆 48 班");
  expect([found.field("interval4"), found.field("interval2")]).toEqual(["20", ""]);
  const asked = {
    periods: [
      { name: "早高峰", from: "07:00", to: "09:00", factor: 1.2 },
      { name: "低峰", from: "19:00", to: "07:00" },
    ],
    versions: [
      { versionUuid, intervalMinutes: 10, periodIntervals: [5, 20], layoverMinutes: 5, upMinutes: 40, downMinutes: 45 },
    ],
  };
  const { rows } = await call<Scenario>("classifyScenario", asked);
  expect(rows[0]!.draft).toMatchObject({
    buses: 23,
    cycle: 112,
    parts: [
      { name: "早高峰", buses: 23, trips: 48 },
      { name: "低峰", buses: 5, trips: 26 },
      { name: "其余时间", buses: 10, trips: 120 },
    ],
  });
  const query = new URLSearchParams({ version: versionUuid, periodName: "早", periodFrom: "07:00", periodTo: "" });
  const wrong = await person.get(`${pages}/scenario?${query}`);
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("时段第 1 行：结束时间应为")]);
  expect(wrong.$("input[name=periodName]").first().attr("value")).toBe("早");
  const refused = await person.call("/api/line/v1.0/classifyScenario", {
    ...asked,
    periods: [...asked.periods, { name: "夜", from: "22:00", to: "23:00" }],
  });
  expect(refused.errors?.[0]?.message).toBe("时段 夜 与 低峰 重叠");
});

it("counts the trips of a timetable where a draft has one and no interval is asked", async () => {
  const services = [1, 2].map((direction) => ({
    versionUuid,
    direction,
    serial: 1,
    serviceName: "平日",
    weekdays: [1, 2, 3, 4, 5],
    departures: [6 * 3600, 7 * 3600, 7 * 3600 + 1200, 8 * 3600],
  }));
  await db().insertInto("lineService").values(services).execute();
  const asked = { versionUuid, layoverMinutes: 5, upMinutes: 40, downMinutes: 45 };
  const timed = await call<Scenario>("classifyScenario", { versions: [asked] });
  expect(timed.rows[0]).toMatchObject({
    intervalMinutes: null,
    draft: { trips: 8, buses: 4, parts: [{ name: "全天", buses: 4, trips: 8 }] },
  });
  expect(timed.rows[0]!.timetable).toEqual(timed.rows[0]!.draft);
  const { rows } = await call<Scenario>("classifyScenario", { versions: [{ ...asked, intervalMinutes: 5 }] });
  expect(rows[0]).toMatchObject({ intervalMinutes: 5, draft: { trips: 386 }, timetable: { trips: 8 } });
  const page = await person.get(`${pages}/scenario?version=${versionUuid}`);
  expect(page.$("input[name=intervalMinutes]").attr("placeholder")).toBe("时刻表");
  expect(page.text).toContain("按时刻表，8 班");
  await db().deleteFrom("lineService").where("versionUuid", "=", versionUuid).execute();
});
