import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { closeDatabase, pool } from "~/kit/data/db/pool.server";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import { demoVisitor } from "../kit/accounts";
import { startBuiltJobs } from "../kit/jobs";
import { mayTake, measureSlowness } from "../kit/slowness";
import { SwallowingProxy } from "../kit/swallowing-proxy";
import type { Visitor } from "../kit/visit";

vi.hoisted(() => (process.env.DB_SILENCE_SECONDS = "1"));

const direct = process.env.DATABASE_URL!;
const page = "/station/station-management";
let proxy: SwallowingProxy;
let person: Visitor;

beforeAll(async () => {
  await closeDatabase();
  proxy = await SwallowingProxy.start(direct);
  process.env.DATABASE_URL = proxy.url;
  person = await demoVisitor("admin");
});
afterAll(async () => {
  await closeDatabase();
  proxy.close();
  process.env.DATABASE_URL = direct;
});
/** All connections that the program may have. */
beforeEach(async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  for (const client of clients) client.release();
});

async function healthStatus(): Promise<number> {
  return (await person.send("/healthz")).status;
}

async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) await sleep(100);
  return (performance.now() - began) / 1000;
}

it("pages come back within seconds when all connections die without a word, and health says so meanwhile", async () => {
  expect([await healthStatus(), (await person.get(page)).status]).toEqual([200, 200]);
  expect(proxy.swallow()).toBe(10);
  expect(await healthStatus()).toBe(503);
  const seconds = await secondsUntil(async () => (await person.send(page)).status === 200);
  expect(seconds).toBeLessThan(mayTake(6 * measureSlowness()));
  expect(await healthStatus()).toBe(200);
});

it("a change that died in its middle is told at once and holds nothing up afterwards", async () => {
  const client = await pool().connect();
  const change = async () => {
    await client.query("begin");
    await client.query("update role set remark = remark");
    proxy.swallow();
    await client.query("select 1");
  };
  const [answer] = await Promise.allSettled([change()]);
  client.release(true);
  expect(answer).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("terminated") as string },
  });
  await pool().query("set lock_timeout = 1; update role set remark = remark; reset lock_timeout");
});

it("a statement that takes long is left in peace, and so are the connections beside it", async () => {
  const before = pool().totalCount;
  await pool().query("select pg_sleep(5)");
  expect(pool().totalCount).toBe(before);
});

it("jobs run when the connection that says which are alive has died too", async () => {
  await startBuiltJobs();
  expect(proxy.swallow()).toBeGreaterThan(10);
  await secondsUntil(async () => (await person.send(page)).status === 200);
  const form = await person.get("/map/data-down-load/import");
  const sent = await form.submit({}, { files: { file: new File([toOsmXml(town())], "town.osm") } });
  expect([sent.status, (await person.settled(sent.location!)).text]).toEqual([
    303,
    expect.stringContaining("确认导入"),
  ]);
});
