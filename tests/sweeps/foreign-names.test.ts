import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "~/calls/calls.server";
import { outside } from "~/kit/data/access/outside";
import { db } from "~/kit/data/db/pool.server";
import { notTheirs } from "~/kit/page/forms/picks";
import { permissionCodes } from "~/permissions";
import { account, enter } from "../kit/accounts";
import { scopedRooms } from "../kit/scoped-rooms";
import { build, type Visitor } from "../kit/visit";
import { day } from "../kit/days";

/** What every record of the other fleet is called. */
const marker = "暗号";
const orgs: Record<string, string> = {};
const mine: Record<string, string> = {};
const theirs: Record<string, string> = {};
let boss: Visitor;
let viewer: Visitor;
let made = 500;

const keyed = Object.fromEntries(scopedRooms.map((room) => [room.key, room]));

async function make(key: string, orgId: string, title: string, more: object = {}): Promise<string> {
  made += 1;
  const room = keyed[key]!;
  const values = await room.values(title, orgId, made, () => (title.includes(marker) ? theirs : mine).parkingUuid!);
  return (await done<Record<string, string>>(`${room.api}/add`, { ...values, ...more }))[key]!;
}

async function done<T = unknown>(path: string, sent: object): Promise<T> {
  const answer = await boss.call<T>(path, sent);
  expect([path, answer.success, answer.message, answer.errors]).toMatchObject([
    path,
    true,
    expect.anything(),
    undefined,
  ]);
  return answer.data;
}

async function driver(title: string, orgId: string): Promise<string> {
  const post = await sql<{ postUuid: string }>`select post_uuid from post where post_type = 1 limit 1`.execute(db());
  return make("personUuid", orgId, title, {
    jobNumber: title,
    ...post.rows[0],
    licenseNo: "110101199001011234",
    licenseClass: "A1",
    licenseExpire: day(1200),
    phone: title === marker ? "13900009999" : "13900001111",
  });
}

beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    orgs[orgName] = orgId;
  const [own, other] = [orgs["一车队"]!, orgs["三车队"]!];
  viewer = await enter(await account({ dataScope: "own", orgId: own, permissions: [...permissionCodes] }));
  for (const [known, orgId, title] of [
    [mine, own, "自家"],
    [theirs, other, marker],
  ] as const) {
    for (const key of ["lineUuid", "parkingUuid", "busUuid", "fenceUuid", "userId"] as const)
      known[key] = await make(key, orgId, title, key === "parkingUuid" ? { parkingNum: `${title}P` } : {});
    known.personUuid = await driver(title, orgId);
    known.devUuid = await make("devUuid", orgId, title);
  }
  await pointAtTheirs();
});

/** Every reference of one fleet's record to a record of the other's. */
async function pointAtTheirs(): Promise<void> {
  const { lineUuid, parkingUuid, personUuid, busUuid } = theirs;
  await done("/api/bus/v1.0/update", { busUuid: mine.busUuid, lineUuid, parkingUuid, fixedDriver: personUuid });
  await done("/api/bus/v1.0/personPresetAdd", { busUuid: mine.busUuid, personUuids: [personUuid, mine.personUuid] });
  await done("/api/bus/v1.0/personLineAdd", {
    personUuid: mine.personUuid,
    lineUuid,
    isMain: true,
    beginDate: "2026-01-01",
  });
  await done("/api/person/v1.0/personPresetAdd", { personUuid: mine.personUuid, busUuids: [busUuid] });
  const fence = { scopeAll: false, busUuids: [busUuid, mine.busUuid], lineUuids: [lineUuid, mine.lineUuid] };
  await done("/api/electricFence/v1.0/update", {
    fenceUuid: mine.fenceUuid,
    ...fence,
    ownerType: "line",
    ownerUuid: lineUuid,
  });
  await done("/api/electricFence/v1.0/update", {
    fenceUuid: mine.fenceUuid,
    ownerType: "parking",
    ownerUuid: parkingUuid,
  });
  const area = { waitName: "自家待车区", fenceUuid: mine.fenceUuid, lineUuids: [lineUuid, mine.lineUuid] };
  mine.waitUuid = (await done<{ waitUuid: string }>("/api/fence/v1.0/waitingArea/add", area)).waitUuid;
  await done("/api/user/v1.0/update", { userId: mine.userId, personUuid });
  // A device that was the viewer's, and that of the other fleet now; and one the other way round.
  mine.wanderer = await make("devUuid", orgs["一车队"]!, `${marker}走`, { bindType: "bus", bindUuid: mine.busUuid });
  for (const [devUuid, key] of [
    [mine.wanderer, theirs.busUuid],
    [mine.devUuid, theirs.busUuid],
    [mine.devUuid, mine.busUuid],
  ]) {
    await done("/api/dev/v1.0/deviceUnbind", { devUuid });
    await done("/api/dev/v1.0/update", { devUuid, bindType: "bus", bindUuid: key });
  }
  delete mine.wanderer;
  // One that came from the other fleet.
  await done("/api/person/v1.0/update", { personUuid: mine.personUuid, orgId: orgs["三车队"] });
  await done("/api/person/v1.0/update", { personUuid: mine.personUuid, orgId: orgs["一车队"] });
  await sql`insert into bus_position (bus_uuid, dev_uuid, reported_at, lng, lat) values (${mine.busUuid}, ${mine.devUuid}, now(), 116.38, 39.87)`.execute(
    db(),
  );
}

