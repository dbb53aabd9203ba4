import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { takeReports } from "../reports/queries.server";
import { parameterRoom } from "./room";
import { seededParameters } from "./seed";

const { may } = parameterRoom;
const at = "/params/param-configuration";
let rooms = 0;
describeRoom({
  path: at,
  may,
  valid: () => ({
    scope: "ops",
    paramName: `X${++rooms}`,
    title: `参数${String(rooms).padStart(3, "0")}`,
    paramValue: "值",
    remark: "",
    productCode: "base",
  }),
  invalid: [
    { field: "scope", value: "other", message: "请选择参数范围" },
    { field: "paramName", value: "", message: "请输入参数名称" },
    { field: "paramName", value: "有空格 的", message: "只能用字母、数字、下划线、点和减号" },
    { field: "paramName", value: "a".repeat(65), message: "最多 64 个字" },
    { field: "title", value: "", message: "请输入参数说明" },
    { field: "title", value: "名".repeat(65), message: "最多 64 个字" },
    { field: "paramValue", value: "值".repeat(501), message: "最多 500 个字" },
    { field: "productCode", value: "nothing", message: "产品不存在或已删除" },
    { field: "mavenProject", value: "nothing", message: "模块不存在或已删除" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ].map(({ message, ...one }) => ({ ...one, message: new RegExp(message) })),
  showsAs: "title",
  unique: { field: "paramName", message: "同一范围内已有这个参数名称" },
  texts: ["remark", "title"],
  bulk: { field: "remark", value: "一起写的备注" },
  table: { name: "parameter", key: "paramId" },
  used: async () => ({ key: await keyOf("D008"), by: "D008 地图中心" }),
  api: { missing: "/api/paramsConfig/v1.0/update", key: "paramId" },
});

const keyOf = async (paramName: string) =>
  (
    await db()
      .selectFrom("parameter")
      .select("paramId")
      .where("paramName", "=", paramName)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).paramId;
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(...Object.values(may), "line.read", "station.read", "station.write");
});

describe("the value's control", () => {
  it.each([
    ["text", { paramValue: "任意文字" }, "任意文字", null, null],
    [
      "number",
      { paramValue: "7", minimum: "1", maximum: "10" },
      "7",
      { paramValue: "11" },
      ["paramValue", "取值范围：1 到 10"],
    ],
    [
      "number",
      { paramValue: "-2.5", minimum: "", maximum: "" },
      "-2.5",
      { paramValue: "七" },
      ["paramValue", "请输入数字"],
    ],
    [
      "number",
      { paramValue: "3", minimum: "1", maximum: "5" },
      "3",
      { minimum: "9" },
      ["maximum", "最大值不能小于最小值"],
    ],
    ["boolean", { paramValue: "1" }, "是（1）", { paramValue: "2" }, ["paramValue", "只能是 1（是）或 0（否）"]],
    [
      "coordinate",
      { lng: "120.5", lat: "30.25" },
      "120.5,30.25",
      { lat: "91" },
      ["lat", "纬度在 -90 到 90 之间，经纬度可能填反了"],
    ],
    ["coordinate", { lng: "", lat: "" }, "（空）", { lng: "120" }, ["lat", "请同时填写经度和纬度，或都留空"]],
    ["time", { paramValue: "06:30" }, "06:30", { paramValue: "25:00" }, ["paramValue", "请输入时间，例如 06:30"]],
  ] as const)("of a %s takes %j", async (type, values, shown, wrong, refusal) => {
    const form = await person.get(`${at}/new?type=${type}`);
    const common = { paramName: `typed${++rooms}`, title: "各种类型" };
    if (wrong) {
      const refused = await form.submit({ ...common, ...values, ...wrong });
      // A radio group's error stands at the group.
      expect([
        refused.status,
        refused.errorAt(refusal[0]) || refused.$("[role=alert] a").text().replace("参数值：", ""),
      ]).toEqual([422, refusal[1]]);
      for (const [name, value] of Object.entries({ ...values, ...wrong }))
        if (type !== "boolean") expect([name, refused.field(name)]).toEqual([name, value]);
    }
    const saved = await form.submit({ ...common, ...values });
    expect(saved.status, saved.text).toBe(303);
    expect((await saved.follow()).$("dl").text()).toContain(`参数值${shown}`);
  });
});

