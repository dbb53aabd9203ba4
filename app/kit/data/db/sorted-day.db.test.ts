import { type RawBuilder, sql } from "kysely";
import { expect, it } from "vitest";
import { sqlState } from "./failures";
import { db, inTransaction, newKey } from "./pool.server";
import { isSortedFor, keepSortedDay } from "./sorted-day.server";

const read = async <T>(query: RawBuilder<T>) => (await query.execute(db())).rows;

/** Some row's key, another each time that it is asked. */
const some = (table: string, key: string, condition = sql`true`) =>
  sql`(select ${sql.ref(key)} from ${sql.table(table)} where ${condition} order by md5(${sql.ref(key)} || ${String((turn += 1))}) limit 1)`;
let turn = 0;

const differing = (day: string) =>
  read(sql<{ table: string; key: string; kept: string; said: string }>`
    select * from (
      select 'bus' as table, bus_uuid as key, sort_line as kept, (select line_uuid from bus_line bl where bl.bus_uuid = bus.bus_uuid and is_main and valid @> ${day}::date) as said from bus
      union all select 'devices of bus', bus_uuid, sort_devices::text, (select count(*) from device d where bind_type = 'bus' and bind_uuid = bus_uuid and d.deleted_at is null)::text from bus
      union all select 'station', sta_uuid, sort_lines::text, (
        select count(distinct l.line_uuid) from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid) join line_station s using (version_uuid)
        where s.sta_uuid = station.sta_uuid and v.valid @> ${day}::date and l.deleted_at is null and c.deleted_at is null and v.deleted_at is null)::text from station
      union all select 'device', dev_uuid, sort_org,
        coalesce((select org_id from bus where bind_type = 'bus' and bus_uuid = bind_uuid), (select org_id from depot where bind_type = 'parking' and parking_uuid = bind_uuid)) from device
    ) compared where kept is distinct from said`);

const bus = () => some("bus", "bus_uuid");
const version = () => some("line_version", "version_uuid", sql`valid is not null`);
const mainLine = () => some("bus_line", "bus_line_uuid", sql`is_main and upper_inf(valid)`);
const device = () => some("device", "dev_uuid");
const turned = sql`deleted_at = case when deleted_at is null then now() end`;
const ended = sql`valid = daterange(lower(valid), greatest(current_date, lower(valid) + 1))`;

const changes: Record<string, () => RawBuilder<unknown>> = {
  "a bus gets another line": () =>
    sql`update bus_line set line_uuid = ${some("line", "line_uuid")} where bus_line_uuid = ${mainLine()}`,
  "a bus's line ends": () => sql`update bus_line set ${ended} where bus_line_uuid = ${mainLine()}`,
  "a bus loses its lines": () => sql`delete from bus_line where bus_uuid = ${bus()}`,
  "a bus gets a line": () => sql`
    insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid)
    values (${newKey()}, ${some("bus", "bus_uuid", sql`sort_line is null`)}, ${some("line", "line_uuid")}, true, daterange(date '2001-01-01' + ${turn}::int % 30, null))`,
  "a version ends": () => sql`update line_version set ${ended} where version_uuid = ${version()}`,
  "a version goes to the bin or comes back": () =>
    sql`update line_version set ${turned} where version_uuid = ${version()}`,
  "a version is struck out": () => sql`delete from line_version where version_uuid = ${version()}`,
  "a version loses a station": () =>
    sql`delete from line_station where version_uuid = ${version()} and serial = 1 + ${turn}::int % 3`,
  "a version calls elsewhere": () =>
    sql`update line_station set sta_uuid = ${some("station", "sta_uuid")} where version_uuid = ${version()} and serial = 4`,
  "a version gets a station": () => sql`
    insert into line_station (version_uuid, direction, serial, sta_uuid, sta_type)
    values (${version()}, 1, 400 + ${turn}::int % 100, ${some("station", "sta_uuid")}, 1)`,
  "a version comes into force": () => sql`
    update line_version set state = 'effective', valid = daterange(date '2001-01-01' + ${turn}::int % 30, null)
    where version_uuid = ${some("line_version", "version_uuid")}`,
  "a variant goes or comes back": () =>
    sql`update line_classify set ${turned} where classify_sid = ${some("line_classify", "classify_sid")}`,
  "a line goes or comes back": () => sql`update line set ${turned} where line_uuid = ${some("line", "line_uuid")}`,
  "a device is bound to another bus": () =>
    sql`update device set bind_type = 'bus', bind_uuid = ${bus()} where dev_uuid = ${device()}`,
  "a device is bound to a depot": () =>
    sql`update device set bind_type = 'parking', bind_uuid = ${some("depot", "parking_uuid")} where dev_uuid = ${device()}`,
  "a device is let go": () => sql`update device set bind_type = null, bind_uuid = null where dev_uuid = ${device()}`,
  "a device goes to the bin or comes back": () => sql`update device set ${turned} where dev_uuid = ${device()}`,
  "a bus goes to another organisation": () =>
    sql`update bus set org_id = ${some("organisation", "org_id")} where bus_uuid = ${bus()}`,
  "a depot goes to another organisation": () =>
    sql`update depot set org_id = ${some("organisation", "org_id")} where parking_uuid = ${some("depot", "parking_uuid")}`,
};

