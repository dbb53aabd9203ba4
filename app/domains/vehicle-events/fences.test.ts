import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createToken } from "~/domains/reports/queries.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, demoVisitor, enter, visitorWith } from "../../../tests/kit/accounts";
import { mayTake, timeWork } from "../../../tests/kit/slowness";
import { api, type Visitor } from "../../../tests/kit/visit";
import { eventsUrl, may } from "./policy";
import { dropOldRows } from "~/kit/data/db/old-rows.server";
import { oldEvents } from "./queries.server";
import { isInForce, type WatchedFence } from "./rules";
import { type Standing, step } from "./step";

const fenceUrl = "/electronic-fence/electronic-fence-management";
const east = (metres: number) => metres / 85_000;
/** Places by themselves, away from the demo city's fences. */
const centres = { 10: [117.1, 39.5], 20: [117.2, 39.5], 30: [117.3, 39.5], 40: [117.4, 39.5] } as const;
type Rule = keyof typeof centres;

let admin: Visitor;
let token: string;
let orgId: string;

beforeAll(async () => {
  admin = await demoVisitor("admin");
  token = await createToken({ userId: "test" }, `围栏${newKey()}`);
  orgId = (await sql<{ id: string }>`select org_id as id from bus where bus_self_code = '1001'`.execute(db())).rows[0]!
    .id;
  for (const rule of [10, 20, 30, 40] as const) await addFence(rule, `规则${rule}`);
  await untilSeen();
});

/** The program looks once a second whether a fence has changed. */
const untilSeen = () => new Promise((done) => setTimeout(done, 1100));

/** As after a restart: how buses stand to fences is read from the database. */
async function readAnew(): Promise<void> {
  await sql`update fence set version = version + 1 where fence_name = '规则30'`.execute(db());
  await untilSeen();
}

async function addFence(rule: Rule, fenceName: string, more: object = {}): Promise<void> {
  const [lng, lat] = centres[rule];
  const form = await admin.get(`${fenceUrl}/new`);
  const limits = { limitSpeed: rule === 30 ? "40" : "", stopMinutes: rule === 40 ? "5" : "" };
  const saved = await form.submit({
    fenceNum: newKey().slice(-10),
    fenceName,
    useType: "7",
    orgId,
    shape: "1",
    radius: "200",
    ruleType: String(rule),
    lng: String(lng),
    lat: String(lat),
    scopeAll: null,
    busUuids: "1001",
    ...limits,
    ...more,
  });
  expect([saved.status, saved.text.slice(0, saved.status === 303 ? 0 : 3000)]).toEqual([303, ""]);
}

let clock = Date.now() - 20 * 3_600_000;
type Move = [metres: number, speed: number | null, seconds?: number];

/** Each move in a report of its own, by a bus that is so many metres east of a fence's centre. */
async function drive(
  rule: Rule,
  moves: Move[],
  devSelfCode: string = fleetNames.devices.ofFirstBus,
): Promise<string[]> {
  const [lng, lat] = centres[rule];
  const times: string[] = [];
  for (const [metres, speed, seconds = 10] of moves) {
    clock += seconds * 1000;
    const reportedAt = new Date(clock).toISOString();
    const answer = await api(token).call<{ accepted: number }>("/api/device-report/v1.0/report", {
      reports: [{ devSelfCode, reportedAt, lng: lng + east(metres), lat, ...(speed !== null && { speed }) }],
    });
    expect(answer.data.accepted).toBe(1);
    times.push(reportedAt);
  }
  return times;
}

const eventsIn = async (rule: Rule) =>
  (
    await sql<{ began: Date; ended: Date | null; top: number | null; code: string }>`
      select began_at as began, ended_at as ended, top_speed as top, bus_self_code as code from vehicle_event join bus using (bus_uuid)
      where kind = ${rule} and vehicle_event.lng between ${centres[rule][0] - 0.02} and ${centres[rule][0] + 0.02} order by began_at`.execute(
      db(),
    )
  ).rows.map(({ began, ended, ...rest }) => ({
    began: began.toISOString(),
    ended: ended?.toISOString() ?? null,
    ...rest,
  }));

