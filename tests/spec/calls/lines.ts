import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { account, enter } from "../../kit/accounts";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { stationsNamed } from "./stations";
import { orgNamed } from "../../kit/organisations";

const { lines: named } = demoNames;
const path = (name: string) => `/api/line/v1.0/${name}`;
const common = (name: string) => `/api/common/v1.0/${name}`;

interface Line {
  lineUuid: string;
  lineName: string;
  lineDeviceNo: number | null;
  orgId: string;
  version: number;
  upStations: number;
}
interface Call {
  serial: number;
  staUuid: string;
  staName: string;
  staType: number;
  distance: number | null;
}
interface Direction {
  direction: number;
  stationList: Call[];
  path: [number, number][];
  mileage: number | null;
}
interface Detail {
  version: number;
  standing: string;
  directions: Direction[];
}

const find = async (person: Visitor, lineName: string) =>
  (await person.call<Line[]>(path("list"), { lineName })).data.find((line) => line.lineName === lineName)!;
const anOrganisation = () => orgNamed("一车队");
let made = 0;
const body = async () => ({ lineName: `接口${++made}路`, lineType: 1, orgId: await anOrganisation() });
const newLine = async (person: Visitor) => (await person.call<Line>(path("add"), await body())).data;
const noKey = { body: { lineUuid: "x" }, path: "lineUuid", message: "32 位" };

