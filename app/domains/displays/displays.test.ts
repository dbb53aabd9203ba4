import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { displaysUrl, may } from "./policy";

let admin: Visitor;
beforeAll(async () => {
  admin = await visitorWith(may.read, may.write);
  await sql`insert into bus_position (bus_uuid, dev_uuid, reported_at, lng, lat)
    select bus_uuid, (select dev_uuid from device limit 1), now(), 116.38, 39.87 from bus where bus_self_code = '1001'
    on conflict (bus_uuid) do update set reported_at = now()`.execute(db());
});

const fleet = async (orgName: string) =>
  (await sql<{ orgId: string }>`select org_id from organisation where org_name = ${orgName}`.execute(db())).rows[0]!
    .orgId;

async function newAddress(displayName: string, orgName = "滨江公交", by = admin): Promise<string> {
  const made = await (await by.get(`${displaysUrl}/new`)).submit({ displayName, orgId: await fleet(orgName) });
  const { pathname, search } = new URL(made.$("main a[target]").attr("href")!);
  return pathname + search;
}

it("shows buses and the day's figures to a stranger who holds the address, and refreshes itself", async () => {
  const address = await newAddress("调度大厅");
  const wall = await visitor().get(address);
  expect([wall.status, wall.headers.get("refresh")]).toEqual([200, "20"]);
  expect(wall.$("h1").text()).toBe("调度大厅");
  expect(wall.$("li:contains(在线车辆) strong").text()).toBe("1");
  expect(wall.$("time").first().text()).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(wall.$('[role="status"] span').first().attr("style")).toContain("60s");
  expect(wall.$("a, form, button").length).toBe(0);
  const list = await admin.get(displaysUrl);
  expect(list.$("tr:contains(调度大厅) td").eq(3).text()).toMatch(/^\d{4}-\d\d-\d\d/);
  expect(list.html).not.toContain(new URL(`http://x${address}`).searchParams.get("key"));
});

it("shows the buses of its organisation only", async () => {
  const { rows } = await sql<{ org: string }>`
    select o.org_name as org from organisation o where o.org_type = 3 and o.org_id <> (select org_id from bus where bus_self_code = '1001') limit 1`.execute(
    db(),
  );
  const wall = await visitor().get(await newAddress("别的车队", rows[0]!.org));
  expect(wall.$("li:contains(在线车辆) strong").text()).toBe("0");
  expect(wall.html).not.toContain("1001");
});

it("stands without the frame for somebody signed in, and opens nothing else", async () => {
  const address = await newAddress("二号屏");
  expect((await admin.get(address)).$("nav, header form").length).toBe(0);
  const key = new URL(`http://x${address}`).searchParams.get("key")!;
  const holder = visitor();
  await holder.get(address);
  for (const path of [
    `/bus/bus-monitor?key=${key}`,
    `/homepage?token=${key}`,
    `/bus/bus-monitor/positions?key=${key}`,
  ]) {
    const answer = await (await holder.get(path)).follow();
    expect([path, answer.url.split("?")[0]]).toEqual([path, "/login"]);
  }
  const call = await holder.send("/api/common/v1.0/busStateTree", {
    method: "POST",
    headers: { authorization: key, "content-type": "application/json" },
    body: "{}",
  });
  expect(((await call.json()) as { success: boolean }).success).toBe(false);
});

it("is ended at once by who may, within their organisations", async () => {
  const address = await newAddress("三号屏");
  const [end] = (await admin.get(displaysUrl)).$("tr:contains(三号屏) a:contains(停用)").get();
  const at = end!.attribs.href!;
  const outsider = await enter(await account({ permissions: [may.read, may.write], dataScope: "own" }));
  expect((await outsider.get(displaysUrl)).text).not.toContain("三号屏");
  expect((await outsider.post(at, {})).status).toBe(404);
  expect((await (await visitorWith(may.read)).post(at, {})).location).toMatch(/^\/401/);
  expect((await visitor().get(address)).status).toBe(200);
  expect((await (await admin.get(at)).submit()).status).toBe(303);
  const after = await visitor().get(address);
  expect([after.status, after.text.includes("已停用")]).toEqual([404, true]);
});

it("says what is wrong with a new one", async () => {
  await newAddress("四号屏");
  const form = await admin.get(`${displaysUrl}/new`);
  const again = await form.submit({ displayName: "四号屏", orgId: await fleet("滨江公交") });
  expect([again.status, again.text.includes("已有同名的值班屏在用")]).toEqual([422, true]);
  expect((await form.submit({ displayName: "五号屏", orgId: newKey() })).status).toBe(422);
  expect((await visitor().get("/display")).status).toBe(404);
});
