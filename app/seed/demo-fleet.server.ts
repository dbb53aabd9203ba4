import { boxText } from "~/domains/fences/holds-point.server";
import { sql, type Transaction } from "kysely";
import { recordChange } from "~/kit/data/db/history.server";
import { newKey } from "~/kit/data/db/pool.server";
import { plainRecord, type RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { personKeys, searchKeys } from "~/kit/data/search/search-keys";
import { boxOf, growBox } from "~/transit/geo/lng-lat";
import { pointsOf } from "~/transit/geo/shape";
import {
  demoBuses,
  demoBusModels,
  demoDepots,
  demoDeviceModels,
  demoDevices,
  demoExpiries,
  demoFences,
  demoPersons,
  demoPosts,
  fleetNames,
} from "./demo-fleet";

const bySystem = { createdBy: "system", updatedBy: "system" };

export async function seedDemoFleet(trx: Transaction<DB>, fleets: readonly string[]): Promise<void> {
  const busModels = await seed(
    trx,
    "busModel",
    "bus-models",
    "modelUuid",
    demoBusModels.map((model) => ({ ...model, ...searchKeys(model.modelName, model.modelNum) })),
  );
  const deviceModels = await seed(
    trx,
    "deviceModel",
    "device-models",
    "modelUuid",
    demoDeviceModels.map((model) => ({ ...model, ...searchKeys(model.modelName, model.modelNum) })),
  );
  const posts = await seed(
    trx,
    "post",
    "posts",
    "postUuid",
    demoPosts.map((post) => ({ ...post, ...searchKeys(post.postName, post.postCode) })),
  );
  const depots = await seed(
    trx,
    "depot",
    "depots",
    "parkingUuid",
    demoDepots.map(({ org, ...depot }) => ({
      ...depot,
      orgId: fleets[org]!,
      ...searchKeys(depot.parkingName, depot.parkingNum),
    })),
  );
  const persons = await seedPersons(trx, fleets, posts);
  const buses = await seedBuses(trx, { fleets, busModels, depots, persons });
  await seedDevices(trx, deviceModels, { bus: buses, parking: depots, station: await boardStations(trx) });
  await seedFences(trx, fleets, depots);
}

async function seedPersons(
  trx: Transaction<DB>,
  fleets: readonly string[],
  posts: readonly string[],
): Promise<string[]> {
  const due = demoPersons.map((_, place) => addDays(today(), place === 4 ? 20 : 400 + place));
  const rows = demoPersons.map(({ org, post, ...person }, place) => {
    const dates = post === 1 && { licenseExpire: due[place], qualificationExpire: due[place] };
    return {
      ...person,
      ...dates,
      orgId: fleets[org]!,
      postUuid: posts[post - 1]!,
      ...personKeys(person.name, person.jobNumber, person.phone),
    };
  });
  return seed(trx, "person", "persons", "personUuid", rows);
}

interface BusRelations {
  fleets: readonly string[];
  busModels: readonly string[];
  depots: readonly string[];
  persons: readonly string[];
}

/** The buses, each authorised on one of its fleet's lines as its main one, every third on a second line as well. */
async function seedBuses(
  trx: Transaction<DB>,
  { fleets, busModels, depots, persons }: BusRelations,
): Promise<string[]> {
  const rows = [];
  for (const { org, model, depot, driver, ...bus } of demoBuses) {
    const expiries = demoExpiries(Number(bus.busSelfCode) - 1000);
    rows.push({
      ...bus,
      ...Object.fromEntries(expiries.map(([name, days]) => [name, addDays(today(), days)])),
      modelUuid: busModels[model]!,
      orgId: fleets[org]!,
      parkingUuid: depots[depot]!,
      fixedDriver: driver === null ? null : persons[driver]!,
      ...searchKeys(bus.plateNum, bus.busSelfCode),
    });
  }
  const buses = await seed(trx, "bus", "buses", "busUuid", rows);
  const lines = await trx
    .selectFrom("line")
    .select(["lineUuid", "orgId"])
    .where("deletedAt", "is", null)
    .orderBy("nameOrder")
    .execute();
  for (const [place, busUuid] of buses.entries()) {
    const { org, busState } = demoBuses[place]!;
    if (busState === 100) continue;
    const own = lines.filter((line) => line.orgId === fleets[org]);
    const [main, other] = [own[place % own.length]!, own[(place + 1) % own.length]!];
    await authorise(trx, busUuid, main.lineUuid, true, "[2026-01-01,)");
    if (place % 3 === 0 && other !== main) await authorise(trx, busUuid, other.lineUuid, false, "[2026-03-01,)");
    const driver = demoBuses[place]!.driver;
    if (driver !== null)
      await trx.insertInto("personPreset").values({ busUuid, personUuid: persons[driver]!, sort: 1 }).execute();
    if (driver !== null)
      await trx
        .insertInto("personLine")
        .values({
          personLineUuid: newKey(),
          personUuid: persons[driver]!,
          lineUuid: main.lineUuid,
          isMain: true,
          valid: "[2026-01-01,)",
        })
        .execute();
  }
  // What stands in tables of its own belongs to the first entry too, or the first conflict would not know what was there.
  await sql`update history set after = after || jsonb_build_object(
      'lineUuid', (select line_uuid from bus_line where bus_uuid = record_key and is_main),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('lineUuid', line_uuid, 'isMain', is_main, 'beginDate', lower(valid), 'endDate', null) order by lower(valid), line_uuid), '[]') from bus_line where bus_uuid = record_key),
      'presets', (select coalesce(jsonb_agg(person_uuid order by sort), '[]') from person_preset where bus_uuid = record_key))
    where room = 'buses'`.execute(trx);
  return buses;
}

async function authorise(
  trx: Transaction<DB>,
  busUuid: string,
  lineUuid: string,
  isMain: boolean,
  valid: string,
): Promise<void> {
  await trx
    .insertInto("busLine")
    .values({ busLineUuid: newKey(), busUuid, lineUuid, isMain, valid, createdBy: "system" })
    .execute();
}

async function seedDevices(
  trx: Transaction<DB>,
  models: readonly string[],
  owners: Record<"bus" | "parking" | "station", readonly string[]>,
): Promise<void> {
  const rows = demoDevices.map(({ model, owner, bindType, ...device }) => ({
    ...device,
    modelUuid: models[model]!,
    protocol: demoDeviceModels[model]!.protocol,
    bindType,
    bindUuid: bindType && owners[bindType][owner]!,
    ...searchKeys("", device.devSelfCode, device.imei, device.terminalPhone, device.simPhone),
  }));
  const devices = await seed(trx, "device", "devices", "devUuid", rows);
  const bindings = rows.flatMap(({ bindType, bindUuid }, place) =>
    bindType && bindUuid
      ? [
          {
            bindingUuid: newKey(),
            devUuid: devices[place]!,
            bindType,
            bindUuid,
            beginTime: "2026-01-01T00:00:00Z",
            boundBy: "系统",
          },
        ]
      : [],
  );
  await trx.insertInto("deviceBinding").values(bindings).execute();
}

async function boardStations(trx: Transaction<DB>): Promise<string[]> {
  const rows = await trx
    .selectFrom("station")
    .select("staUuid")
    .where("deletedAt", "is", null)
    .orderBy("staSelfCode")
    .limit(6)
    .execute();
  return rows.map((row) => row.staUuid);
}

async function seedFences(trx: Transaction<DB>, fleets: readonly string[], depots: readonly string[]): Promise<void> {
  const rows = demoFences.map(({ org, timeWindows, depot, ...fence }) => ({
    ...fence,
    orgId: fleets[org]!,
    timeWindows: JSON.stringify(timeWindows ?? []),
    bounds: boundsOf(fence),
    ...(depot !== undefined && { ownerType: "parking", ownerUuid: depots[depot]! }),
    ...searchKeys(fence.fenceName, fence.fenceNum),
  }));
  const fences = await seed(trx, "fence", "fences", "fenceUuid", rows);
  const depotFence = fences[demoFences.findIndex(({ fenceNum }) => fenceNum === fleetNames.fences.depot)]!;
  const lines = await trx
    .selectFrom("line")
    .select("lineUuid")
    .where("orgId", "=", fleets[0]!)
    .where("deletedAt", "is", null)
    .orderBy("nameOrder")
    .limit(2)
    .execute();
  await seed(trx, "waitingArea", "waiting-areas", "waitUuid", [
    {
      fenceUuid: depotFence,
      waitName: fleetNames.waitingArea,
      lineUuids: lines.map((line) => line.lineUuid),
      direction: 1,
      capacity: 8,
      entryAzimuth: 90,
      queueRule: 1,
      coords: [116.4305, 39.8733, 116.4315, 39.8733, 116.4315, 39.8739, 116.4305, 39.8739],
      ...searchKeys(fleetNames.waitingArea),
    },
  ]);
}

/** The box around a fence as PostgreSQL writes it; a circle's and a corridor's own reach included. */
function boundsOf({
  lng,
  lat,
  radius = 0,
  width = 0,
  coords,
}: {
  lng: number;
  lat: number;
  radius?: number;
  width?: number;
  coords: number[] | null;
}): string {
  return boxText(growBox(boxOf(coords ? pointsOf(coords) : [[lng, lat]])!, radius + width / 2));
}

/** Inserts records with their first history entry; answers their keys in the order given. */
async function seed(
  trx: Transaction<DB>,
  table: string,
  room: string,
  key: string,
  rows: readonly Record<string, unknown>[],
): Promise<string[]> {
  const kept = {
    table,
    room,
    key,
    derived: ["pinyin", "initials", "spell", "searchGrams", "nameOrder", "firstExpire", "bounds"],
  } as unknown as RecordTable;
  const keyed: Record<string, unknown>[] = rows.map((row) => ({ [key]: newKey(), ...row, ...bySystem }));
  // The table's name is data here, so the compiler cannot follow its columns.
  const stored = (await trx
    .insertInto(table as "post")
    .values(keyed as never)
    .returningAll()
    .execute()) as Record<string, unknown>[];
  const changes = stored.map((row) => ({
    room,
    key: String(row[key]),
    action: "create" as const,
    version: 1,
    after: plainRecord(kept, row),
  }));
  await recordChange(trx, { userId: "system", userName: "系统" }, ...changes);
  return keyed.map((row) => row[key] as string);
}