describe("a parameter that the program reads", () => {
  const change = (paramName: string, values: Record<string, string | null>) =>
    keyOf(paramName).then(async (key) => (await person.get(`${at}/${key}/edit`)).submit(values));

  it.each([
    ["D008", { lng: "181" }, "lng"],
    ["city_coord", { lat: "-90.5" }, "lat"],
    ["D009", { paramValue: "2" }, "paramValue"],
    ["D010", { paramValue: "yes" }, "paramValue"],
    ["D011", { paramValue: "1441" }, "paramValue"],
    ["D011", { paramValue: "-1" }, "paramValue"],
    ["D011", { paramValue: "1.5" }, "paramValue"],
    ["D016", { paramValue: "" }, "paramValue"],
    ["S013", { paramValue: "3" }, "paramValue"],
    ["S014", { paramValue: "0" }, "paramValue"],
    ["direction.reverse", { paramValue: "2" }, "paramValue"],
    ["D011", { paramName: "D999" }, "paramName"],
    ["D011", { maximum: "9999" }, "maximum"],
    ["D011", { paramType: "text", minimum: null, maximum: null }, "paramType"],
    ["D011", { scope: "sys" }, "scope"],
  ] as [string, Record<string, string | null>, string][])("%s refuses %j", async (paramName, values, field) => {
    const before = await db()
      .selectFrom("parameter")
      .selectAll()
      .where("paramName", "=", paramName)
      .executeTakeFirstOrThrow();
    const answer = await change(paramName, values);
    expect(answer.status).toBe(422);
    expect(answer.errorAt(field) || answer.$("[role=alert]").text()).toMatch(/\p{Script=Han}/u);
    expect(
      await db().selectFrom("parameter").selectAll().where("paramName", "=", paramName).executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  it.each(seededParameters.map(({ scope, paramName }) => [scope, paramName] as const))(
    "%s %s refuses garbage at every door",
    async (scope, paramName) => {
      const key = await keyOf(paramName);
      const valueOf = () =>
        db().selectFrom("parameter").select("paramValue").where("paramId", "=", key).executeTakeFirstOrThrow();
      const before = await valueOf();
      const api = "/api/paramsConfig/v1.0";
      for (const paramValue of ["垃圾", "1e3", "0x10", "NaN", "-0.5", "12,", "true"]) {
        const update = await person.call(`${api}/update`, { paramId: key, paramValue });
        expect([paramValue, update.code, update.errors?.[0]?.path]).toEqual([paramValue, 400, "paramValue"]);
        if (scope === "ops") {
          const spoken = await person.call(`${api}/update`, { paramId: key, spValue: paramValue });
          expect([paramValue, spoken.code, spoken.errors?.[0]?.path]).toEqual([paramValue, 400, "spValue"]);
        }
      }
      expect(await valueOf()).toEqual(before);
    },
  );

  it("whose stored value fits no rule is named on the list, with what is read in its place", async () => {
    const store = async (paramValue: string) =>
      db()
        .updateTable("parameter")
        .set({ paramValue })
        .where("paramId", "=", await keyOf("D011"))
        .execute();
    const workDate = async () =>
      (await person.call<{ workDate: string }>("/api/my/getUserInfo", {}, "GET")).data.workDate;
    const today = await workDate();
    expect((await person.get(at)).text).not.toContain("不合规则");
    for (const garbage of ["垃圾", "99999999999999", "-1440", "1e9"]) {
      await store(garbage);
      expect((await person.get(at)).text).toContain(`D011（工作日延长时间）的值“${garbage}”不合规则`);
      expect([garbage, await workDate()]).toEqual([garbage, today]);
    }
    await store("0");
  });

  it("keeps its name, type and bounds, and cannot be deleted", async () => {
    const key = await keyOf("D011");
    const form = await person.get(`${at}/${key}/edit`);
    for (const name of ["paramName", "title"])
      expect([name, form.$(`[name=${name}]`).attr("readonly")]).toEqual([name, "readonly"]);
    for (const name of ["scope", "paramType", "minimum", "maximum"])
      expect([name, form.$(`[name=${name}]`).attr("type")]).toEqual([name, "hidden"]);
    expect(form.$("a[href^='?type=']").length).toBe(0);
    expect((await person.call("/api/paramsConfig/v1.0/delete", { ids: [key] })).message).toContain(
      "由程序读取，不能删除",
    );
  });

  it("keeps to the parameters' own history", async () => {
    expect((await change("D011", { paramValue: "30", reason: "夜班延长" })).status).toBe(303);
    expect((await change("city_coord", { lng: "117.4", lat: "36.6", reason: "城市中心" })).status).toBe(303);
    const history = async (name: string) => (await person.get(`${at}/${await keyOf(name)}/history`)).text;
    expect(await history("D011")).toMatch(/夜班延长 .*参数值 0 30/);
    expect(await history("D011")).not.toContain("城市中心");
    expect(await history("city_coord")).toContain("城市中心");
    expect(await history("city_coord")).not.toContain("夜班延长");
    await change("city_coord", { lng: "116.38", lat: "39.87" });
    await change("D011", { paramValue: "0" });
  });
});

describe("changed on its page, the effect is there at the next request:", () => {
  const line = "/line/line-management";
  const change = async (paramName: string, values: Record<string, string>) => {
    const saved = await (await person.get(`${at}/${await keyOf(paramName)}/edit`)).submit(values);
    expect([paramName, saved.status]).toEqual([paramName, 303]);
  };
  const centre = async () =>
    /"centre":\[([\d.]+),([\d.]+)\]/
      .exec((await person.get("/station/station-management/new")).html.replaceAll("&quot;", '"'))
      ?.slice(1)
      .join(",");

  it("D008, and where it is empty city_coord, is the centre of the maps", async () => {
    await change("D008", { lng: "120.1", lat: "30.2" });
    expect(await centre()).toBe("120.1,30.2");
    await change("D008", { lng: "", lat: "" });
    expect(await centre()).toBe("116.38,39.87");
    await change("city_coord", { lng: "117.5", lat: "36.6" });
    expect(await centre()).toBe("117.5,36.6");
    await change("D008", { lng: "116.38", lat: "39.87" });
    await change("city_coord", { lng: "116.38", lat: "39.87" });
    expect(await centre()).toBe("116.38,39.87");
  });

  it("D009 shows the home button", async () => {
    const shown = async () => (await person.get("/homepage")).$("header a:contains(首页)").length;
    expect(await shown()).toBe(1);
    await change("D009", { paramValue: "0" });
    expect(await shown()).toBe(0);
    await change("D009", { paramValue: "1" });
  });

  it("D010 names the model beside a bus", async () => {
    const watcher = await visitorWith("bus-monitor.read");
    const labelled = async () =>
      (await watcher.get("/bus/bus-monitor?keyword=1001")).$("main svg text").text().includes("1001 12米纯电动客车");
    await takeReports([{ devSelfCode: "SB0001", reportedAt: new Date().toISOString(), lng: 116.38, lat: 39.87 }]);
    expect(await labelled()).toBe(false);
    await change("D010", { paramValue: "1" });
    expect(await labelled()).toBe(true);
    await change("D010", { paramValue: "0" });
  });

  it("D011 sets the work date back", async () => {
    const workDate = async () =>
      Date.parse((await person.call<{ workDate: string }>("/api/my/getUserInfo", {}, "GET")).data.workDate);
    const today = await workDate();
    await change("D011", { paramValue: "1440" });
    expect(today - (await workDate())).toBe(86_400_000);
    await change("D011", { paramValue: "0" });
  });

  it("D016, S013, direction.reverse and S014 change how a line is shown", async () => {
    const { lineUuid } = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", "1路")
      .executeTakeFirstOrThrow();
    await db().updateTable("line").set({ upMileage: 99.5 }).where("lineUuid", "=", lineUuid).execute();
    const show = () => person.get(`${line}/${lineUuid}`);
    const directions = async () =>
      (await show())
        .$("nav[aria-label=方向] a")
        .map((_, link) => `${link.attribs.href!.slice(-1)}`)
        .get()
        .join();
    expect((await show()).$("thead").text()).toContain("站距");
    await change("D016", { paramValue: "0" });
    expect((await show()).$("thead").text()).not.toContain("站距");
    await change("D016", { paramValue: "1" });
    expect(await directions()).toBe("1,2");
    await change("S013", { paramValue: "2" });
    expect(await directions()).toBe("2,1");
    await change("S013", { paramValue: "1" });
    await change("direction.reverse", { paramValue: "1" });
    expect((await show()).$("nav[aria-label=方向] a").first().text()).toContain("下行");
    await change("direction.reverse", { paramValue: "0" });
    expect((await show()).text).not.toContain("99.500 公里");
    await change("S014", { paramValue: "2" });
    expect((await show()).text).toContain("99.500 公里");
    await change("S014", { paramValue: "1" });
  });
});

it("parameters are read by name, those of the system that the program reads by who holds nothing", async () => {
  const list = async (body: object) =>
    (await person.call<{ paramName: string }[]>("/api/paramsConfig/v1.0/list", body)).data.map((one) => one.paramName);
  expect(await list({ paramName: "city_coord" })).toEqual(["city_coord"]);
  expect(await list({ paramName: "city" })).toEqual([]);
  const by = { createdBy: "test", updatedBy: "test" };
  await db()
    .insertInto("parameter")
    .values({ paramId: newKey(), scope: "sys", paramName: "own.secret", paramValue: "1", title: "自己的", ...by })
    .execute();
  const nobody = await visitorWith();
  const asked = { spCode: ["direction.reverse", "own.secret", "city_coord", "D008"] };
  expect((await nobody.call("/api/base-sys-param-info/getList", asked)).data).toEqual([
    { spCode: "direction.reverse", spValue: "0" },
    { spCode: "city_coord", spValue: "116.38,39.87" },
    { spCode: "D008", spValue: "116.38,39.87" },
  ]);
});

it("a module belongs to its product, and is chosen from the modules", async () => {
  const by = { createdBy: "test", updatedBy: "test" };
  await db()
    .insertInto("module")
    .values([
      { moduleId: newKey(), moduleName: "line-file", productCode: "voice", ...by },
      { moduleId: newKey(), moduleName: "base-web", productCode: "base", ...by },
    ])
    .execute();
  const form = await person.get(`${at}/new`);
  expect(
    form
      .$("select[name=mavenProject] option")
      .map((_, option) => form.$(option).attr("value"))
      .get(),
  ).toEqual(expect.arrayContaining(["line-file", "base-web"]));
  const values = { paramName: "of.module", title: "模块参数", productCode: "base" };
  const refused = await form.submit({ ...values, mavenProject: "line-file" });
  expect([refused.status, refused.errorAt("mavenProject")]).toEqual([422, "模块 line-file 属于产品 voice，请重新选择"]);
  expect((await form.submit({ ...values, mavenProject: "base-web" })).status).toBe(303);
});

it("the list is narrowed to a scope, and its file says what the list says", async () => {
  const page = await person.get(`${at}?scope=sys`);
  expect([page.$("tbody").text().includes("city_coord"), page.$("tbody").text().includes("D009")]).toEqual([
    true,
    false,
  ]);
  const csv = await (await person.send(`${at}/export?scope=ops`)).text();
  expect(csv).toContain("S013,始发方向,上行（1）,运营参数,数字,1 上行");
});

it("operations parameters are answered by spCode, in the order asked", async () => {
  const ops = seededParameters.filter((one) => one.scope === "ops");
  const codes = ops.map((one) => one.paramName);
  const { data } = await person.call<{ spCode: string; spValue: string }[]>("/api/base-sys-param-info/getList", {
    spCode: [...codes, "nothing"],
  });
  expect(data).toEqual(ops.map(({ paramName, paramValue }) => ({ spCode: paramName, spValue: paramValue })));
});
