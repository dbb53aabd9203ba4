import { expect } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Parameter {
  paramId: string;
  scope: string;
  paramName: string;
  paramValue: string;
  spCode: string | null;
  spValue: string | null;
  version: number;
}
const path = (name: string) => `/api/paramsConfig/v1.0/${name}`;
const find = async (person: Visitor, paramName: string) =>
  (await person.call<Parameter[]>(path("list"), { keyword: paramName })).data.find(
    (one) => one.paramName === paramName,
  );
let made = 0;
const body = () => ({ scope: "ops", spCode: `T${++made}`, spValue: "7", paramType: "number", minimum: 0, maximum: 10 });
const added = async (person: Visitor) => (await person.call<Parameter>(path("add"), body())).data;

builtCall(path("pageList"), {
  async success(person) {
    const page = (
      await person.call<{ list: Parameter[]; total: number }>(path("pageList"), {
        pageNum: 1,
        pageSize: 3,
        scope: "ops",
        sortField: "paramName",
        sortOrder: "asc",
      })
    ).data;
    expect(page.list.map(({ spCode, spValue, paramName }) => [spCode, spValue, paramName])).toEqual([
      ["D008", "116.38,39.87", "D008"],
      ["D009", "1", "D009"],
      ["D010", "0", "D010"],
    ]);
    expect(page.total).toBeGreaterThan(6);
    const sys = (await person.call<{ list: Parameter[] }>(path("pageList"), { scope: "sys" })).data;
    expect(sys.list[0]).toMatchObject({
      paramName: "city_coord",
      paramValue: "116.38,39.87",
      spCode: null,
      spValue: null,
    });
  },
  bad: { body: { pageNum: 1, pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(path("list"), {
  async success(person) {
    expect(
      (await person.call<Parameter[]>(path("list"), { keyword: "始发方向" })).data.map(({ spCode }) => spCode),
    ).toEqual(["S013"]);
  },
  bad: { body: { scope: "other" }, path: "scope", message: "请选择参数范围" },
});
builtCall(path("add"), {
  async success(person) {
    const { spCode } = await added(person);
    expect((await person.call("/api/base-sys-param-info/getList", { spCode })).data).toEqual([
      { spCode, spValue: "7" },
    ]);
    const sys = await person.call<Parameter>(path("add"), { scope: "sys", paramName: "line.colour", paramValue: "蓝" });
    expect(sys.data).toMatchObject({ paramName: "line.colour", paramValue: "蓝", spCode: null });
    expect((await person.call(path("add"), { ...body(), spCode: "D009" })).errors).toMatchObject([
      { path: "spCode", message: "同一范围内已有这个参数名称" },
    ]);
    expect((await person.call(path("add"), { scope: "ops", spCode: "T999" })).errors).toMatchObject([
      { path: "spValue", message: "请输入参数值" },
    ]);
  },
  bad: { body: () => Promise.resolve({ ...body(), spValue: "11" }), path: "spValue", message: "取值范围：0 到 10" },
});
builtCall(path("update"), {
  async success(person) {
    const shown = async () => (await person.get("/homepage")).$("header a:contains(首页)").length;
    const { paramId, version } = (await find(person, "D009"))!;
    expect((await person.call<Parameter>(path("update"), { paramId, spValue: "0", version })).data).toMatchObject({
      spValue: "0",
      version: version + 1,
    });
    expect(await shown()).toBe(0);
    expect(await person.call(path("update"), { paramId, spValue: "1", version })).toMatchObject({ reason: "stale" });
    expect((await person.call(path("update"), { paramId, paramValue: "1" })).success).toBe(true);
    expect(await shown()).toBe(1);
    const { paramId: lateness } = (await find(person, "D011"))!;
    expect((await person.call(path("update"), { paramId: lateness, paramType: "text" })).errors).toMatchObject([
      { path: "paramType", message: expect.stringContaining("由程序读取") },
    ]);
  },
  bad: {
    body: async (person: Visitor) => ({ paramId: (await find(person, "D011"))!.paramId, spValue: "1441" }),
    path: "spValue",
    message: "取值范围：0 到 1440",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const { paramId, paramName } = await added(person);
    expect(await person.call(path("delete"), { paramId })).toMatchObject({ success: true, data: null });
    expect(await find(person, paramName)).toBeUndefined();
    expect(await person.call(path("delete"), { ids: [(await find(person, "D008"))!.paramId] })).toMatchObject({
      success: false,
      reason: "used",
      message: expect.stringContaining("D008"),
    });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall(path("validParamName"), {
  async success(person) {
    const free = async (sent: object) => (await person.call(path("validParamName"), sent)).data;
    const { paramId } = (await find(person, "city_coord"))!;
    const asked = [
      { paramName: "city_coord" },
      { paramName: "city_coord", paramId },
      { paramName: "city_coord", scope: "ops" },
      { paramName: "D008" },
      { paramName: "nobody.has.this" },
    ];
    expect(await Promise.all(asked.map(free))).toEqual([false, true, true, false, true]);
  },
  bad: { body: { paramName: "" }, path: "paramName", message: "请输入参数名称" },
});
builtCall(path("productCodeSelector"), {
  async success(person) {
    expect((await person.call(path("productCodeSelector"))).data).toContainEqual({
      productCode: "base",
      productName: "基础数据管理平台",
    });
  },
});
builtCall(path("mavenProjectNameSelector"), {
  async success(person) {
    const by = { createdBy: "test", updatedBy: "test" };
    await db()
      .insertInto("module")
      .values([
        { moduleId: newKey(), moduleName: "param-a", productCode: "base", ...by },
        { moduleId: newKey(), moduleName: "param-b", productCode: "other", ...by },
      ])
      .execute();
    expect((await person.call(path("mavenProjectNameSelector"), { productCode: "other" })).data).toEqual([
      { mavenProjectName: "param-b", productCode: "other" },
    ]);
    expect((await person.call<object[]>(path("mavenProjectNameSelector"))).data).toContainEqual({
      mavenProjectName: "param-a",
      productCode: "base",
    });
  },
  bad: { body: { productCode: "长".repeat(65) }, path: "productCode", message: /./ },
});