builtCall(path("pageList"), {
  async success(person) {
    const page = async (asked: object) =>
      (await person.call<{ list: Line[]; total: number }>(path("pageList"), { pageNum: 1, pageSize: 50, ...asked }))
        .data;
    const all = await page({});
    expect(all.list.map((line) => line.lineName)).toEqual(expect.arrayContaining(Object.values(named)));
    expect((await page({ keyword: named.night })).list.map((line) => line.lineName)).toEqual([named.night]);
    const fleet = await enter(
      await account({ permissions: ["line.read"], dataScope: "own", orgId: await anOrganisation() }),
    );
    const own = (await fleet.call<{ list: Line[]; total: number }>(path("pageList"), { pageNum: 1, pageSize: 50 }))
      .data;
    expect(own.total).toBeGreaterThan(0);
    expect(own.total).toBeLessThan(all.total);
    expect(new Set(own.list.map((line) => line.orgId))).toEqual(new Set([await anOrganisation()]));
  },
  bad: { body: { pageNum: 0, pageSize: 10 }, path: "pageNum", message: /./ },
});
builtCall(path("list"), {
  async success(person) {
    expect((await find(person, named.first)).upStations).toBeGreaterThan(5);
  },
  bad: { body: { lineName: "长".repeat(65) }, path: "lineName", message: /./ },
});
builtCall(path("add"), {
  async success(person) {
    const { data: lineUuid } = await person.call<string>(common("generatePrimarykey"), {}, "GET");
    const sent = { ...(await body()), lineUuid, lineDeviceNo: 60001 };
    const added = await person.call<Line>(path("add"), sent);
    expect(added.data).toMatchObject({
      lineUuid,
      lineName: sent.lineName,
      lineDeviceNo: 60001,
      category: "1",
      state: 0,
      version: 1,
    });
    expect((await person.call<Line>(path("add"), sent)).data.lineUuid).toBe(lineUuid);
    expect((await find(person, sent.lineName)).lineUuid).toBe(lineUuid);
    expect(
      (await person.call(path("add"), { ...sent, lineUuid: undefined })).errors?.map((error) => error.path),
    ).toContain("lineName");
  },
  bad: { body: async () => ({ ...(await body()), lineName: "" }), path: "lineName", message: "请输入线路名称" },
});
builtCall(path("update"), {
  async success(person) {
    const { lineUuid, version, orgId } = await newLine(person);
    expect(
      (await person.call<Line>(path("update"), { lineUuid, departureInterval: "高峰 5 分钟" })).data,
    ).toMatchObject({ departureInterval: "高峰 5 分钟", version: version + 1, orgId });
    expect((await person.call(path("detail"), { lineUuid })).data).toMatchObject({ departureInterval: "高峰 5 分钟" });
    expect(await person.call(path("update"), { lineUuid, remark: "过时的", version })).toMatchObject({
      code: 400,
      reason: "stale",
    });
    const outsider = await enter(await account({ permissions: ["line.read", "line.write"], dataScope: "own" }));
    expect(await outsider.call(path("update"), { lineUuid, remark: "别的机构" })).toMatchObject({
      code: 400,
      reason: "missing",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ lineUuid: (await newLine(person)).lineUuid, lineDeviceNo: 0 }),
    path: "lineDeviceNo",
    message: "1 到 65535",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const { lineUuid, lineName } = await newLine(person);
    expect((await person.call(path("delete"), { lineUuid })).success).toBe(true);
    expect(await find(person, lineName)).toBeUndefined();
    expect(await person.call(path("detail"), { lineUuid })).toMatchObject({ code: 400, reason: "missing" });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall(path("validLineName"), {
  async success(person) {
    const known = await find(person, named.first);
    const free = async (lineName: string, lineUuid?: string) =>
      (await person.call(path("validLineName"), { lineName, lineUuid })).data;
    expect([await free(named.first), await free(named.first, known.lineUuid), await free("没有的路")]).toEqual([
      false,
      true,
      true,
    ]);
  },
  bad: { body: {}, path: "lineName", message: "请输入线路名称" },
});
builtCall(path("validDeviceNo"), {
  async success(person) {
    const { lineUuid } = (await person.call<Line>(path("add"), { ...(await body()), lineDeviceNo: 61234 })).data;
    const free = async (lineDeviceNo: number, own?: string) =>
      (await person.call(path("validDeviceNo"), { lineDeviceNo, lineUuid: own })).data;
    expect([await free(61234), await free(61234, lineUuid), await free(61235)]).toEqual([false, true, true]);
  },
  bad: { body: { lineDeviceNo: 65536 }, path: "lineDeviceNo", message: "65535" },
});
builtCall(path("detail"), {
  async success(person) {
    const { lineUuid } = await find(person, named.circular);
    expect((await person.call(path("detail"), { lineUuid })).data).toMatchObject({
      lineName: named.circular,
      lineType: 2,
      lineTypeName: "环行",
    });
  },
  bad: noKey,
});
builtCall(path("detailLine"), {
  async success(person) {
    const { lineUuid } = await find(person, named.first);
    const { data } = await person.call<Line & { directions: Direction[] }>(path("detailLine"), { lineUuid });
    expect(data.lineName).toBe(named.first);
    expect(data.directions.map((one) => one.direction)).toEqual([1, 2]);
    expect(data.directions[0]!.stationList.length).toBe(data.upStations);
  },
  bad: noKey,
});
builtCall(path("staListByLineUuid"), {
  async success(person) {
    const { lineUuid } = await find(person, named.first);
    const { data } = await person.call<Call[]>(path("staListByLineUuid"), { lineUuid, direction: 1 });
    expect(data.map((call) => call.serial)).toEqual(data.map((_, place) => place + 1));
    expect([data[0]!.staType, data.at(-1)!.staType]).toEqual([1, 2]);
    const [known] = await stationsNamed(person, { staName: data[0]!.staName });
    expect(known).toBeDefined();
  },
  bad: { body: { lineUuid: "0".repeat(32), direction: 3 }, path: "direction", message: "方向应为" },
});
builtCall(path("getOriginLineClassifyStationAndMap"), {
  async success(person) {
    const { lineUuid } = await find(person, named.withDraft);
    const { data } = await person.call<Detail>(path("getOriginLineClassifyStationAndMap"), { lineUuid });
    expect(data.standing).toBe("effective");
    expect(data.directions[0]!.path.length).toBeGreaterThan(10);
    expect(data.directions[0]!.mileage).toBeGreaterThan(1);
  },
  bad: { body: {}, path: "classifySid", message: "请给出" },
});
builtCall(path("getLineClassifyStationAndMap"), {
  async success(person) {
    const open = async (lineName: string) =>
      (
        await person.call<Detail>(path("getLineClassifyStationAndMap"), {
          lineUuid: (await find(person, lineName)).lineUuid,
        })
      ).data;
    expect((await open(named.withDraft)).standing).toBe("draft");
    expect((await open(named.first)).standing).toBe("effective");
  },
  bad: { body: {}, path: "classifySid", message: "请给出" },
});
builtCall(path("updateLineClassifyStationAndMap"), {
  async success(person) {
    const { lineUuid } = await newLine(person);
    const stations = (await stationsNamed(person, { staName: demoNames.plaza.staName })).concat(
      await stationsNamed(person, { staName: demoNames.unused.inService }),
    );
    const stationList = [stations[0]!, stations.at(-1)!].map(({ staUuid }) => ({ staUuid }));
    const saved = await person.call<Detail>(path("updateLineClassifyStationAndMap"), {
      lineUuid,
      directions: [{ direction: 1, stationList }],
    });
    expect(saved.data, saved.message).toMatchObject({ standing: "draft" });
    const shown = (await person.call<Detail>(path("getLineClassifyStationAndMap"), { lineUuid })).data;
    expect(shown.directions[0]!.stationList.map((call) => call.staName)).toEqual([
      demoNames.plaza.staName,
      demoNames.unused.inService,
    ]);
    expect((await person.call<Detail>(path("getOriginLineClassifyStationAndMap"), { lineUuid })).data.standing).toBe(
      "none",
    );
    expect(
      await person.call(path("updateLineClassifyStationAndMap"), {
        lineUuid,
        version: 0,
        directions: [{ direction: 1, stationList }],
      }),
    ).toMatchObject({ code: 400, reason: "stale" });
  },
  bad: {
    body: async (person: Visitor) => ({
      lineUuid: (await newLine(person)).lineUuid,
      directions: [{ direction: 1, stationList: [{ staUuid: "x" }] }],
    }),
    path: "directions.0.stationList.0.staUuid",
    message: "请选择站点",
  },
});
builtCall(path("oneClickMatch"), {
  async success(person) {
    const source = await find(person, named.first);
    const calls = (await person.call<Call[]>(path("staListByLineUuid"), { lineUuid: source.lineUuid, direction: 1 }))
      .data;
    const { lineUuid } = await newLine(person);
    await person.call(path("updateLineClassifyStationAndMap"), {
      lineUuid,
      directions: [{ direction: 1, stationList: calls.map(({ staUuid }) => ({ staUuid })) }],
    });
    const matched = await person.call<{
      proposals: { path: unknown[]; matchRatio: number; mileage: number }[];
      saved: Detail | null;
    }>(path("oneClickMatch"), { lineUuid, direction: 1, accept: true });
    expect(matched.success, matched.message).toBe(true);
    expect(matched.data.proposals[0]!.matchRatio).toBeGreaterThan(0.9);
    const shown = (await person.call<Detail>(path("getLineClassifyStationAndMap"), { lineUuid })).data;
    expect(shown.directions[0]!.path.length).toBeGreaterThan(10);
    expect(shown.directions[0]!.mileage).toBeCloseTo(matched.data.proposals[0]!.mileage, 1);
  },
  bad: { body: {}, path: "classifySid", message: "请给出" },
});
builtCall(common("generatePrimarykey"), {
  async success(person) {
    const keys = await Promise.all([1, 2, 3].map(() => person.call<string>(common("generatePrimarykey"), {}, "GET")));
    for (const { data } of keys) expect(data).toMatch(/^[0-9a-f]{12}7[0-9a-f]{19}$/);
    expect(new Set(keys.map(({ data }) => data)).size).toBe(3);
  },
});
builtCall(common("lineList"), {
  async success(person) {
    const { data } = await person.call<Line[]>(common("lineList"));
    expect(data).toContainEqual(
      expect.objectContaining({ lineName: named.circular, lineType: 2, lineTypeName: "环行" }),
    );
    expect(
      (await (await enter(await account({ dataScope: "own", permissions: ["line.read"] }))).call(common("lineList")))
        .data,
    ).toEqual([]);
  },
  bad: { body: { orgId: "7" }, path: "orgId", message: "32 位" },
});
builtCall(common("lineTree"), {
  async success(person) {
    const { data } = await person.call<{ id: string; pId: string | null; name: string; kind: string }[]>(
      common("lineTree"),
    );
    const line = data.find((node) => node.name === named.first)!;
    expect(data.find((node) => node.id === line.pId)).toMatchObject({ kind: "org" });
    expect(data.filter((node) => node.pId === line.id).map((node) => node.kind)).toEqual(["direction", "direction"]);
  },
});
builtCall(common("getLocation"), {
  async success(person) {
    const [known] = await stationsNamed(person, { staSelfCode: demoNames.plaza.codes[0] });
    const { data } = await person.call<{ road: string; description: string; stations: { staName: string }[] }>(
      common("getLocation"),
      { lng: known!.lng, lat: known!.lat },
    );
    expect(data.stations[0]!.staName).toBe(demoNames.plaza.staName);
    expect(data.description).toContain(data.road);
  },
  bad: { body: { lng: 116.4, lat: 91 }, path: "lat", message: "-90 到 90" },
});

interface Variant {
  classifySid: string;
  versionUuid: string;
  directions: (Direction & {
    standbyList: { staName: string; replacesName: string | null; remark: string | null }[];
  })[];
}
const variantOf = async (person: Visitor, lineName: string) =>
  (await person.call<Variant>(path("lineStaByClassifySid"), { lineUuid: (await find(person, lineName)).lineUuid }))
    .data;
const noVariant = { body: {}, path: "classifySid", message: "classifySid" };

builtCall(path("lineStaByClassifySid"), {
  async success(person) {
    const { directions } = await variantOf(person, named.express);
    expect(directions.map(({ direction }) => direction)).toEqual([1, 2]);
    const [standby] = directions[0]!.standbyList;
    expect(standby).toMatchObject({ remark: "施工封站时停靠", replacesName: directions[0]!.stationList[2]!.staName });
    expect(directions[0]!.stationList.map(({ staName }) => staName)).not.toContain(standby!.staName);
  },
  bad: noVariant,
});
builtCall(path("lineStationBySid"), {
  async success(person) {
    const { classifySid, directions } = await variantOf(person, named.first);
    const all = (await person.call<Call[]>(path("lineStationBySid"), { classifySid })).data;
    expect(all).toHaveLength(directions[0]!.stationList.length + directions[1]!.stationList.length);
    const down = (await person.call<Call[]>(path("lineStationBySid"), { classifySid, direction: 2 })).data;
    expect(down.map(({ staUuid }) => staUuid)).toEqual(directions[1]!.stationList.map(({ staUuid }) => staUuid));
    expect((await person.call<Call[]>(path("lineStationBySid"), { classifySid, asOf: "1999-01-01" })).data).toEqual([]);
  },
  bad: { body: { classifySid: "0".repeat(32), direction: 3 }, path: "direction", message: "方向应为" },
});
builtCall(path("classifyStaAdd"), {
  async success(person) {
    const { lineUuid } = await newLine(person);
    const known = (await variantOf(person, named.first)).directions[0]!.stationList;
    const [a, b, c] = known.map(({ staUuid }) => staUuid);
    const set = await person.call<Detail>(path("classifyStaAdd"), {
      lineUuid,
      direction: 1,
      stationList: [{ staUuid: a }, { staUuid: c }],
    });
    expect(set.data).toMatchObject({ standing: "draft" });
    const put = (
      await person.call<Detail>(path("classifyStaAdd"), {
        lineUuid,
        direction: 1,
        at: 2,
        stationList: [{ staUuid: b }],
      })
    ).data;
    expect(put.directions[0]!.stationList.map(({ serial, staUuid, staType }) => [serial, staUuid, staType])).toEqual([
      [1, a, 1],
      [2, b, 5],
      [3, c, 2],
    ]);
    expect(
      (
        await person.call<Detail>(path("classifyStaAdd"), {
          lineUuid,
          direction: 1,
          at: 9,
          stationList: [{ staUuid: a }],
        })
      ).data.directions[0]!.stationList.map(({ staType }) => staType),
    ).toEqual([1, 5, 5, 2]);
    expect(
      await person.call(path("classifyStaAdd"), {
        lineUuid,
        direction: 1,
        version: 1,
        stationList: [{ staUuid: a }, { staUuid: b }],
      }),
    ).toMatchObject({ code: 400, reason: "stale" });
  },
  bad: {
    body: async (person: Visitor) => ({
      lineUuid: (await newLine(person)).lineUuid,
      direction: 1,
      stationList: [{ staUuid: "x" }],
    }),
    path: "stationList.0.staUuid",
    message: "请选择站点",
  },
});
