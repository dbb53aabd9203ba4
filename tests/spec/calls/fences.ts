import { expect } from "vitest";
import { demoFences, fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { orgNamed } from "../../kit/organisations";

export interface Fence {
  fenceUuid: string;
  fenceNum: string;
  fenceName: string;
  shape: number;
  lng: number;
  lat: number;
  radius: number | null;
  coords: [number, number][] | null;
  geojson: { type: string; coordinates: [number, number][][] };
  ruleType?: number | null;
  waiting?: number;
  version: number;
}
interface Node {
  id: string;
  pId: string | null;
  name: string;
  kind: string;
}

const plain = (name: string) => `/api/fence/v1.0/${name}`;
const ruled = (name: string) => `/api/electricFence/v1.0/${name}`;
const { plaza, depot, circle } = fleetNames.fences;
const { lng, lat } = demoFences.find(({ fenceNum }) => fenceNum === circle)!;
const inCircle = { lng, lat };
export const fencesFound = async (person: Visitor, filters: object) =>
  (await person.call<Fence[]>(plain("list"), filters)).data;
const orgOf = () => orgNamed("一车队");
const square = [
  [116.38, 39.87],
  [116.382, 39.87],
  [116.382, 39.872],
  [116.38, 39.872],
];
const crossed = [square[0], square[2], square[1], square[3]];
let made = 0;
const polygon = async (more: object = {}) => ({
  fenceNum: `AF${++made}`,
  fenceName: `接口围栏${made}`,
  useType: 6,
  orgId: await orgOf(),
  shape: 3,
  coords: square,
  ...more,
});
export const newFence = async (person: Visitor, more: object = {}) =>
  (await person.call<Fence>(ruled("add"), await polygon(more))).data;

builtCall(plain("add"), {
  async success(person) {
    const { data } = await person.call<Fence>(
      plain("add"),
      await polygon({ shape: 1, coords: undefined, lng: 116.38, lat: 39.87, radius: 300 }),
    );
    expect(data).toMatchObject({ shape: 1, radius: 300, coords: null, geojson: { type: "Polygon" }, version: 1 });
    expect(data.geojson.coordinates[0]).toHaveLength(65);
    expect(data).not.toHaveProperty("ruleType");
    expect((await person.get(`/electronic-fence/electronic-fence-management/${data.fenceUuid}`)).text).toMatch(
      /半径 300米.*全部车辆/,
    );
  },
  bad: { body: async () => polygon({ coords: crossed }), path: "coords", message: "第 1 条边与第 3 条边相交" },
});
builtCall(plain("update"), {
  async success(person) {
    const { fenceUuid, version } = await newFence(person, { ruleType: 30, limitSpeed: 40 });
    const wider = [
      [116.38, 39.87],
      [116.39, 39.87],
      [116.39, 39.88],
    ];
    expect((await person.call<Fence>(plain("update"), { fenceUuid, coords: wider })).data).toMatchObject({
      coords: wider,
      version: version + 1,
    });
    expect((await person.call<Fence[]>(ruled("selectFenceForMap"), { lng: 116.389, lat: 39.878 })).data).toMatchObject([
      { fenceUuid, ruleType: 30, limitSpeed: 40 },
    ]);
    expect(await person.call(plain("update"), { fenceUuid, remark: "旧", version })).toMatchObject({
      code: 400,
      reason: "stale",
    });
    expect((await person.call(plain("update"), { fenceUuid, coords: crossed })).errors).toMatchObject([
      { path: "coords", message: /相交/ },
    ]);
  },
  bad: {
    body: async (person: Visitor) => ({ fenceUuid: (await newFence(person)).fenceUuid, shape: 4, width: 201 }),
    path: "width",
    message: "5 到 200 米",
  },
});
builtCall(plain("delete"), {
  async success(person) {
    const [mine, [used]] = [await newFence(person), await fencesFound(person, { keyword: depot })];
    expect(await person.call(plain("delete"), { ids: [mine.fenceUuid, used!.fenceUuid] })).toMatchObject({
      reason: "used",
      message: expect.stringContaining(fleetNames.waitingArea),
    });
    expect((await person.call(plain("delete"), { fenceUuid: mine.fenceUuid })).success).toBe(true);
    expect((await person.get("/electronic-fence/electronic-fence-management/recycle")).text).toContain(mine.fenceName);
  },
  bad: { body: {}, path: "", message: "请选择要删除的围栏" },
});
builtCall(plain("list"), {
  async success(person) {
    expect((await fencesFound(person, { keyword: "rmgc" })).map((row) => row.fenceNum)).toEqual([plaza]);
    expect((await fencesFound(person, { shape: 1 })).map((row) => row.fenceNum)).toContain(circle);
    expect((await fencesFound(person, inCircle)).map((row) => row.fenceNum)).toEqual([circle]);
  },
  bad: { body: { lng: 181, lat: 1 }, path: "lng", message: "-180 到 180" },
});
builtCall(plain("pageList"), {
  async success(person) {
    const { data } = await person.call<{ list: Fence[]; total: number }>(plain("pageList"), {
      keyword: depot,
      pageSize: 5,
    });
    expect(data).toMatchObject({
      total: 1,
      list: [
        { fenceName: "城东停车场围栏", shape: 2, ownerType: "parking", ownerName: fleetNames.depots.east.parkingName },
      ],
    });
    expect(data.list[0]!.coords).toHaveLength(4);
  },
  bad: { body: { sortField: "coords" }, path: "sortField", message: "不能按此字段排序" },
});
builtCall(plain("fenceTree"), {
  async success(person) {
    const { data } = await person.call<Node[]>(plain("fenceTree"), {});
    const leaf = data.find(({ name }) => name === "老机床厂禁行区")!;
    expect([leaf.kind, data.find(({ id }) => id === leaf.pId)?.name]).toEqual(["fence", "禁行区"]);
  },
});
builtCall(ruled("treeList"), {
  async success(person) {
    const { data } = await person.call<Node[]>(ruled("treeList"), {});
    const leaf = data.find(({ name }) => name === "人民广场限速区")!;
    const org = data.find(({ id }) => id === leaf.pId)!;
    expect([org.name, data.find(({ id }) => id === org.pId)?.name]).toEqual(["一车队", "第一分公司"]);
  },
});
builtCall(ruled("pageList"), {
  async success(person) {
    const { data } = await person.call<{ list: Fence[] }>(ruled("pageList"), { keyword: plaza });
    expect(data.list).toMatchObject([
      {
        fenceNum: plaza,
        ruleType: 30,
        limitSpeed: 30,
        timeWindows: [
          { from: "07:00", to: "09:00" },
          { from: "17:00", to: "19:00" },
        ],
        weekdays: [1, 2, 3, 4, 5],
        scopeAll: true,
      },
    ]);
    const limits = (await person.call<{ list: Fence[] }>(ruled("pageList"), { ruleType: 10 })).data.list;
    expect(limits.map((row) => row.fenceNum)).toContain(circle);
    expect(limits.every((row) => row.ruleType === 10)).toBe(true);
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(ruled("add"), {
  async success(person) {
    const rule = {
      ruleType: 40,
      stopMinutes: 15,
      timeWindows: [{ from: "22:00", to: "05:00" }],
      weekdays: [7, 6, 6],
      scopeAll: false,
      busUuids: ["1001", "1002"],
      ownerType: "parking",
      ownerUuid: fleetNames.depots.east.parkingNum,
    };
    const data = await newFence(person, rule);
    expect(data).toMatchObject({
      ruleType: 40,
      stopMinutes: 15,
      limitSpeed: null,
      timeWindows: rule.timeWindows,
      weekdays: [6, 7],
      scopeAll: false,
      busUuids: [expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)],
      ownerName: fleetNames.depots.east.parkingName,
    });
    expect((await person.get(`/electronic-fence/electronic-fence-management/${data.fenceUuid}`)).text).toMatch(
      /停车超时 15 分钟.*22:00-05:00.*适用车辆（2）.*1001/,
    );
    const unknown = await person.call(ruled("add"), await polygon({ scopeAll: false, busUuids: ["1001", "没有"] }));
    expect(unknown.errors).toMatchObject([{ path: "busUuids", row: 2, message: /没有自编号为“没有”的车辆/ }]);
  },
  bad: { body: async () => polygon({ ruleType: 30 }), path: "limitSpeed", message: "5 到 120" },
});
builtCall(ruled("update"), {
  async success(person) {
    const { fenceUuid, version } = await newFence(person, { ruleType: 30, limitSpeed: 40 });
    expect((await person.call(ruled("update"), { fenceUuid, limitSpeed: 60 })).data).toMatchObject({
      limitSpeed: 60,
      coords: square,
      version: version + 1,
    });
    expect((await person.call(ruled("update"), { fenceUuid, ruleType: 10 })).data).toMatchObject({
      ruleType: 10,
      limitSpeed: null,
    });
    expect((await person.call(ruled("update"), { fenceUuid, scopeAll: false })).errors).toMatchObject([
      { path: "busUuids", message: /至少选择一条线路/ },
    ]);
  },
  bad: {
    body: async (person: Visitor) => ({
      fenceUuid: (await newFence(person)).fenceUuid,
      timeWindows: [{ from: "6:00", to: "07:00" }],
    }),
    path: "timeWindows.0.from",
    message: "HH:mm",
  },
});
builtCall(ruled("delete"), {
  async success(person) {
    const { fenceUuid, fenceName } = await newFence(person);
    expect((await person.call(ruled("delete"), { fenceUuid })).success).toBe(true);
    expect((await person.call(ruled("update"), { fenceUuid, remark: "不在了" })).reason).toBe("missing");
    expect((await person.get("/electronic-fence/electronic-fence-management/recycle")).text).toContain(fenceName);
  },
  bad: { body: { fenceUuid: "1" }, path: "", message: "请选择要删除的围栏" },
});
builtCall(ruled("selectFenceForMap"), {
  async success(person) {
    const names = async (asked: object) =>
      (await person.call<Fence[]>(ruled("selectFenceForMap"), asked)).data.map((row) => row.fenceNum);
    expect(await names(inCircle)).toEqual([circle]);
    expect(await names({ lng: inCircle.lng + 0.0033, lat: inCircle.lat + 0.0025 })).toEqual([]);
    const sight = { minLng: 116.42, minLat: 39.86, maxLng: 116.44, maxLat: 39.88 };
    expect(await names(sight)).toContain(depot);
    expect(await names({ ...sight, useType: 7 })).toEqual([]);
    expect((await person.call<Fence[]>(ruled("selectFenceForMap"), inCircle)).data[0]!.geojson.type).toBe("Polygon");
  },
  bad: { body: { lng: 116.4 }, path: "lat", message: "请同时给出经度和纬度" },
});
