import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Answer } from "../../../tests/kit/visit";
import { takeReports } from "../reports/queries.server";
import { may } from "./policy";
import type { BusOnLine, StateNode, WatchedBus } from "./schema";
import { orgNamed } from "../../../tests/kit/organisations";

const path = "/bus/bus-monitor";
const { first, scrapped } = fleetNames.buses;
const codeOf = (serial: number) => `SB${String(serial).padStart(4, "0")}`;
const report = (serial: number, more: object = {}) => ({
  devSelfCode: codeOf(serial),
  reportedAt: new Date().toISOString(),
  lng: 116.38 + serial / 1000,
  lat: 39.87,
  speed: 30,
  azimuth: 90,
  ...more,
});
const bus = (busSelfCode: string) =>
  db().selectFrom("bus").selectAll().where("busSelfCode", "=", busSelfCode).executeTakeFirstOrThrow();
const fleetVisitor = async () =>
  enter(await account({ permissions: [may.read], dataScope: "own", orgId: await orgNamed("二车队") }));
const codes = (page: Answer) =>
  page
    .$('[data-live="rows"] tbody tr')
    .map((_, row) => page.$(row).find("td").first().text())
    .get();
const counts = (page: Answer): Record<string, number[]> =>
  Object.fromEntries(
    page
      .$('[data-live="groups"] tbody tr')
      .toArray()
      .map((row) =>
        page
          .$(row)
          .find("td")
          .toArray()
          .map((cell) => page.$(cell).text()),
      )
      .map(([name, ...figures]) => [name!, figures.map(Number)]),
  );

beforeAll(async () => {
  // Buses 1 to 4 are on the road, 5 was an hour ago; 13 is another fleet's.
  const { accepted } = await takeReports([1, 2, 3, 4, 13].map((serial) => report(serial)));
  expect(accepted).toBe(5);
  await takeReports([report(5, { reportedAt: new Date(Date.now() - 3_600_000).toISOString() })]);
});

describe("the page", () => {
  it("leads to a bus's own page who may read buses", async () => {
    const to = `a[href="/bus/bus-management/${(await bus(first)).busUuid}"]`;
    const linked = async (...permissions: string[]) =>
      (await (await visitorWith(...permissions)).get(`${path}?keyword=${first}`)).$(to).length;
    expect([await linked(may.read), await linked(may.read, "bus.read")]).toEqual([0, 1]);
  });

  it("tells who is online, by organisation, line and state, without scrapped buses", async () => {
    const page = await (await visitorWith(may.read)).get(path);
    expect(page.status).toBe(200);
    expect(page.$('[data-live="counts"]').text()).toBe("在线 5，离线 30，共 35 辆");
    expect(counts(page)).toMatchObject({ 一车队: [4, 8, 12], 二车队: [1, 11, 12] });
    expect(codes(page)).not.toContain(scrapped);
    const byState = await (
      await visitorWith(may.read)
    ).get(page.$("a:contains(按状态)").attr("href")!.replace("?", `${path}?`));
    expect(counts(byState)).toEqual({ 正常: [5, 29, 34], 维修: [0, 1, 1] });
    const byLine = await (await visitorWith(may.read)).get(`${path}?by=line`);
    expect(Object.values(counts(byLine)).reduce((sum, [online]) => sum + online!, 0)).toBe(5);
  });

  it("is narrowed by organisation, line, state, keyword and whether a bus is online", async () => {
    const person = await visitorWith(may.read);
    expect(codes(await person.get(`${path}?online=1`))).toEqual(["1001", "1002", "1003", "1004", "1013"]);
    expect(codes(await person.get(`${path}?keyword=${first}`))).toEqual([first]);
    expect(codes(await person.get(`${path}?busState=100`))).toEqual([scrapped]);
    expect(codes(await person.get(`${path}?orgId=${await orgNamed("二车队")}&online=1`))).toEqual(["1013"]);
    const { lineUuid } = await mainLine(first);
    const onLine = codes(await person.get(`${path}?lineUuid=${lineUuid}`));
    expect(onLine).toContain(first);
    expect(onLine.length).toBeLessThan(35);
    const latest = await person.get(`${path}?sort=-reportedAt&online=0`);
    expect(latest.html).toContain("离线");
  });

  it("loads itself again every 15 seconds until it is told to stand still", async () => {
    const person = await visitorWith(may.read);
    const page = await person.get(`${path}?online=1`);
    expect(page.headers.get("refresh")).toBe("15");
    const still = await person.get(page.$("a:contains(停止更新)").attr("href")!.replace("?", `${path}?`));
    expect([still.url, still.headers.get("refresh")]).toEqual([`${path}?online=1&still=1`, null]);
    expect(still.$("a:contains(恢复自动更新)").attr("href")).toBe("?online=1");
  });

  it("draws the buses on a map without JavaScript, with their models where parameter D010 asks for them", async () => {
    const person = await visitorWith(may.read);
    const labels = async () =>
      (await person.get(`${path}?keyword=${first}`))
        .$("main svg g > text")
        .map((_, text) => text.children.map((node) => ("data" in node ? node.data : "")).join(""))
        .get();
    const inTree = async () =>
      (await person.call<{ busSelfCode: string | null; name: string }[]>("/api/common/v1.0/busStateTree")).data.find(
        ({ busSelfCode }) => busSelfCode === first,
      )!.name;
    expect([(await labels()).includes(first), await inTree()]).toEqual([true, first]);
    await db().updateTable("parameter").set({ paramValue: "1" }).where("paramName", "=", "D010").execute();
    expect(await labels()).toContain(`${first} 12米纯电动客车`);
    expect(await inTree()).toBe(`${first} 12米纯电动客车`);
    await db().updateTable("parameter").set({ paramValue: "0" }).where("paramName", "=", "D010").execute();
  });

  it("shows only the viewer's organisations", async () => {
    const page = await (await fleetVisitor()).get(path);
    expect(page.$('[data-live="counts"]').text()).toBe("在线 1，离线 11，共 12 辆");
    expect(Object.keys(counts(page))).toEqual(["二车队"]);
    expect(codes(page)).not.toContain(first);
  });
});

