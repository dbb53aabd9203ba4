import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

const { plaza, unused } = demoNames;

export interface Station {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  lng: number;
  lat: number;
  version: number;
  away: number | null;
}
interface PageOf<R> {
  list: R[];
  total: number;
}

const path = (name: string) => `/api/sta/v1.0/${name}`;
export const stationsNamed = async (person: Visitor, filters: object) =>
  (await person.call<Station[]>(path("list"), filters)).data;
let made = 0;
const newStation = async (person: Visitor) =>
  (
    await person.call<Station>(path("add"), {
      staSelfCode: `API${++made}`,
      staName: `接口站${made}`,
      lng: 116.38,
      lat: 39.87,
    })
  ).data;

builtCall(path("pageList"), {
  async success(person) {
    const page = async (body: object) =>
      (await person.call<PageOf<Station>>(path("pageList"), { pageNum: 1, pageSize: 10, ...body })).data;
    expect((await page({ keyword: "rmgc" })).list.map((row) => row.staName)).toEqual([plaza.staName, plaza.staName]);
    expect((await page({ keyword: "renmin" })).list.map((row) => row.staName)).toContain(plaza.staName);
    expect(await page({ staSelfCode: plaza.codes[0] })).toMatchObject({ total: 1, list: [{ staName: plaza.staName }] });
    const [found] = (await page({ staSelfCode: plaza.codes[0] })).list;
    const near = await page({ lng: found!.lng, lat: found!.lat, radius: 300 });
    expect(near.list.find((row) => row.staSelfCode === plaza.codes[0])?.away).toBeCloseTo(0, 3);
    const box = await page({
      minLng: found!.lng - 1e-4,
      maxLng: found!.lng + 1e-4,
      minLat: found!.lat - 1e-4,
      maxLat: found!.lat + 1e-4,
    });
    expect(box.list.map((row) => row.staSelfCode)).toContain(plaza.codes[0]);
    const [one, two] = [
      await page({ pageSize: 5, sortField: "staSelfCode", sortOrder: "desc" }),
      await page({ pageNum: 2, pageSize: 5, sortField: "staSelfCode", sortOrder: "desc" }),
    ];
    const codes = [...one.list, ...two.list].map((row) => row.staSelfCode);
    expect(codes).toEqual([...codes].sort().reverse());
    expect(one.total).toBeGreaterThan(200);
  },
  bad: { body: { pageNum: 1, pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(path("list"), {
  async success(person) {
    const found = await stationsNamed(person, { staName: unused.inService });
    expect(new Set(found.map((row) => row.staName))).toEqual(new Set([unused.inService]));
  },
  bad: { body: { lng: 200, lat: 1 }, path: "lng", message: /./ },
});
builtCall(path("add"), {
  async success(person) {
    const { data: key } = await person.call<string>("/api/common/v1.0/generatePrimarykey", {}, "GET");
    const sent = { staUuid: key, staSelfCode: "ＡＤＤ１", staName: "东大街口", lng: 116.4, lat: 39.9, facilities: 5 };
    const added = await person.call<Station>(path("add"), sent);
    expect(added.data).toMatchObject({
      staUuid: key,
      staSelfCode: "ADD1",
      pinyin: expect.stringContaining("dong"),
      initials: "ddjk",
      staKind: 1,
      state: 10,
      facilities: 5,
      version: 1,
    });
    expect((await person.call<Station>(path("add"), sent)).data).toEqual(added.data);
    expect((await person.get(`/station/station-management/${key}`)).text).toContain("东大街口");
    expect((await person.call(path("add"), { ...sent, staUuid: undefined })).errors).toMatchObject([
      { path: "staSelfCode", message: "站点编号已被使用" },
    ]);
  },
  bad: { body: { staSelfCode: "B1", staName: "坏站", lng: 181, lat: 39 }, path: "lng", message: "-180 到 180" },
});
builtCall(path("update"), {
  async success(person) {
    const { staUuid, version } = await newStation(person);
    expect((await person.call<Station>(path("update"), { staUuid, staName: "改过的站" })).data).toMatchObject({
      staName: "改过的站",
      version: version + 1,
      lng: 116.38,
      staKind: 1,
      state: 10,
    });
    expect((await stationsNamed(person, { keyword: "ggdz" })).map((row) => row.staUuid)).toEqual([staUuid]);
    expect(await person.call(path("update"), { staUuid, staName: "过时的", version })).toMatchObject({
      code: 400,
      reason: "stale",
      data: { theirs: { staName: "改过的站" } },
    });
  },
  bad: {
    body: async (person: Visitor) => ({ staUuid: (await newStation(person)).staUuid, openDate: "2026-02-30" }),
    path: "openDate",
    message: "请输入日期",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const [one, two] = [await newStation(person), await newStation(person)];
    const [used] = await stationsNamed(person, { staSelfCode: plaza.codes[0] });
    expect(await person.call(path("delete"), { ids: [one.staUuid, used!.staUuid] })).toMatchObject({
      success: false,
      reason: "used",
      message: expect.stringContaining(plaza.staName),
    });
    expect(await stationsNamed(person, { staSelfCode: one.staSelfCode })).toHaveLength(1);
    expect(await person.call(path("delete"), { ids: [one.staUuid, two.staUuid] })).toMatchObject({
      success: true,
      data: null,
    });
    expect((await person.get(`/station/station-management/${one.staUuid}`)).status).toBe(404);
    expect((await person.get("/station/station-management/recycle")).text).toContain(two.staName);
  },
  bad: { body: { staUuid: "1" }, path: "", message: /请选择/ },
});
builtCall(path("validStationNum"), {
  async success(person) {
    const [known] = await stationsNamed(person, { staSelfCode: plaza.codes[0] });
    const free = async (staSelfCode: string, staUuid?: string) =>
      (await person.call(path("validStationNum"), { staSelfCode, staUuid })).data;
    expect([
      await free(known!.staSelfCode),
      await free(known!.staSelfCode, known!.staUuid),
      await free("NONE-1"),
    ]).toEqual([false, true, true]);
  },
  bad: { body: {}, path: "staSelfCode", message: "请输入站点编号" },
});
builtCall(path("getLineBySta"), {
  async success(person) {
    const [known] = await stationsNamed(person, { staSelfCode: plaza.codes[0] });
    const { data } = await person.call<{ lineName: string }[]>(path("getLineBySta"), { staUuid: known!.staUuid });
    expect(data.length).toBeGreaterThan(1);
    const page = (await person.get(`/station/station-management/${known!.staUuid}`)).text;
    for (const { lineName } of data) expect(page).toContain(lineName);
    const [apart] = await stationsNamed(person, { staName: unused.inService });
    expect((await person.call(path("getLineBySta"), { staUuid: apart!.staUuid })).data).toEqual([]);
  },
  bad: { body: { staUuid: "none" }, path: "staUuid", message: "32 位" },
});
builtCall("/osm/queryRoadByRectangle", {
  async success(person) {
    const [known] = await stationsNamed(person, { staSelfCode: plaza.codes[0] });
    const { lng, lat } = known!;
    const { data } = await person.call<{ roadName: string; coordinates: [number, number][] }[]>(
      "/osm/queryRoadByRectangle",
      { minLng: lng - 0.005, minLat: lat - 0.005, maxLng: lng + 0.005, maxLat: lat + 0.005 },
    );
    expect(data.map((road) => road.roadName)).toContain("迎宾大道");
    expect(
      (await person.call("/osm/queryRoadByRectangle", { minLng: 0, minLat: 0, maxLng: 0.1, maxLat: 0.1 })).data,
    ).toEqual([]);
  },
  bad: { body: { minLng: 116, minLat: 39, maxLng: 115, maxLat: 40 }, path: "maxLng", message: "大于最小经度" },
});