describe("a fence", () => {
  it("not to be entered raises one event, however a position at its edge jumps", async () => {
    const times = await drive(10, [
      ...([
        [400, 30],
        [190, 30],
        [230, 30],
      ] satisfies Move[]),
      ...([
        [150, 30],
        [100, 30],
        [0, 30],
        [205, 5],
        [195, 5],
        [230, 5],
        [180, 5],
      ] satisfies Move[]),
    ]);
    expect(await eventsIn(10)).toEqual([{ began: times[3], ended: null, top: 30, code: "1001" }]);
    const monitor = await (await visitorWith("bus-monitor.read", may.read)).get("/bus/bus-monitor");
    expect(monitor.$(`a[href="${eventsUrl}?open=1"]`).text()).toBe("进行中的事件 1 起");
    const out = await drive(10, [
      [300, 30],
      [400, 30],
      [500, 30],
    ]);
    expect(await eventsIn(10)).toEqual([expect.objectContaining({ began: times[3], ended: out[0] })]);
  });

  it("not to be entered sees who passes through between two reports, and ends with the last report before a silence", async () => {
    const before = (await eventsIn(10)).length;
    const passed = await drive(10, [
      [500, 90, 3600],
      [250, 90, 10],
      [-250, 90, 20],
      [-500, 90, 10],
    ]);
    const [event, ...more] = (await eventsIn(10)).slice(before);
    expect([event?.code, more]).toEqual(["1001", []]);
    expect(event!.began > passed[1]! && event!.ended! < passed[2]! && event!.began < event!.ended!).toBe(true);
    const stayed = await drive(10, [
      [150, 5, 10],
      [140, 5, 10],
      [130, 0, 10],
      [900, 30, 3600],
    ]);
    const last = (await eventsIn(10)).at(-1)!;
    expect([last.began, last.ended]).toEqual([stayed[0], stayed[2]]);
    const list = await (await visitorWith(may.read)).get(`${eventsUrl}?bus=1001&kind=10`);
    expect(list.text).toContain("之后失联");
  });

  it("ignores positions that come late, and other buses than its own", async () => {
    const before = await eventsIn(10);
    clock -= 600_000;
    await drive(10, [
      [0, 30],
      [0, 30],
      [0, 30],
    ]);
    clock += 700_000;
    await drive(
      10,
      [
        [0, 30],
        [0, 30],
      ],
      "SB0002",
    );
    expect(await eventsIn(10)).toEqual(before);
  });

  it("not to be left raises an event for a bus that was inside, and none for one that never was", async () => {
    await drive(20, [
      [900, 30],
      [800, 30],
    ]);
    expect(await eventsIn(20)).toEqual([]);
    await drive(20, [
      [100, 10],
      [50, 10],
      [100, 10],
    ]);
    await readAnew();
    const out = await drive(20, [
      [260, 30],
      [205, 30],
      [260, 30],
      [900, 30],
    ]);
    const back = await drive(20, [
      [100, 10],
      [90, 10],
    ]);
    expect(await eventsIn(20)).toEqual([{ began: out[2], ended: back[0], top: 30, code: "1001" }]);
  });

  it("with a speed limit raises an event from the second position too fast to the second within it", async () => {
    const times = await drive(30, [
      [150, 39],
      [100, 43],
      [80, 45],
      [60, 38],
      [40, 50],
      [0, 61.5],
      [-40, 41],
      [-60, 40],
      [-80, 35],
    ]);
    expect(await eventsIn(30)).toEqual([{ began: times[4], ended: times[7], top: 61.5, code: "1001" }]);
  });

  it("with a longest stop raises an event when a bus has stood longer, from when it stood", async () => {
    const times = await drive(40, [
      [100, 20],
      [60, 0],
      [62, 0, 100],
      [58, 1, 100],
      [60, 12],
      [61, 0],
      [60, 0, 100],
    ]);
    expect(await eventsIn(40)).toEqual([expect.objectContaining({ began: times[1], ended: null })]);
    const on = await drive(40, [
      [100, 20],
      [140, 25],
    ]);
    await drive(40, [
      [150, 0],
      [150, 0, 100],
      [250, 30],
      [300, 30],
    ]);
    expect(await eventsIn(40)).toEqual([expect.objectContaining({ began: times[1], ended: on[0] })]);
  });

  it("raises no event twice when everything is forgotten in between, and ends what a switched off fence had begun", async () => {
    const begun = (await eventsIn(10)).length;
    await drive(10, [
      [100, 30],
      [90, 30],
    ]);
    await readAnew();
    await drive(10, [
      [80, 30],
      [70, 30],
      [60, 30],
    ]);
    expect((await eventsIn(10)).map(({ ended }) => ended === null)).toEqual([
      ...Array<boolean>(begun).fill(false),
      true,
    ]);
    await sql`update fence set enabled = false, version = version + 1 where fence_name = '规则10'`.execute(db());
    await untilSeen();
    await drive(10, [[50, 30]]);
    expect((await eventsIn(10)).map(({ ended }) => ended === null)).not.toContain(true);
  });
});

