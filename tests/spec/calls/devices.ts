import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Device {
  devUuid: string;
  devSelfCode: string;
  modelUuid: string;
  bindType: string | null;
  bindUuid: string | null;
  version: number;
}

const at = (name: string) => `/api/dev/v1.0/${name}`;
const { ofFirstBus, board, unbound } = fleetNames.devices;
const found = async (person: Visitor, keyword: string) => (await person.call<Device[]>(at("list"), { keyword })).data;
const busUuid = async (busSelfCode: string) =>
  (await db().selectFrom("bus").select("busUuid").where("busSelfCode", "=", busSelfCode).executeTakeFirstOrThrow())
    .busUuid;
let made = 0;
async function added(person: Visitor, more: object = {}): Promise<Device> {
  const [known] = await found(person, ofFirstBus);
  return (await person.call<Device>(at("add"), { devSelfCode: `JK-${++made}`, modelUuid: known!.modelUuid, ...more }))
    .data;
}

builtCall(at("pageList"), {
  async success(person) {
    const page = async (body: object) =>
      (await person.call<{ list: Device[]; total: number }>(at("pageList"), body)).data;
    expect(await page({ keyword: ofFirstBus, pageSize: 5 })).toMatchObject({
      total: 1,
      list: [
        {
          devSelfCode: ofFirstBus,
          bindName: fleetNames.buses.first,
          orgName: "一车队",
          modelNum: fleetNames.deviceModels.terminal,
        },
      ],
    });
    expect((await page({ bindType: "station" })).list.map((row) => row.devSelfCode)).toContain(board);
    const codes = (await page({ sortField: "devSelfCode", sortOrder: "desc" })).list.map((row) => row.devSelfCode);
    expect(codes).toEqual([...codes].sort().reverse());
  },
  bad: { body: { bindType: "ship" }, path: "bindType", message: /./ },
});
builtCall(at("list"), {
  async success(person) {
    const free = (await person.call<Device[]>(at("list"), { bindType: "none" })).data;
    expect(free.map((row) => row.devSelfCode)).toContain(unbound);
    expect(free.map((row) => row.devSelfCode)).not.toContain(ofFirstBus);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "最多 64 个字" },
});
builtCall(at("add"), {
  async success(person) {
    const device = await added(person, { bindType: "bus", bindUuid: await busUuid("1010"), imei: "490154203237518" });
    expect(device).toMatchObject({ bindName: "1010", characterSet: null, timeZone: "+08:00", connectState: 0 });
    expect((await person.get(`/device/device-management/${device.devUuid}`)).text).toContain("车辆 1010");
    expect(
      (await person.call(at("add"), { devSelfCode: "JK-X", modelUuid: device.modelUuid, imei: "490154203237518" }))
        .errors,
    ).toMatchObject([{ path: "imei", message: "IMEI 已被其他设备使用" }]);
  },
  bad: {
    body: { devSelfCode: "坏", modelUuid: "0".repeat(32), imei: "490154203237519" },
    path: "imei",
    message: "校验位不对",
  },
});
builtCall(at("update"), {
  async success(person) {
    const { devUuid, devSelfCode, version } = await added(person);
    expect((await person.call(at("update"), { devUuid, devState: 3, version })).data).toMatchObject({
      devState: 3,
      devSelfCode,
      timeZone: "+08:00",
      version: version + 1,
    });
    expect(await person.call(at("update"), { devUuid, devState: 1, version })).toMatchObject({ reason: "stale" });
    expect(
      (await person.call(at("update"), { devUuid, bindType: "bus", bindUuid: await busUuid("1011") })).data,
    ).toMatchObject({ bindName: "1011", devState: 3 });
    expect(
      (await person.call(at("update"), { devUuid, bindType: "bus", bindUuid: await busUuid("1012") })).errors,
    ).toMatchObject([{ path: "bindUuid", message: `设备 ${devSelfCode} 已绑定车辆 1011，请先解绑` }]);
    expect((await person.call(at("update"), { devUuid, bindType: null, bindUuid: null })).data).toMatchObject({
      bindName: null,
    });
  },
  bad: {
    body: async (person: Visitor) => ({ devUuid: (await added(person)).devUuid, bindType: "bus" }),
    path: "bindUuid",
    message: "请同时给出",
  },
});
builtCall(at("delete"), {
  async success(person) {
    const [one, [known]] = [await added(person), await found(person, ofFirstBus)];
    expect(await person.call(at("delete"), { ids: [one.devUuid, known!.devUuid] })).toMatchObject({
      reason: "used",
      message: `设备“${ofFirstBus}”正被车辆“1001”使用，请先处理`,
    });
    expect(await person.call(at("delete"), { devUuid: one.devUuid })).toMatchObject({ success: true });
    expect(await found(person, one.devSelfCode)).toEqual([]);
  },
  bad: { body: { ids: [] }, path: "", message: "请选择" },
});
builtCall(at("validDeviceNum"), {
  async success(person) {
    const [known] = await found(person, board);
    const free = async (body: object) => (await person.call(at("validDeviceNum"), body)).data;
    expect([
      await free({ devSelfCode: "WU-1" }),
      await free({ devSelfCode: board }),
      await free({ devSelfCode: board, devUuid: known!.devUuid }),
    ]).toEqual([true, false, true]);
  },
  bad: { body: { devSelfCode: "" }, path: "devSelfCode", message: "请输入设备编号" },
});
builtCall(at("deviceModelDict"), {
  async success(person) {
    const models = (await person.call<{ modelNum: string; protocol: string }[]>(at("deviceModelDict"))).data;
    expect(models).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ modelNum: fleetNames.deviceModels.board, protocol: "站牌协议 2.0" }),
      ]),
    );
  },
});
builtCall(at("deviceUnbind"), {
  async success(person) {
    const { devUuid, devSelfCode } = await added(person, { bindType: "bus", bindUuid: await busUuid("1012") });
    expect(await person.call(at("deviceUnbind"), { devUuid })).toMatchObject({ success: true, data: null });
    expect(await found(person, devSelfCode)).toMatchObject([{ bindType: null, bindUuid: null, bindName: null }]);
    expect((await person.call(at("deviceUnbind"), { devUuid })).errors).toMatchObject([
      { path: "devUuid", message: `设备 ${devSelfCode} 没有绑定对象` },
    ]);
  },
  bad: { body: {}, path: "", message: "请选择" },
});
builtCall(at("protocolCascader"), {
  async success(person) {
    const makers = (await person.call<{ label: string; children: { value: string }[] }[]>(at("protocolCascader"))).data;
    expect(makers.find(({ label }) => label === "滨江电子")!.children.map(({ value }) => value)).toEqual([
      "JT/T 808-2013",
      "JT/T 808-2019",
    ]);
  },
});

