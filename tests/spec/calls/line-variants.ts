import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";

const at = (name: string) => `/api/line/classify/v1.0/${name}`;
const common = (name: string) => `/api/common/v1.0/${name}`;
const { first, night } = demoNames.lines;

interface Variant {
  classifySid: string;
  classifyName: string;
  sortType: number;
  lineName: string;
  upStations: number;
  version: number;
}

const listed = async (person: Visitor, body: object) => (await person.call<Variant[]>(at("classifyList"), body)).data;
let made = 0;
const added = async (person: Visitor, lineName: string = night) =>
  (await person.call<Variant>(at("add"), { mainUuid: await lineNamed(lineName), classifyName: `接口分类${++made}` }))
    .data;
const noLine = { body: { lineUuid: "x" }, path: "lineUuid", message: "32 位" };

builtCall(at("classifyList"), {
  async success(person) {
    const [primary] = await listed(person, { lineUuid: await lineNamed(first) });
    expect(primary).toMatchObject({ lineName: first, sortType: 1, sortTypeName: "主" });
    expect(primary!.upStations).toBeGreaterThan(5);
    expect((await listed(person, { lineUuid: await lineNamed(first), asOf: "1999-01-01" }))[0]!.upStations).toBe(0);
    expect(await listed(person, { keyword: night, sortType: 2 })).toEqual([]);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "64" },
});
builtCall(at("add"), {
  async success(person) {
    const { data: classifySid } = await person.call<string>(common("generatePrimarykey"), {}, "GET");
    const body = { classifySid, mainUuid: await lineNamed(night), classifyName: "接口主分类", sortType: 1 };
    expect((await person.call(at("add"), body)).data).toMatchObject({ classifySid, sortType: 1, version: 1 });
    expect((await person.call(at("add"), body)).data).toMatchObject({ classifySid });
    expect(
      (await listed(person, { lineUuid: body.mainUuid }))
        .filter(({ sortType }) => sortType === 1)
        .map(({ classifyName }) => classifyName),
    ).toEqual(["接口主分类"]);
  },
  bad: {
    body: async () => ({ mainUuid: await lineNamed(night), classifyName: "" }),
    path: "classifyName",
    message: "请输入分类名称",
  },
});
builtCall(at("update"), {
  async success(person) {
    const { classifySid, version } = await added(person);
    expect((await person.call(at("update"), { classifySid, remark: "改过" })).data).toMatchObject({
      remark: "改过",
      version: version + 1,
    });
    expect(await person.call(at("update"), { classifySid, remark: "过时", version })).toMatchObject({
      code: 400,
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ classifySid: (await added(person)).classifySid, sortType: 3 }),
    path: "sortType",
    message: "请从列表中选择",
  },
});
builtCall(at("delete"), {
  async success(person) {
    const { classifySid, classifyName } = await added(person);
    expect((await person.call(at("delete"), { classifySid })).success).toBe(true);
    expect(await listed(person, { keyword: classifyName })).toEqual([]);
    const [primary] = await listed(person, { lineUuid: await lineNamed(first), sortType: 1 });
    expect(await person.call(at("delete"), { ids: [primary!.classifySid] })).toMatchObject({
      code: 400,
      reason: "used",
    });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall(common("classifyLineList"), {
  async success(person) {
    const { classifySid } = await added(person, first);
    const { data } = await person.call<{ lineName: string; classifyList: Variant[] }[]>(common("classifyLineList"), {
      keyword: first,
    });
    const line = data.find(({ lineName }) => lineName === first)!;
    expect(line.classifyList[0]!.sortType).toBe(1);
    expect(line.classifyList.map((one) => one.classifySid)).toContain(classifySid);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: "64" },
});
builtCall(common("getLineClassifyList"), {
  async success(person) {
    const { classifySid } = await added(person, first);
    const { data } = await person.call<Variant[]>(common("getLineClassifyList"), { lineUuid: await lineNamed(first) });
    expect(data[0]).toMatchObject({ sortType: 1, sortTypeName: "主" });
    expect(data.map((one) => one.classifySid)).toContain(classifySid);
  },
  bad: noLine,
});
builtCall(common("classifyStationList"), {
  async success(person) {
    const [primary] = await listed(person, { lineUuid: await lineNamed(first), sortType: 1 });
    const { data } = await person.call<{ staName: string; direction: number; serial: number }[]>(
      common("classifyStationList"),
      { classifySid: primary!.classifySid, direction: 1 },
    );
    expect([data.length, data[0]!.serial]).toEqual([primary!.upStations, 1]);
    expect(new Set(data.map(({ direction }) => direction))).toEqual(new Set([1]));
  },
  bad: { body: { classifySid: "0".repeat(32), direction: 3 }, path: "direction", message: "上行" },
});
