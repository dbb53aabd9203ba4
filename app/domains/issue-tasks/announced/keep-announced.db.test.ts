import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { judgeOne, keepAnnounced } from "./keep-announced.server";

const kept = async () =>
  (
    await sql<{ busUuid: string; standing: number; orgId: string; row: string }>`
      select bus_uuid, standing, org_id, xmin::text || ' ' || ctid::text as row from bus_announced order by bus_uuid`.execute(
      db(),
    )
  ).rows;

/** Every bus judged alone, those that are in service and have a main line today. */
async function oneByOne() {
  const { rows } = await sql<{ busUuid: string }>`
    select bus_uuid from bus where deleted_at is null and bus_state <> 100 order by bus_uuid`.execute(db());
  const judged = await Promise.all(
    rows.map(async ({ busUuid }) => ({ busUuid, standing: (await judgeOne(busUuid))?.rank })),
  );
  return judged.filter(({ standing }) => standing !== undefined);
}

const expectSame = async () => {
  await keepAnnounced();
  const rows = await kept();
  expect(rows.map(({ busUuid, standing }) => ({ busUuid, standing }))).toEqual(await oneByOne());
  return rows;
};

it("judges all buses at once as each is judged alone, whatever changes", async () => {
  const before = await expectSame();
  expect(before.length).toBeGreaterThan(10);
  expect(new Set(before.map(({ standing }) => standing)).size).toBeGreaterThan(2);

  const some = (from: number, count: number) => before.slice(from, from + count).map(({ busUuid }) => busUuid);
  const terminals = sql`select dev_uuid from device where bind_type = 'bus' and dev_type = 1 and deleted_at is null and bind_uuid`;
  await sql`update reported_file set file_version = '0.1' where dev_uuid in (${terminals} = any(${some(0, 5)}))`.execute(
    db(),
  );
  await sql`delete from reported_file where dev_uuid in (${terminals} = any(${some(5, 5)}))`.execute(db());
  await sql`insert into reported_file (dev_uuid, kind, file_no, file_version) select dev_uuid, 1, 'S1', '1.0' from (${terminals} = any(${some(5, 2)})) d on conflict do nothing`.execute(
    db(),
  );
  await sql`update bus set bus_state = 100 where bus_uuid = ${before[10]!.busUuid}`.execute(db());
  const after = await expectSame();
  expect(after.map(({ busUuid }) => busUuid)).not.toContain(before[10]!.busUuid);
  expect(after.map(({ standing }) => standing)).not.toEqual(before.map(({ standing }) => standing));

  await sql`update bus set bus_state = 0 where bus_uuid = ${before[10]!.busUuid}`.execute(db());
  await expectSame();
});

it("writes only what has changed", async () => {
  await keepAnnounced();
  const before = await kept();
  const [bus] = before;
  const { rows } = await sql<{ orgId: string }>`
    select org_id from organisation where deleted_at is null and org_id <> ${bus!.orgId} limit 1`.execute(db());
  await sql`update bus set org_id = ${rows[0]!.orgId} where bus_uuid = ${bus!.busUuid}`.execute(db());
  await keepAnnounced();
  const after = await kept();
  expect(after.filter(({ row }, at) => row !== before[at]!.row)).toMatchObject([
    { busUuid: bus!.busUuid, orgId: rows[0]!.orgId },
  ]);
});

it("lets several processes judge at once", async () => {
  await sql`delete from bus_announced`.execute(db());
  await Promise.all([keepAnnounced(), keepAnnounced(), keepAnnounced()]);
  await expectSame();
});