const secrets = [marker, "13900009999", "三车队"];

/** Every page that reads, of the viewer's own records where it is one of a record. */
async function* pages(who: Visitor): AsyncGenerator<[string, string]> {
  for (const route of Object.values(build.routes)) {
    const { loader } = (route?.module ?? {}) as { loader?: { permission?: string } };
    if (!route?.path || !loader || loader.permission === "api" || /sign-out|\*/.test(route.path)) continue;
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    if (names.some((name) => !(name in mine))) continue;
    const at = route.path.replace(/:(\w+)/g, (_whole, name: string) => mine[name]!);
    const queries = /bus-monitor/.test(at) ? ["?by=line", `?keyword=自家&by=state`] : ["?keyword=自家"];
    for (const query of queries) {
      const answer = await who.send(`/${at.replace(/^\//, "")}${query}`, {
        headers: { accept: "text/html", "sec-fetch-site": "same-origin" },
      });
      yield [at + query, await answer.text()];
    }
  }
}

async function* calls(who: Visitor): AsyncGenerator<[string, string]> {
  for (const [path, { method, permission }] of apiCalls) {
    if (permission === "public" || path.endsWith("/logout") || !/list|detail|select|tree|get|info$|options/i.test(path))
      continue;
    for (const body of [
      {},
      { keyword: "自家", pageSize: 500 },
      ...Object.entries(mine).map(([name, key]) => ({ [name]: key })),
    ]) {
      const answer = await who.call(path, body, method);
      yield [path, JSON.stringify(answer)];
      if (answer.success && Object.keys(body).length !== 1) break;
      if (method === "GET") break;
    }
  }
}

/** Where a text names what belongs to the other fleet, and where it says that something lies outside. */
async function sweep(texts: AsyncGenerator<[string, string]>): Promise<{ naming: string[]; hiding: string[] }> {
  const [naming, hiding] = [new Set<string>(), new Set<string>()];
  for await (const [at, text] of texts) {
    if (secrets.some((secret) => text.includes(secret))) naming.add(at);
    if (text.includes(outside) || text.includes(notTheirs)) hiding.add(at);
  }
  return { naming: [...naming], hiding: [...hiding] };
}

