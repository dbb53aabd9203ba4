import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";

interface Bus {
  busUuid: string;
  busSelfCode: string;
  plateNum: string;
  modelUuid: string;
  orgId: string;
  lineName: string | null;
  version: number;
}
const path = (name: string) => `/api/bus/v1.0/${name}`;
const { first, overdue, plate } = fleetNames.buses;
const busNumbered = async (person: Visitor, busSelfCode: string) =>
  (await person.call<Bus[]>(path("list"), { busSelfCode })).data[0]!;
const personNumbered = async (number: string) =>
  (await db().selectFrom("person").select("personUuid").where("jobNumber", "=", number).executeTakeFirstOrThrow())
    .personUuid;
let made = 0;
async function newBus(person: Visitor, values: object = {}): Promise<Bus> {
  const { modelUuid, orgId } = await busNumbered(person, first);
  made += 1;
  return (
    await person.call<Bus>(path("add"), {
      busSelfCode: `API${made}`,
      plateNum: `京C${String(20_000 + made)}`,
      modelUuid,
      orgId,
      ...values,
    })
  ).data;
}

builtCall(path("pageList"), {
  async success(person) {
    const page = async (body: object) =>
      (await person.call<{ list: Bus[]; total: number }>(path("pageList"), { pageNum: 1, pageSize: 10, ...body })).data;
    expect(await page({ keyword: "京AD10012" })).toMatchObject({
      total: 1,
      list: [
        {
          busSelfCode: first,
          plateNum: plate,
          lineName: "1路",
          modelNum: fleetNames.busModels.electric,
          orgName: "一车队",
        },
      ],
    });
    expect((await page({ expire: "overdue" })).list.map((bus) => bus.busSelfCode)).toEqual([overdue]);
    const byPlate = (await page({ sortField: "plateNum", sortOrder: "desc", pageSize: 500 })).list.map(
      (bus) => bus.plateNum,
    );
    expect(byPlate).toEqual([...byPlate].sort().reverse());
  },
  bad: { body: { pageNum: 1, pageSize: 10, sortField: "remark" }, path: "sortField", message: "不能按此字段排序" },
});
builtCall(path("list"), {
  async success(person) {
    expect(
      (await person.call<Bus[]>(path("list"), { lineName: "10路", busState: 0 })).data.map((bus) => bus.busSelfCode),
    ).toEqual(["1004", "1008", "1012"]);
  },
  bad: { body: { expire: "soon" }, path: "expire", message: /./ },
});
builtCall(path("add"), {
  async success(person) {
    const { data: busUuid } = await person.call<string>("/api/common/v1.0/generatePrimarykey", {}, "GET");
    const { modelUuid, orgId } = await busNumbered(person, first);
    const sent = {
      busUuid,
      busSelfCode: "ＡＤＤ１",
      plateNum: "京 c-88881",
      modelUuid,
      orgId,
      lineUuid: await lineNamed("2路"),
      fixedDriver: fleetNames.persons.first,
    };
    const added = await person.call<Bus>(path("add"), sent);
    expect(added.data).toMatchObject({
      busUuid,
      busSelfCode: "ADD1",
      plateNum: "京C88881",
      plateColor: 9,
      approvedNumber: 50,
      fuelTank: null,
      fuelKm: null,
      energy: 5,
      lineName: "2路",
      driverNumber: fleetNames.persons.first,
      version: 1,
    });
    expect((await person.call<Bus>(path("add"), sent)).data).toEqual(added.data);
    expect((await person.get(`/bus/bus-management/${busUuid}`)).text).toContain("京C88881");
  },
  bad: {
    body: async (person: Visitor) => ({
      ...(await busNumbered(person, first)),
      busUuid: undefined,
      busSelfCode: "B1",
      plateNum: "1001",
    }),
    path: "plateNum",
    message: "车牌号格式不对",
  },
});
builtCall(path("update"), {
  async success(person) {
    const { busUuid, version } = await newBus(person);
    expect(
      (await person.call<Bus>(path("update"), { busUuid, lineUuid: await lineNamed("4路"), engineNo: "DJ-7" })).data,
    ).toMatchObject({ lineName: "4路", engineNo: "DJ-7", version: version + 1, approvedNumber: 50 });
    expect(await person.call(path("update"), { busUuid, engineNo: "DJ-8", version })).toMatchObject({
      code: 400,
      reason: "stale",
      data: { theirs: { engineNo: "DJ-7", lineUuid: await lineNamed("4路") } },
    });
  },
  bad: {
    body: async (person: Visitor) => ({ busUuid: (await newBus(person)).busUuid, seatNumber: 51 }),
    path: "seatNumber",
    message: "不能多于核载人数 50",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const [one, two] = [await newBus(person), await newBus(person)];
    const used = await busNumbered(person, first);
    expect(await person.call(path("delete"), { ids: [one.busUuid, used.busUuid] })).toMatchObject({
      success: false,
      reason: "used",
      message: expect.stringContaining(fleetNames.devices.ofFirstBus),
    });
    expect(await person.call(path("delete"), { ids: [one.busUuid, two.busUuid] })).toMatchObject({
      success: true,
      data: null,
    });
    expect((await person.get("/bus/bus-management/recycle")).text).toContain(two.busSelfCode);
  },
  bad: { body: { busUuid: "1" }, path: "", message: /请选择/ },
});
builtCall(path("validBus"), {
  async success(person) {
    const { busUuid } = await busNumbered(person, first);
    const free = async (sent: object) => (await person.call(path("validBus"), sent)).data;
    expect([
      await free({ busSelfCode: first }),
      await free({ busSelfCode: first, busUuid }),
      await free({ plateNum: "京-ad10012" }),
      await free({ busSelfCode: "NONE", plateNum: "京A00001" }),
    ]).toEqual([false, true, false, true]);
  },
  bad: { body: {}, path: "busSelfCode", message: "请输入自编号" },
});
builtCall(path("selectedBusLine"), {
  async success(person) {
    const { busUuid } = await busNumbered(person, overdue);
    const { data } = await person.call<{ lineName: string; isMain: boolean; beginDate: string }[]>(
      path("selectedBusLine"),
      { busUuid },
    );
    expect(data).toMatchObject([
      { lineName: "10路", isMain: true, beginDate: "2026-01-01", endDate: null, inForce: true },
      { lineName: "1路", isMain: false },
    ]);
  },
  bad: { body: { busUuid: "none" }, path: "busUuid", message: "32 位" },
});
builtCall(path("busLineAdd"), {
  async success(person) {
    const { busUuid } = await newBus(person);
    const [one, two] = [await lineNamed("1路"), await lineNamed("2路")];
    await person.call(path("busLineAdd"), { busUuid, lineUuid: one, isMain: true, beginDate: today() });
    expect(
      (await person.call(path("busLineAdd"), { busUuid, lineUuid: two, beginDate: today(), endDate: "2099-01-01" }))
        .data,
    ).toMatchObject([
      { lineName: "1路", isMain: true },
      { lineName: "2路", endDate: "2099-01-01" },
    ]);
    expect(
      (await person.call(path("busLineAdd"), { busUuid, lineUuid: two, isMain: true, beginDate: "2099-01-02" })).errors,
    ).toMatchObject([{ path: "isMain", message: expect.stringContaining("主线路") }]);
    expect((await person.get(`/bus/bus-management/${busUuid}`)).text).toContain("2路");
    expect((await person.call(path("busLineAdd"), { busUuid, lines: [] })).data).toEqual([]);
    expect((await busNumbered(person, `API${made}`)).lineName).toBe(null);
  },
  bad: {
    body: async (person: Visitor) => ({ busUuid: (await newBus(person)).busUuid, lineUuid: await lineNamed("1路") }),
    path: "beginDate",
    message: "请输入日期",
  },
});
builtCall(path("selectHisRecord"), {
  async success(person) {
    const { busUuid } = await newBus(person, { lineUuid: await lineNamed("1路") });
    await person.call(path("update"), { busUuid, lineUuid: await lineNamed("2路"), busState: 10, reason: "换线检修" });
    const { data } = await person.call<
      { label: string; oldValue: string; newValue: string; action: string; reason: string }[]
    >(path("selectHisRecord"), { busUuid });
    const changes = data
      .filter(({ action }) => action === "update")
      .map(({ label, oldValue, newValue, reason }) => [label, oldValue, newValue, reason]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ["所属线路", "1路", "2路", "换线检修"],
        ["车辆状态", "正常", "维修", "换线检修"],
      ]),
    );
    expect(data.filter(({ action }) => action === "create").map(({ label }) => label)).toContain("自编号");
  },
  bad: { body: {}, path: "busUuid", message: /./ },
});
builtCall(path("personPresetAdd"), {
  async success(person) {
    const { busUuid } = await newBus(person);
    const [driver, dispatcher] = [
      await personNumbered(fleetNames.persons.first),
      await personNumbered(fleetNames.persons.dispatcher),
    ];
    const { data } = await person.call<{ jobNumber: string; warnings: string[] }[]>(path("personPresetAdd"), {
      busUuid,
      personUuids: [dispatcher, driver],
    });
    expect(data.map(({ jobNumber }) => jobNumber)).toEqual([fleetNames.persons.dispatcher, fleetNames.persons.first]);
    expect(data[0]!.warnings).toContain("不是驾驶员岗位");
    expect(data[1]!.warnings).not.toContain("不是驾驶员岗位");
    expect((await person.get(`/bus/bus-management/${busUuid}`)).text).toContain(fleetNames.persons.first);
  },
  bad: {
    body: async (person: Visitor) => ({ busUuid: (await newBus(person)).busUuid, personUuids: ["0".repeat(32)] }),
    path: "personUuids[0]",
    message: "人员不存在",
  },
});