describe("the list of events", () => {
  it("finds them by fence, bus, kind, day and state, shows each with its place, and exports them", async () => {
    const person = await visitorWith(may.read, "fence.read", "bus.read");
    const list = await person.get(`${eventsUrl}?bus=1001&kind=30`);
    expect(list.$("h1").text()).toBe("报警与围栏事件");
    const row = list.$("tbody tr");
    expect([row.length, row.text()]).toEqual([1, expect.stringMatching(/超速.*1001.*规则30.*40 公里\/时.*62/)]);
    const event = await person.get(row.find("a").first().attr("href")!);
    expect(event.text).toMatch(/超速.*规则30.*不到 1 分钟/s);
    expect(event.$("svg[role=img], svg[aria-label], svg title").length).toBeGreaterThan(0);
    expect((await person.get(`${eventsUrl}?kind=10&open=1`)).$("tbody").text()).toContain("没有符合条件的记录");
    expect((await person.get(`${eventsUrl}?from=2026-02-31&kind=90`)).$('[role="alert"]').text()).toMatch(/未生效/);
    expect((await person.get(`${eventsUrl}/${"0".repeat(32)}`)).status).toBe(404);
    expect((await person.get(`${eventsUrl}/export?kind=20`)).html).toMatch(/离开禁出区,.*1001/);
    const bus = await person.get(list.$('a[href^="/bus/bus-management/"]').attr("href")!);
    expect(bus.$("section:contains(围栏事件) li").first().text()).toContain("进入禁入区");
  });

  it("asks for its permission, and shows only events of buses of the viewer's organisations", async () => {
    expect((await (await visitorWith("fence.read")).get(eventsUrl)).status).toBe(303);
    const other = await sql<{ id: string }>`select org_id as id from organisation where org_name = '三车队'`.execute(
      db(),
    );
    const nobody = await enter(
      await account({ permissions: [may.read, "bus-monitor.read"], dataScope: "own", orgId: other.rows[0]!.id }),
    );
    expect((await nobody.get(eventsUrl)).$("tbody").text()).toContain("还没有事件");
    const { rows } = await sql<{ key: string }>`select event_uuid as key from vehicle_event limit 1`.execute(db());
    expect((await nobody.get(`${eventsUrl}/${rows[0]!.key}`)).status).toBe(404);
    expect((await nobody.get("/homepage")).$("li:contains(今日报警与围栏事件)").text()).toMatch(
      /^今日报警与围栏事件0 起/,
    );
  });
});

it("drops what ended before the months that are kept, and nothing that goes on", async () => {
  const { rows } = await sql<{ bus: string; fence: string }>`
    select bus_uuid as bus, (select fence_uuid from fence where fence_name = '规则10') as fence from bus where bus_self_code = '1002'`.execute(
    db(),
  );
  const { bus, fence } = rows[0]!;
  const begun = ["2024-01-05", "2024-01-06", "2025-10-31", "2025-11-01"];
  for (const [place, day] of begun.entries())
    await sql`insert into vehicle_event (event_uuid, fence_uuid, bus_uuid, kind, began_at, ended_at, lng, lat)
      values (${newKey()}, ${fence}, ${bus}, 10, ${day}, ${place === 0 ? null : day}, 117, 39)`.execute(db());
  expect(await dropOldRows(oldEvents, new Date("2026-11-15"))).toBe(2);
  const left = await sql<{
    began: Date;
  }>`select began_at as began from vehicle_event where bus_uuid = ${bus} order by 1`.execute(db());
  expect(left.rows.map(({ began }) => began.toISOString().slice(0, 10))).toEqual(["2024-01-05", "2025-11-01"]);
});

describe("a rule's hours", () => {
  const night = {
    timeWindows: [{ from: "22:00", to: "06:00" }],
    weekdays: [5],
    beginDate: null,
    endDate: "2026-11-20",
  };
  const at = (text: string) => Date.parse(`${text}+08:00`);

  it.each([
    ["2026-11-20T21:59", false],
    ["2026-11-20T22:00", true],
    // Saturday's small hours belong to Friday's night, the last that counts.
    ["2026-11-21T05:59", true],
    ["2026-11-21T06:00", false],
    ["2026-11-20T05:00", false],
    ["2026-11-27T23:00", false],
  ])("at %s hold: %s", (moment, holds) => {
    expect(isInForce(night, at(moment), "Asia/Shanghai")).toBe(holds);
  });
});

it("acts on 20,000 positions in a moment", async () => {
  const fence = { ruleType: 10, shape: { kind: "circle", centre: [117, 39], radius: 200 } } as unknown as WatchedFence;
  const [ms] = await timeWork(() => {
    let standing: Standing | undefined;
    for (let at = 0; at < 20_000; at++)
      standing = step(fence, standing, { busUuid: "b", at, place: [117 + east((at % 600) - 300), 39], kmh: 20 });
  });
  expect(ms).toBeLessThan(mayTake(1000));
});