describe("names of another fleet's records", () => {
  it("show on no page of a viewer whose data scope does not reach them", async () => {
    const [seen, all] = [await sweep(pages(viewer)), await sweep(pages(boss))];
    expect(seen.naming).toEqual([]);
    const { busUuid, personUuid, fenceUuid, waitUuid, userId } = mine;
    for (const page of [
      "bus-management",
      `bus-management/${busUuid}`,
      `${busUuid}/edit`,
      `${busUuid}/lines`,
      `${busUuid}/presets`,
      `${busUuid}/timeline`,
      `${busUuid}/history`,
      `${busUuid}/devices`,
      "bus-management/export",
      "bus-monitor",
      "personnel-management",
      `personnel-management/${personUuid}`,
      `${personUuid}/presets`,
      `${personUuid}/history`,
      `${fenceUuid}`,
      `${fenceUuid}/edit`,
      `${fenceUuid}/history`,
      "waiting-area/export",
      "waiting-area",
      `${waitUuid}`,
      `${waitUuid}/history`,
      "system/user",
      `${userId}`,
      `${userId}/history`,
    ])
      for (const at of [seen.hiding, all.naming])
        expect([page, at.some((one) => one.split("?")[0]!.endsWith(page))]).toEqual([page, true]);
  });

  it("show in no answer to a call", async () => {
    const [seen, all] = [await sweep(calls(viewer)), await sweep(calls(boss))];
    expect(seen.naming).toEqual([]);
    expect(seen.hiding.length, seen.hiding.join()).toBeGreaterThan(10);
    expect(all.naming.length, all.naming.join()).toBeGreaterThan(20);
  });

  it("find nothing in a list", async () => {
    const found = async (path: string, filters: object) =>
      (await viewer.call<{ total: number }>(path, filters)).data.total;
    const asked: [string, object][] = [
      ["/api/bus/v1.0/pageList", { lineName: marker }],
      ["/api/bus/v1.0/pageList", { lineUuid: theirs.lineUuid }],
      ["/api/bus/v1.0/pageList", { parkingUuid: theirs.parkingUuid }],
      ["/api/electricFence/v1.0/pageList", { ownerUuid: theirs.parkingUuid }],
    ];
    for (const [path, filters] of asked) {
      expect([path, filters, await found(path, filters)]).toEqual([path, filters, 0]);
      expect((await boss.call<{ total: number }>(path, filters)).data.total).toBeGreaterThan(0);
    }
    const seen = (await viewer.get(`/bus/bus-monitor?lineUuid=${theirs.lineUuid}`)).text;
    expect(seen).toContain("共 0 辆");
  });

  it("stay where a form is saved without touching them, and cannot be chosen", async () => {
    const columns = async () => {
      const [bus, fence, area] = await Promise.all([
        sql`select fixed_driver, parking_uuid, (select array_agg(line_uuid) from bus_line where bus_uuid = bus.bus_uuid) as lines from bus where bus_uuid = ${mine.busUuid}`.execute(
          db(),
        ),
        sql`select owner_uuid, array(select unnest(bus_uuids) order by 1) as buses, array(select unnest(line_uuids) order by 1) as lines from fence where fence_uuid = ${mine.fenceUuid}`.execute(
          db(),
        ),
        sql`select array(select unnest(line_uuids) order by 1) as lines from waiting_area where wait_uuid = ${mine.waitUuid}`.execute(
          db(),
        ),
      ]);
      return [bus.rows, fence.rows, area.rows];
    };
    const before = await columns();
    for (const at of [
      `/bus/bus-management/${mine.busUuid}/edit`,
      `/electronic-fence/electronic-fence-management/${mine.fenceUuid}/edit`,
      `/electronic-fence/waiting-area/${mine.waitUuid}/edit`,
    ]) {
      const saved = await (await viewer.get(at)).submit({ remark: "改" });
      expect([at, saved.status]).toEqual([at, 303]);
    }
    expect(await columns()).toEqual(before);
    for (const [field, value] of [
      ["fixedDriver", marker],
      ["fixedDriver", theirs.personUuid!],
      ["lineUuid", theirs.lineUuid!],
      ["parkingUuid", theirs.parkingUuid!],
    ] as const) {
      const busUuid = await make("busUuid", orgs["一车队"]!, `自家${made}`);
      const refused = await viewer.call("/api/bus/v1.0/update", { busUuid, [field]: value });
      expect([field, refused.errors]).toMatchObject([field, [{ path: field, message: /不在您的机构范围内/ }]]);
      expect(refused.errors![0]!.message.replace(`“${value}”`, "")).not.toContain(marker);
    }
  });
});
