import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { createToken } from "~/domains/reports/queries.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import { api, visitor, type Visitor } from "../../../tests/kit/visit";
import { displaysUrl } from "../displays/policy";
import { eventsUrl, may } from "./policy";

const [emergency, overspeed, antenna] = [1, 2, 32];
let admin: Visitor;
let token: string;
let clock = Date.now() - 3_600_000;

beforeAll(async () => {
  admin = await demoVisitor("admin");
  token = await createToken({ userId: "test" }, `报警${newKey()}`);
});
beforeEach(async () => {
  await sql`delete from vehicle_event`.execute(db());
});

async function report(alarm: number | undefined, seconds = 10): Promise<void> {
  clock += seconds * 1000;
  const { data, errors } = await api(token).call<{ accepted: number }>("/api/device-report/v1.0/report", {
    reports: [
      {
        devSelfCode: fleetNames.devices.ofFirstBus,
        reportedAt: new Date(clock).toISOString(),
        lng: 116.38,
        lat: 39.87,
        speed: 31,
        ...(alarm !== undefined && { alarm }),
      },
    ],
  });
  expect([data.accepted, errors]).toEqual([1, undefined]);
}

const events = async () =>
  (
    await sql<{ kind: number; isOpen: boolean }>`
      select kind, ended_at is null as is_open from vehicle_event order by began_at, kind`.execute(db())
  ).rows.map(({ kind, isOpen }) => `${kind} ${isOpen ? "进行中" : "已结束"}`);

it("is one event from the bit's coming to its going, goes on where it comes again at once, and is none of a faulty antenna", async () => {
  await report(antenna);
  expect(await events()).toEqual([]);
  await report(overspeed);
  await report(overspeed | emergency);
  await report(overspeed | emergency);
  expect(await events()).toEqual(["101 进行中", "100 进行中"]);
  await report(undefined);
  expect(await events()).toEqual(["101 进行中", "100 进行中"]);
  await report(emergency);
  expect(await events()).toEqual(["101 已结束", "100 进行中"]);
  await report(emergency | overspeed, 30);
  expect(await events()).toEqual(["101 进行中", "100 进行中"]);
  await report(0);
  await report(overspeed, 300);
  expect(await events()).toEqual(["101 已结束", "100 已结束", "101 进行中"]);
});

it("that is urgent stands on monitor, homepage, wall and in the list until somebody says what was done, though the bit has gone", async () => {
  await report(emergency);
  await report(0);
  expect((await admin.get("/bus/bus-monitor")).text).toContain("紧急报警 1 起未处理");
  expect((await admin.get("/homepage")).text).toContain("紧急报警 1 起未处理");
  const made = await (
    await admin.get(`${displaysUrl}/new`)
  ).submit({
    displayName: `报警墙${newKey().slice(-4)}`,
    orgId: (await sql<{ id: string }>`select org_id as id from bus where bus_self_code = '1001'`.execute(db())).rows[0]!
      .id,
  });
  const { pathname, search } = new URL(made.$("main a[target]").attr("href")!);
  const wall = async () => (await visitor().get(pathname + search)).$("main, body").text();
  expect(await wall()).toMatch(/紧急报警未处理\s*1/);
  const list = await admin.get(`${eventsUrl}?urgent=1&handled=0`);
  expect(list.$("tbody tr").length).toBe(1);
  expect(list.$("tbody tr").text()).toMatch(/紧急报警未处理1001/);
  const eventPage = list.$("tbody a[href*='fence-events/']").attr("href")!;
  const csv = await (await admin.send(`${eventsUrl}/export?urgent=1`)).text();
  expect(csv).toContain("未处理");

  const form = await admin.get(`${eventPage}/acknowledge`);
  const empty = await form.submit({ note: "" });
  expect([empty.status, empty.errorAt("note")]).toEqual([422, "请输入处理情况"]);
  const kept = await form.submit({ note: "已电话联系驾驶员，误触" });
  expect(kept.status).toBe(303);
  const page = await admin.get(eventPage);
  expect(page.text).toContain("已电话联系驾驶员，误触");
  expect((await form.submit({ note: "再处理一次" })).text).toContain("这件事已有人处理");
  expect((await admin.get("/bus/bus-monitor")).text).not.toContain("紧急报警 1 起");
  expect(await wall()).toMatch(/紧急报警未处理\s*0/);
});

it("is seen to only by who may, and of one's own organisations", async () => {
  await report(emergency);
  const [event] = (await sql<{ key: string }>`select event_uuid as key from vehicle_event`.execute(db())).rows;
  const reader = await visitorWith(may.read);
  const page = await reader.get(`${eventsUrl}/${event!.key}`);
  expect([page.status, page.$(`a[href$='/acknowledge']`).length]).toEqual([200, 0]);
  expect((await reader.get(`${eventsUrl}/${event!.key}/acknowledge`)).status).toBe(303);
});
