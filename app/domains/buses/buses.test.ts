import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describePicture } from "../../../tests/kit/pictured";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { day } from "../../../tests/kit/days";
import type { Viewer } from "~/kit/data/access/viewer";
import { type BusRow, busRoom } from "./room";
import { countExpiring } from "./queries.server";

const { may } = busRoom;
const path = "/bus/bus-management";
let made = 0;

const keyOf = async (
  table: "busModel" | "organisation" | "depot" | "line",
  key: string,
  column: string,
  value: string,
) =>
  (
    (await db()
      .selectFrom(table as "depot")
      .select(key as "parkingUuid")
      .where(column as "parkingNum", "=", value)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()) as unknown as Record<string, string>
  )[key]!;
const fleet = (name = "一车队") => keyOf("organisation", "orgId", "orgName", name);
const line = (name: string) => keyOf("line", "lineUuid", "lineName", name);
const bus = (code: string) =>
  db()
    .selectFrom("bus")
    .selectAll()
    .where("busSelfCode", "=", code)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();

async function newBus() {
  made += 1;
  return {
    busSelfCode: `T${String(made).padStart(4, "0")}`,
    plateNum: `京B${String(10_000 + made)}`,
    plateColor: "2",
    modelUuid: await keyOf("busModel", "modelUuid", "modelNum", fleetNames.busModels.electric),
    orgId: await fleet(),
    busState: "0",
    approvedNumber: "80",
    provider: "滨江租车",
    contractNo: "HT-1",
  };
}

describePicture({
  path,
  may,
  field: "imgUrl",
  valid: async () => ({ ...(await newBus()), remark: "备注" }),
  invalid: { field: "busSelfCode", value: "" },
  text: "remark",
});

