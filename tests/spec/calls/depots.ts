import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Depot {
  parkingUuid: string;
  parkingNum: string;
  parkingName: string;
  orgId: string;
  lng: number;
  outline: [number, number][] | null;
  geojson: { type: string; coordinates: [number, number][][] } | null;
  version: number;
  busCount: number;
}

const path = (name: string) => `/api/base/parking/info/${name}`;
export const depotsNamed = async (person: Visitor, keyword: string) =>
  (await person.call<Depot[]>(path("list"), { keyword })).data;
const { east, west } = fleetNames.depots;
const square = [
  [116.38, 39.87],
  [116.381, 39.87],
  [116.381, 39.871],
  [116.38, 39.871],
];
let made = 0;
async function newDepot(person: Visitor): Promise<Depot> {
  const [known] = await depotsNamed(person, east.parkingName);
  return (
    await person.call<Depot>(path("add"), {
      parkingNum: `AP${++made}`,
      parkingName: `接口场站${made}`,
      orgId: known!.orgId,
      outline: square,
    })
  ).data;
}

builtCall(path("pageList"), {
  async success(person) {
    const page = async (body: object) =>
      (await person.call<{ list: Depot[]; total: number }>(path("pageList"), body)).data;
    const found = await page({ keyword: "cdtcc", pageSize: 10 });
    expect(found).toMatchObject({ total: 1, list: [{ parkingName: east.parkingName, geojson: { type: "Polygon" } }] });
    expect(found.list[0]!.outline!.length + 1).toBe(found.list[0]!.geojson!.coordinates[0]!.length);
    expect(found.list[0]!.busCount).toBeGreaterThan(0);
    expect((await page({ parkingType: 2 })).list.map((row) => row.parkingName)).toEqual([west.parkingName]);
    const codes = (await page({ sortField: "parkingNum", sortOrder: "desc" })).list.map((row) => row.parkingNum);
    expect(codes).toEqual([...codes].sort().reverse());
  },
  bad: { body: { pageNum: 0 }, path: "pageNum", message: "最小为 1" },
});
builtCall(path("list"), {
  async success(person) {
    expect((await depotsNamed(person, west.parkingNum)).map((row) => [row.parkingName, row.outline])).toEqual([
      [west.parkingName, null],
    ]);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "最多 64 个字" },
});
builtCall(path("add"), {
  async success(person) {
    const added = await newDepot(person);
    expect(added).toMatchObject({
      lng: 116.3805,
      outline: square,
      geojson: { coordinates: [[...square, square[0]]] },
      version: 1,
    });
    expect((await person.get(`/parking/parking-management/${added.parkingUuid}`)).text).toContain(added.parkingName);
  },
  bad: {
    body: {
      parkingNum: "X1",
      parkingName: "坏场站",
      orgId: "0".repeat(32),
      outline: [square[0], square[2], square[1], square[3]],
    },
    path: "outline",
    message: "相交",
  },
});
builtCall(path("update"), {
  async success(person) {
    const { parkingUuid, version } = await newDepot(person);
    expect((await person.call(path("update"), { parkingUuid, busBays: 88 })).data).toMatchObject({
      busBays: 88,
      version: version + 1,
      outline: square,
      parkingType: 1,
      state: 2,
    });
    expect((await person.call(path("update"), { parkingUuid, outline: null })).data).toMatchObject({
      outline: null,
      geojson: null,
      lng: 116.3805,
    });
    expect(await person.call(path("update"), { parkingUuid, busBays: 1, version })).toMatchObject({
      code: 400,
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ parkingUuid: (await newDepot(person)).parkingUuid, chargers: 2001 }),
    path: "chargers",
    message: "0 到 2000 的整数",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const [one, [used]] = [await newDepot(person), await depotsNamed(person, east.parkingName)];
    expect(await person.call(path("delete"), { ids: [one.parkingUuid, used!.parkingUuid] })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("停放车辆"),
    });
    expect(await person.call(path("delete"), { parkingUuid: one.parkingUuid })).toMatchObject({ success: true });
    expect((await person.get("/parking/parking-management/recycle")).text).toContain(one.parkingName);
  },
  bad: { body: { ids: [] }, path: "", message: "请选择要删除的场站" },
});
builtCall(path("validParkingNum"), {
  async success(person) {
    const [known] = await depotsNamed(person, east.parkingName);
    const free = async (parkingNum: string, parkingUuid?: string) =>
      (await person.call(path("validParkingNum"), { parkingNum, parkingUuid })).data;
    expect([await free(east.parkingNum), await free(east.parkingNum, known!.parkingUuid), await free("NONE")]).toEqual([
      false,
      true,
      true,
    ]);
  },
  bad: { body: { parkingNum: "" }, path: "parkingNum", message: "请输入场站编号" },
});