const owned = [
  { path: "/api/bus/v1.0/getDeviceListOfBus", key: "busUuid", device: ofFirstBus },
  { path: "/api/sta/v1.0/getDeviceListOfStation", key: "staUuid", device: board },
  { path: "/api/base/parking/info/getDeviceListOfParking", key: "parkingUuid", device: "SB0088" },
];
for (const { path, key, device } of owned) {
  builtCall(path, {
    async success(person) {
      const [known] = await found(person, device);
      const devices = (await person.call<Device[]>(path, { [key]: known!.bindUuid })).data;
      expect(devices.map((row) => row.devSelfCode)).toContain(device);
      expect(new Set(devices.map((row) => row.bindUuid))).toEqual(new Set([known!.bindUuid]));
    },
    bad: { body: { [key]: "7" }, path: key, message: "32 位" },
  });
}

const selectors = [
  { path: "/api/common/v1.0/deviceSelectorOfBus", key: "busUuid", device: ofFirstBus },
  { path: "/api/common/v1.0/deviceSelectorOfParking", key: "parkingUuid", device: "SB0088" },
];
for (const { path, key, device } of selectors) {
  builtCall(path, {
    async success(person) {
      const [known] = await found(person, device);
      const codes = async (body: object) =>
        (await person.call<Device[]>(path, body)).data.map((row) => row.devSelfCode);
      expect(await codes({})).toContain(unbound);
      expect(await codes({})).not.toContain(device);
      expect(await codes({ [key]: known!.bindUuid })).toEqual(expect.arrayContaining([device, unbound]));
    },
    bad: { body: { [key]: "7" }, path: key, message: "32 位" },
  });
}
builtCall("/api/common/v1.0/deviceList", {
  async success(person) {
    expect((await person.call("/api/common/v1.0/deviceList", { keyword: board })).data).toMatchObject([
      { devSelfCode: board, bindType: "station", devType: 6 },
    ]);
  },
  bad: { body: { connectState: 2 }, path: "connectState", message: /./ },
});