describeRoom({
  path,
  may,
  valid: async () => ({
    ...(await newBus()),
    engineNo: "DJ-9",
    lineUuid: await line("1路"),
    parkingUuid: await keyOf("depot", "parkingUuid", "parkingNum", fleetNames.depots.east.parkingNum),
    energyType: "6",
    seatNumber: "32",
    hasAc: "on",
    floorType: "2",
    doorCount: "3",
    wheelchair: "on",
    fuelTank: "60.5",
    fuelKm: "31.125",
    mileage: "1200.125",
    source: "1",
    productionDate: "2024-01-01",
    registerDate: "2024-01-01",
    scrapDate: "2099-12-31",
    drivingLicenseExpire: "2099-05-01",
    compulsoryInsExpire: "2099-05-01",
    commercialInsExpire: "2099-05-01",
    nextInspection: "2099-05-01",
    nextMaintenance: "2099-05-01",
    fixedDriver: fleetNames.persons.first,
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "busSelfCode", value: "", message: "请输入自编号" },
    { field: "busSelfCode", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "plateNum", value: "", message: "请输入车牌号" },
    { field: "plateNum", value: "京I12345", message: "车牌号格式不对" },
    { field: "plateColor", value: "", message: "请从列表中选择" },
    { field: "vin", value: "LBJGDE1B0TA00000O", message: "不含 I、O、Q" },
    { field: "engineNo", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "modelUuid", value: "", message: "请选择型号" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    { field: "approvedNumber", value: "0", message: "1 到 300" },
    { field: "approvedNumber", value: "301", message: "1 到 300" },
    { field: "seatNumber", value: "151", message: "1 到 150" },
    { field: "seatNumber", value: "81", message: "不能多于核载人数 80" },
    { field: "doorCount", value: "5", message: "1 到 4" },
    { field: "fuelTank", value: "-1", message: "不能小于 0" },
    { field: "fuelKm", value: "1.2345", message: "最多三位小数" },
    { field: "mileage", value: "很多", message: "应为数字" },
    { field: "provider", value: "商".repeat(33), message: "最多 32 个字" },
    { field: "contractNo", value: "同".repeat(33), message: "最多 32 个字" },
    { field: "registerDate", value: "2023-12-31", message: "不能早于出厂日期" },
    { field: "scrapDate", value: "2023-12-31", message: "不能早于登记日期" },
    { field: "fixedDriver", value: "没有这个工号", message: "没有工号为" },
    { field: "fixedDriver", value: fleetNames.persons.dispatcher, message: "不是驾驶员岗位" },
    { field: "fixedDriver", value: fleetNames.persons.left, message: /不是驾驶员岗位|已离职/ },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "busSelfCode",
  unique: { field: "busSelfCode", message: "自编号已被使用" },
  texts: ["provider", "contractNo"],
  table: { name: "bus", key: "busUuid" },
  bulk: { field: "contractNo", value: "HT-9" },
  used: async () => ({ key: (await bus(fleetNames.buses.first)).busUuid, by: fleetNames.devices.ofFirstBus }),
  api: { missing: "/api/bus/v1.0/update", key: "busUuid" },
});

describe("buses", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), "line.delete");
  });
  const add = async (values: object = {}) => {
    const { modelUuid, orgId, busSelfCode, plateNum } = await newBus();
    return person.call<BusRow>("/api/bus/v1.0/add", { modelUuid, orgId, busSelfCode, plateNum, ...values });
  };
  const update = (busUuid: string, changes: object) =>
    person.call<BusRow>("/api/bus/v1.0/update", { busUuid, ...changes });
  const list = async (query: Record<string, string>) => {
    const { $ } = await person.get(`${path}?${new URLSearchParams(query)}`);
    return $(`tbody a[href^="${path}/"]:not([href$="/devices"], [href$="/edit"])`)
      .map((_, link) => $(link).text())
      .get();
  };
  const periods = (busUuid: string) =>
    db()
      .selectFrom("busLine")
      .innerJoin("line", "line.lineUuid", "busLine.lineUuid")
      .select(["lineName", "isMain", "valid"])
      .where("busUuid", "=", busUuid)
      .orderBy("valid")
      .execute();

  it("keeps one plate however it is spelt", async () => {
    const { data } = await add({ plateNum: "沪A-12345" });
    expect(data.plateNum).toBe("沪A12345");
    for (const plateNum of [
      "沪A12345",
      "沪A-12345",
      "沪-A12345",
      "沪A 12345",
      "沪a12345",
      "沪Ａ１２３４５",
      "沪A·12345",
      " 沪 A 123 45 ",
      "沪A–12345",
    ]) {
      expect([plateNum, (await person.call("/api/bus/v1.0/validBus", { plateNum })).data]).toEqual([plateNum, false]);
      expect([plateNum, await list({ keyword: plateNum })]).toEqual([plateNum, [data.busSelfCode]]);
    }
    for (const plateNum of ["沪AA9999", "沪AD12345", "沪A12345D", "京A1234挂", "粤ZF023港"])
      expect([plateNum, (await person.call("/api/bus/v1.0/validBus", { plateNum })).data]).toEqual([plateNum, true]);
    for (const plateNum of ["1001", "沪A1234", "沪AO1234", "沪A123456", "沪AD1234挂"])
      expect([plateNum, (await add({ plateNum })).errors?.[0]?.path]).toEqual([plateNum, "plateNum"]);
  });

  it("finds buses by parts of the plate, its initials, the own number and the VIN", async () => {
    const first = await bus(fleetNames.buses.first);
    for (const keyword of ["京AD1", "jad100", "AD10012", "1001", first.vin!.slice(-6)])
      expect([keyword, await list({ keyword })]).toEqual([keyword, expect.arrayContaining([fleetNames.buses.first])]);
    for (const lineName of ["10路", "0路"])
      expect([lineName, await list({ lineName, orgId: await fleet() })]).toEqual([lineName, ["1004", "1008", "1012"]]);
    expect(await list({ orgId: await fleet("第一分公司"), expire: "overdue" })).toEqual([fleetNames.buses.overdue]);
    expect(await list({ expire: "30" })).toEqual([fleetNames.buses.dueSoon, fleetNames.buses.overdue]);
    expect(
      await list({
        energyType: "4",
        modelUuid: await keyOf("busModel", "modelUuid", "modelNum", fleetNames.busModels.electric),
      }),
    ).toEqual([]);
    expect(await list({ hasDevice: "0", keyword: "jad1" })).toEqual([]);
  });

  it("names many buses in the list's order, and ticked ones by their numbers", async () => {
    const listed = await list({ sort: "-busSelfCode" });
    expect((await person.get(`${path}/bulk?all=1&sort=-busSelfCode`)).text).toMatch(
      new RegExp(`${listed.slice(0, 3).join("、")}.* 等`, "s"),
    );
    const [first, second] = [await bus("1001"), await bus("1029")];
    await db().updateTable("bus").set({ busSelfCode: "999" }).where("busUuid", "=", second.busUuid).execute();
    expect((await person.get(`${path}/bulk?ids=${first.busUuid}&ids=${second.busUuid}`)).text).toContain("999、1001");
    await db().updateTable("bus").set({ busSelfCode: "1029" }).where("busUuid", "=", second.busUuid).execute();
  });

  it("counts what must be renewed, within the viewer's organisations", async () => {
    const counts = async (orgScope: "all" | string[]) => countExpiring({ orgScope } as Viewer);
    expect(await counts("all")).toEqual({ overdue: 1, within30: 2 });
    expect(await counts([await fleet("三车队")])).toEqual({ overdue: 0, within30: 0 });
  });

  it("warns of a VIN whose check digit does not fit, and saves it", async () => {
    const saved = await (await person.get(`${path}/new`)).submit({ ...(await newBus()), vin: "lbjgde1b0ta000001" });
    expect((await saved.follow()).text).toMatch(/已保存车辆 .*第 9 位校验不符/);
  });

  it("moves to another line from today on: the last choice of a day holds, and planned changes stay", async () => {
    const [one, two, three] = await Promise.all(["1路", "2路", "4路"].map(line));
    const { busUuid } = (await add({ lineUuid: one })).data;
    await db()
      .updateTable("busLine")
      .set({ valid: `[${day(-100)},)` })
      .where("busUuid", "=", busUuid)
      .execute();
    expect((await update(busUuid, { lineUuid: two })).data).toMatchObject({ lineName: "2路", version: 2 });
    expect((await update(busUuid, { lineUuid: three, remark: "改线" })).data).toMatchObject({
      lineName: "4路",
      version: 3,
    });
    expect(await periods(busUuid)).toEqual([
      { lineName: "1路", isMain: true, valid: `[${day(-100)},${day(0)})` },
      { lineName: "4路", isMain: true, valid: `[${day(0)},)` },
    ]);
    await person.call("/api/bus/v1.0/busLineAdd", {
      busUuid,
      lines: [
        { lineUuid: one, isMain: true, beginDate: day(-100), endDate: day(-1) },
        { lineUuid: three, isMain: true, beginDate: day(0), endDate: day(9) },
        { lineUuid: one, isMain: true, beginDate: day(10) },
      ],
    });
    expect((await update(busUuid, { lineUuid: two })).data.lineName).toBe("2路");
    expect((await periods(busUuid)).slice(1)).toEqual([
      { lineName: "2路", isMain: true, valid: `[${day(0)},${day(10)})` },
      { lineName: "1路", isMain: true, valid: `[${day(10)},)` },
    ]);
    expect((await update(busUuid, { lineUuid: null })).data.lineName).toBe(null);
    const history = (await person.get(`${path}/${busUuid}/history`)).text;
    for (const word of ["所属线路", "1路", "4路", "改线", "授权线路"]) expect(history).toContain(word);
    expect(history).not.toContain(one);
  });

  it("takes a scrapped bus off its lines and gives it none", async () => {
    const { busUuid } = (await add({ lineUuid: await line("1路") })).data;
    await person.call("/api/bus/v1.0/busLineAdd", {
      busUuid,
      lines: [{ lineUuid: await line("1路"), isMain: true, beginDate: day(-3), endDate: null }],
    });
    expect((await update(busUuid, { busState: 100 })).data).toMatchObject({ busState: 100, lineName: null });
    // Yesterday was its last day.
    const { rows } = await sql`
      select lower(valid)::text as "from", (upper(valid) - 1)::text as "to" from bus_line where bus_uuid = ${busUuid}`.execute(
      db(),
    );
    expect(rows).toEqual([{ from: day(-3), to: day(-1) }]);
    expect(await update(busUuid, { lineUuid: await line("1路") })).toMatchObject({
      errors: [{ path: "lineUuid", message: expect.stringContaining("报废") }],
    });
    expect(
      await person.call("/api/bus/v1.0/busLineAdd", { busUuid, lineUuid: await line("1路"), beginDate: day(0) }),
    ).toMatchObject({ errors: [{ path: "lines", message: expect.stringContaining("报废") }] });
  });

  it("keeps the mileage from falling unless a reason is given", async () => {
    const { busUuid } = (await add({ mileage: 1000 })).data;
    expect((await update(busUuid, { mileage: 999.5 })).errors).toMatchObject([
      { path: "mileage", message: expect.stringContaining("不能小于原来的 1000") },
    ]);
    expect((await update(busUuid, { mileage: 999.5, reason: "换表" })).data.mileage).toBe(999.5);
    expect((await person.get(`${path}/${busUuid}/history`)).text).toContain("换表");
  });

  it("takes the energy type from the model until the bus has its own", async () => {
    const { data } = await add();
    expect([data.energyType, data.energy]).toEqual([null, 5]);
    expect((await update(data.busUuid, { energyType: 7 })).data.energy).toBe(7);
  });

  it("lets one of two people have a plate, and both change a line one after the other", async () => {
    const plateNum = "京B99999";
    const both = await Promise.all([add({ plateNum }), add({ plateNum })]);
    expect(both.map(({ success }) => success).sort()).toEqual([false, true]);
    expect(both.find(({ success }) => !success)!.errors).toMatchObject([
      { path: "plateNum", message: "车牌号已被使用" },
    ]);
    const { busUuid } = both.find(({ success }) => success)!.data;
    const lines = await Promise.all(["1路", "2路", "4路", "5路"].map(line));
    const moved = await Promise.all(lines.map((lineUuid) => update(busUuid, { lineUuid })));
    expect(moved.map(({ success }) => success)).toEqual([true, true, true, true]);
    expect(await periods(busUuid)).toHaveLength(1);
  });

  it("shows, changes and names only what lies in the viewer's organisations", async () => {
    const [own, other] = [await fleet("二车队"), await fleet("三车队")];
    const limited = await enter(await account({ permissions: Object.values(may), dataScope: "chosen", orgIds: [own] }));
    const foreign = await db()
      .selectFrom("bus")
      .select(["busUuid", "busSelfCode"])
      .where("orgId", "=", other)
      .where("deletedAt", "is", null)
      .orderBy("busSelfCode")
      .executeTakeFirstOrThrow();
    expect((await limited.get(`${path}?keyword=${foreign.busSelfCode}`)).$("tbody").text()).not.toContain(
      foreign.busSelfCode,
    );
    for (const page of ["", "/edit", "/delete", "/history", "/lines", "/presets", "/devices", "/timeline"])
      expect([page, (await limited.get(`${path}/${foreign.busUuid}${page}`)).status]).toEqual([page, 404]);
    expect((await limited.call("/api/bus/v1.0/pageList", { pageNum: 1, pageSize: 500 })).data).toMatchObject({
      total: 12,
    });
    expect(await (await limited.send(`${path}/export`)).text()).not.toContain(foreign.busSelfCode);
    for (const [call, body] of [
      ["update", { remark: "x" }],
      ["delete", {}],
      ["selectedBusLine", {}],
      ["selectHisRecord", {}],
      ["busLineAdd", { lines: [] }],
      ["personPresetAdd", { personUuids: [] }],
    ] as const) {
      expect([
        call,
        (await limited.call(`/api/bus/v1.0/${call}`, { busUuid: foreign.busUuid, ...body })).reason,
      ]).toEqual([call, "missing"]);
    }
    const { modelUuid, busSelfCode, plateNum } = await newBus();
    const refused = await limited.call("/api/bus/v1.0/add", { modelUuid, busSelfCode, plateNum, orgId: other });
    expect(refused.errors).toMatchObject([{ path: "orgId", message: "请从您可管理的机构中选择" }]);
    const depot = await keyOf("depot", "parkingUuid", "parkingNum", fleetNames.depots.west.parkingNum);
    expect(
      (await limited.call("/api/bus/v1.0/add", { modelUuid, busSelfCode, plateNum, orgId: own, parkingUuid: depot }))
        .errors,
    ).toMatchObject([{ path: "parkingUuid" }]);
    const form = await limited.get(`${path}/new`);
    expect(form.$("select[name=orgId] option").text()).not.toContain("三车队");
  });

  it("says who saved meanwhile where lines or preset persons are arranged, and keeps what was typed", async () => {
    const { busUuid } = (await add({ lineUuid: await line("1路") })).data;
    const at = `${path}/${busUuid}`;
    const [lines, presets] = [await person.get(`${at}/lines`), await person.get(`${at}/presets`)];
    await update(busUuid, { lineUuid: await line("2路") });
    const conflict = await lines.submit({ "lines[0].lineUuid": await line("4路") });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringMatching(/4路（主）.*2路（主）/s)]);
    const saved = await conflict.submit({ "__take.lines": "mine" });
    expect((await saved.follow()).text).toMatch(/授权线路（1）.*4路/s);
    const stale = await presets.submit({ jobNumbers: fleetNames.persons.first });
    expect([stale.status, stale.field("jobNumbers")]).toEqual([409, fleetNames.persons.first]);
    expect((await (await stale.submit()).follow()).text).toContain(fleetNames.persons.first);
  });

  it("takes preset persons by name and from other organisations, and warns of those who drive another bus", async () => {
    const { busUuid } = (await add({ orgId: await fleet("三车队") })).data;
    const at = `${path}/${busUuid}/presets`;
    const { personUuid, name } = await db()
      .selectFrom("person")
      .select(["personUuid", "name"])
      .where("jobNumber", "=", fleetNames.persons.first)
      .executeTakeFirstOrThrow();
    await update((await bus("1002")).busUuid, { fixedDriver: personUuid });
    const found = await (await person.get(at)).submit({ "find:chosen": fleetNames.persons.first }, { press: "查找" });
    expect(found.$(`select[name=chosen] option[value="${personUuid}"]`).text()).toContain(name);
    const saved = await (await found.submit({ chosen: personUuid })).follow();
    expect(saved.text).toContain(name);
    const warned = (await person.get(at)).$("main tbody tr").text();
    expect([warned.includes("属于其他机构"), /是车辆 [^车]*1002[^车]* 的固定驾驶员/.test(warned)]).toEqual([
      true,
      true,
    ]);
    const conductor = await db()
      .selectFrom("person")
      .select(["name", "personUuid"])
      .where(sql<boolean>`name in (select name from person where deleted_at is null group by name having count(*) = 1)`)
      .where("personUuid", "!=", personUuid)
      .executeTakeFirstOrThrow();
    const named = await (await (await person.get(at)).submit({ jobNumbers: conductor.name })).follow();
    expect(named.text).toContain(conductor.name);
  });

  it("names in the timeline who made each change, and leads from there to what that person changed", async () => {
    const who = await account({ permissions: Object.values(may) });
    const { busUuid } = (await add()).data;
    const bare = await person.get(`${path}/${busUuid}/devices`);
    expect([bare.text.includes("还没有绑定设备"), bare.$("main table").length]).toEqual([true, 0]);
    await (await enter(who)).call("/api/bus/v1.0/update", { busUuid, busState: 10 });
    const page = await person.get(`${path}/${busUuid}/timeline`);
    const link = page.$("main td a").filter((_, one) => page.$(one).text() === who.userName);
    expect(link.length).toBe(1);
    const history = await person.get(link.attr("href")!);
    expect(history.text).toContain(who.userName);
    expect(history.text).toMatch(/车辆状态.*正常.*维修/s);
    expect(history.text).not.toContain("新增 ");
  });

  it("lets a reader see but not arrange lines and persons, and shows them what may be done", async () => {
    const reader = await visitorWith(may.read);
    const { busUuid } = await bus(fleetNames.buses.first);
    for (const page of ["lines", "presets"]) {
      const shown = await reader.get(`${path}/${busUuid}/${page}`);
      expect([shown.status, shown.$("main form").length]).toEqual([200, 0]);
      expect((await (await reader.post(`${path}/${busUuid}/${page}`, {})).follow()).status).toBe(401);
    }
    for (const page of ["timeline", "devices"])
      expect((await reader.get(`${path}/${busUuid}/${page}`)).status).toBe(200);
  });

  it("takes a device found by its number, none that another bus has unless it is to go over, and none that is scrapped", async () => {
    const binder = await visitorWith(may.read, "device.read", "device.bind");
    const device = (code: string) =>
      db().selectFrom("device").selectAll().where("devSelfCode", "=", code).executeTakeFirstOrThrow();
    const own = await binder.get(`${path}/${(await bus("1002")).busUuid}/devices`);
    const form = await binder.get(own.$('main a:contains("绑定设备")').attr("href")!);
    const { ofFirstBus, unbound } = fleetNames.devices;
    const taken = await form.submit({ devUuid: "", "find:devUuid": ofFirstBus }, { press: "绑定" });
    expect([taken.status, taken.errorAt("devUuid")]).toEqual([
      422,
      `设备 ${ofFirstBus} 已绑定车辆 1001，请先解绑，或勾选“改绑”`,
    ]);
    const { devUuid } = await device(unbound);
    await db().updateTable("device").set({ devState: 4 }).where("devUuid", "=", devUuid).execute();
    expect((await form.submit({ devUuid })).errorAt("devUuid")).toBe(`设备 ${unbound} 已报废，不能绑定`);
    await db().updateTable("device").set({ devState: 1 }).where("devUuid", "=", devUuid).execute();
    const bound = await (await form.submit({ devUuid: "", "find:devUuid": unbound }, { press: "绑定" })).follow();
    expect(bound.text).toContain(`已将设备 ${unbound} 绑定到车辆 1002`);
    expect(bound.$("main table").first().text()).toContain(unbound);
    const station = await db()
      .selectFrom("station")
      .select("staUuid")
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    const clerk = await visitorWith("station.read", "device.read", "device.bind");
    const page = await clerk.get(`/station/station-management/${station.staUuid}`);
    const move = await clerk.get(page.$('main a:contains("绑定设备")').attr("href")!);
    expect((await (await move.submit({ devUuid, move: "on" })).follow()).text).toContain(unbound);
  });

  it("comes back without the lines that were deleted meanwhile, and not without its model", async () => {
    const orgId = await fleet();
    const made = await person.call<{ lineUuid: string }>("/api/line/v1.0/delete", { lineUuid: await line("1路") });
    expect(made).toMatchObject({ reason: "used", message: expect.stringContaining("1001") });
    const { busUuid } = (await add({ orgId })).data;
    await person.call("/api/bus/v1.0/delete", { busUuid });
    await db()
      .updateTable("busModel")
      .set({ deletedAt: new Date() })
      .where("modelNum", "=", fleetNames.busModels.electric)
      .execute();
    const refused = await person.post(`${path}/recycle`, { key: busUuid });
    await db()
      .updateTable("busModel")
      .set({ deletedAt: null })
      .where("modelNum", "=", fleetNames.busModels.electric)
      .execute();
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("先在车辆型号的回收站恢复")]);
  });

  it("comes back without a depot that was deleted meanwhile, and whoever brings it back is told", async () => {
    const orgId = await fleet();
    const depot = { parkingNum: "GONE", parkingName: "已撤的场站", orgId };
    const keeper = await visitorWith("depot.read", "depot.write", "depot.delete");
    const { parkingUuid } = (await keeper.call<{ parkingUuid: string }>("/api/base/parking/info/add", depot)).data;
    const [one, other] = [await add({ orgId, parkingUuid }), await add({ orgId, parkingUuid })].map(
      ({ data }) => data.busUuid,
    );
    for (const busUuid of [one, other]) await person.call("/api/bus/v1.0/delete", { busUuid });
    await keeper.call("/api/base/parking/info/delete", { parkingUuid });
    const back = await (await person.post(`${path}/recycle`, { key: one! })).follow();
    expect(back.text).toContain("恢复后留空：停放场站");
    const again = await (await person.post(`${path}/recycle`, { keys: other! })).follow();
    expect(again.text).toContain("已恢复 1 条车辆；恢复后留空：停放场站（原来的已被删除，或已归别的记录）");
    const { data } = await person.call("/api/bus/v1.0/detail", { busUuid: one });
    expect(data).toMatchObject({ parkingUuid: null, parkingName: null });
  });
});