describe("positions for the live map", () => {
  const box = "minLng=116.3&minLat=39.8&maxLng=116.3825&maxLat=39.9";
  interface Marks {
    marks: { key: string; label: string; online: boolean; lng: number; azimuth: number; title: string }[];
  }

  it("are those in the box, of the page's filters, within a day", async () => {
    const person = await visitorWith(may.read);
    const { marks } = (await (await person.send(`${path}/positions?${box}`)).json()) as Marks;
    expect(marks.map(({ label }) => label).sort()).toEqual(["1001", "1002"]);
    expect(marks[0]).toMatchObject({
      online: true,
      azimuth: 90,
      title: expect.stringMatching(/京A.*30 公里\/时，在线，.* 上报$/),
    });
    const all = (await (
      await person.send(`${path}/positions?minLng=100&minLat=30&maxLng=120&maxLat=50&online=0`)
    ).json()) as Marks;
    expect(all.marks.map(({ label, online }) => [label, online])).toEqual([["1005", false]]);
    const refused = await person.send(`${path}/positions?minLng=1`);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("请给出矩形的四边")]);
  });

  it("are within the viewer's organisations", async () => {
    const { marks } = (await (
      await (await fleetVisitor()).send(`${path}/positions?minLng=100&minLat=30&maxLng=120&maxLat=50`)
    ).json()) as Marks;
    expect(marks.map(({ label }) => label)).toEqual(["1013"]);
  });
});

describe("the calls", () => {
  const common = (name: string) => `/api/common/v1.0/${name}`;

  it("answer a tree of organisations and buses whose counts include what is below", async () => {
    const person = await visitorWith(may.read);
    const nodes = (await person.call<StateNode[]>(common("busStateTree"))).data;
    const org = (name: string) => nodes.find((node) => node.kind === "org" && node.name === name)!;
    expect(org("滨江公交")).toMatchObject({ pId: null, busCount: 36, onlineCount: 5 });
    expect(org("第一分公司")).toMatchObject({ pId: org("滨江公交").id, busCount: 24, onlineCount: 5 });
    expect(nodes.find((node) => node.busSelfCode === first)).toMatchObject({
      pId: org("一车队").id,
      kind: "bus",
      busState: 0,
      busStateName: "正常",
      online: true,
      position: { lng: 116.381, lat: 39.87, speed: 30, azimuth: 90 },
    });
    expect(nodes.find((node) => node.busSelfCode === scrapped)).toMatchObject({
      busState: 100,
      online: false,
      position: null,
      reportedAt: null,
    });
  });

  it("leave buses out of the working tree whose line is not in service today", async () => {
    const person = await visitorWith(may.read);
    const working = async () =>
      (await person.call<StateNode[]>(common("workBusStateTree"))).data
        .filter((node) => node.kind === "bus")
        .map((node) => node.busSelfCode);
    const { lineUuid } = await mainLine(first);
    expect(await working()).toContain(first);
    expect(await working()).not.toContain(scrapped);
    await db().updateTable("line").set({ state: 20 }).where("lineUuid", "=", lineUuid).execute();
    expect(await working()).not.toContain(first);
    await db().updateTable("line").set({ state: 10 }).where("lineUuid", "=", lineUuid).execute();
  });

  it("answer within the viewer's organisations", async () => {
    const person = await fleetVisitor();
    const nodes = (await person.call<StateNode[]>(common("busStateTree"))).data;
    expect(nodes.filter((node) => node.kind === "org").map((node) => [node.name, node.pId])).toEqual([
      ["二车队", null],
    ]);
    expect(nodes.some((node) => node.busSelfCode === first)).toBe(false);
    const { lineUuid } = await mainLine(first);
    expect((await person.call<BusOnLine[]>(common("getBusByLine"), { lineUuid })).data).toEqual([]);
    const keys = [(await bus("1005")).busUuid, (await bus("1014")).busUuid];
    const offline = (
      await person.call<WatchedBus[]>("/api/realDispatch/dispatch/v1.0/getOffLineBusNew", { busUuids: keys })
    ).data;
    expect(offline.map((one) => one.busSelfCode)).toEqual(["1014"]);
  });
});

async function mainLine(busSelfCode: string): Promise<{ lineUuid: string; lineName: string }> {
  const found = await sql<{
    lineUuid: string;
    lineName: string;
  }>`select l.line_uuid, l.line_name from bus join bus_line bl using (bus_uuid) join line l using (line_uuid) where bus.bus_self_code = ${busSelfCode} and bl.is_main`.execute(
    db(),
  );
  return found.rows[0]!;
}
