import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import { driveOnce, drivesOf, isDemoDriven, startDemoDrive } from "./queries.server";

vi.hoisted(() => (process.env.DEMO_DRIVE = "1"));

afterEach(async () => {
  vi.useRealTimers();
  await sql`delete from bus_position`.execute(db());
});

const positions = async () => {
  const { rows } = await sql<{ lng: number; lat: number }>`select lng, lat from bus_position`.execute(db());
  return rows;
};
/** What is known of real devices counts for half a minute; each look lies beyond those of the tests before. */
const later = () => {
  ahead += 31_000;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(began + ahead);
};
const began = Date.now();
let ahead = 60_000;

it("lets the demo city's buses drive while somebody is signed in, and says so where they are seen", async () => {
  await sql`update session set ended_at = now() where ended_at is null`.execute(db());
  await turn();
  expect(await positions()).toEqual([]);
  const person = await demoVisitor("admin");
  await turn();
  const first = await positions();
  expect(first.length).toBeGreaterThan(20);
  const monitor = await person.get("/bus/bus-monitor");
  expect(monitor.text).toContain("演示：位置由程序模拟");
  expect((await person.get("/homepage")).text).toContain("车辆位置由程序模拟");
  await turn();
  expect(await positions(), "another process has just driven").toEqual(first);
  await driveOnce(await drivesOf(500, "system"), Date.now() + 20_000);
  expect(await positions()).not.toEqual(first);
});

it("ends as soon as a real device has reported, by a token in use or as one that somebody added", async () => {
  await demoVisitor("admin");
  later();
  expect(await isDemoDriven()).toBe(true);
  const tokenId = newKey();
  await sql`insert into device_token (token_id, token_name, token_hash, created_by, last_used_at) values (${tokenId}, '调度系统', ${Buffer.from(tokenId)}, 'x', now())`.execute(
    db(),
  );
  expect(await isDemoDriven(), "known for half a minute").toBe(true);
  later();
  expect(await isDemoDriven()).toBe(false);
  await turn();
  expect(await positions()).toEqual([]);
  await sql`update device_token set last_used_at = now() - interval '2 hours' where token_id = ${tokenId}`.execute(
    db(),
  );
  later();
  expect(await isDemoDriven()).toBe(true);
  const added = await sql<{ devUuid: string }>`
    update device set created_by = 'x', last_connect_time = now() where dev_uuid = (select dev_uuid from device where deleted_at is null limit 1) returning dev_uuid`.execute(
    db(),
  );
  later();
  expect(await isDemoDriven()).toBe(false);
  await sql`update device set created_by = 'system' where dev_uuid = ${added.rows[0]!.devUuid}`.execute(db());
});

/** One look of the clock. */
async function turn(): Promise<void> {
  const end = startDemoDrive();
  await end();
}

it("stands still while a terminal speaks with a secret of its own, and goes on once that is ended", async () => {
  await demoVisitor("admin");
  const tokenId = newKey();
  await sql`
    insert into device_link_token (token_id, dev_uuid, token_hash, created_by, last_used_at)
    select ${tokenId}, dev_uuid, ${Buffer.from(tokenId)}, 'x', now() from device
    where deleted_at is null and not exists (select from device_link_token t where t.dev_uuid = device.dev_uuid) limit 1`.execute(
    db(),
  );
  later();
  expect(await isDemoDriven()).toBe(false);
  await sql`update device_link_token set ended_at = now() where token_id = ${tokenId}`.execute(db());
  later();
  expect(await isDemoDriven()).toBe(true);
});