/** How many rows a change wrote; none where a constraint refused it. */
async function apply(change: () => RawBuilder<unknown>): Promise<number> {
  try {
    return Number((await change().execute(db())).numAffectedRows);
  } catch (error) {
    if (!sqlState(error)?.startsWith("23")) throw error;
    return 0;
  }
}

it("keeps what lists are sorted by as the tables say it, whatever changes them, on each day", async () => {
  const [now] = await read(sql<{ day: string }>`select current_date::text as day`);
  await keepSortedDay(now!.day);
  const [kept] = await read(sql<Record<string, number>>`
    select (select count(distinct sort_line) from bus) as lines, (select count(distinct sort_lines) from station) as calls,
      (select count(distinct sort_devices) from bus) as devices, (select count(distinct sort_org) from device) as organisations`);
  expect(Object.values(kept!).every((many) => many > 1)).toBe(true);
  const written = new Map(Object.keys(changes).map((name) => [name, 0]));
  for (const day of [now!.day, "2001-01-15", "2026-01-01"]) {
    await keepSortedDay(day);
    expect([day, isSortedFor(day), await differing(day)]).toEqual([day, true, []]);
    for (let round = 0; round < 5; round++)
      for (const [name, change] of Object.entries(changes)) {
        written.set(name, written.get(name)! + (await apply(change)));
        expect([day, name, await differing(day)]).toEqual([day, name, []]);
      }
  }
  expect([...written].filter(([, rows]) => rows === 0)).toEqual([]);
});

it("moves the day again in a database that came back as of an earlier one", async () => {
  await keepSortedDay("2026-01-01");
  await sql`select keep_sorted_day('2025-01-01')`.execute(db());
  await keepSortedDay("2026-01-01");
  expect(await read(sql`select day::text from sorted_day`)).toEqual([{ day: "2026-01-01" }]);
  expect(await differing("2026-01-01")).toEqual([]);
});

it("counts right where several bind devices to a bus at once", async () => {
  const [taken] = await read(sql<{ key: string }>`select ${bus()} as key`);
  const devices = await read(
    sql<{
      key: string;
    }>`select dev_uuid as key from device where bind_uuid is distinct from ${taken!.key} and deleted_at is null limit 6`,
  );
  await Promise.all(
    devices.map(({ key }) =>
      inTransaction(async (trx) => {
        await sql`update device set bind_type = 'bus', bind_uuid = ${taken!.key} where dev_uuid = ${key}`.execute(trx);
        await sql`select pg_sleep(0.05)`.execute(trx);
      }),
    ),
  );
  expect(devices.length).toBeGreaterThan(2);
  const [kept] = await read(sql<{ day: string }>`select day::text as day from sorted_day`);
  expect(await differing(kept!.day)).toEqual([]);
});
