import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { depotRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";

const { may } = depotRoom;

const path = "/parking/parking-management";
const depotNamed = async (parkingName: string) =>
  (
    await db()
      .selectFrom("depot")
      .select("parkingUuid")
      .where("parkingName", "=", parkingName)
      .executeTakeFirstOrThrow()
  ).parkingUuid;
const square = "116.380000,39.870000\r\n116.381000,39.870000\r\n116.381000,39.871000\r\n116.380000,39.871000";
const reversed = "116.38,39.87\n116.381,39.871\n116.381,39.87\n116.38,39.871";
const lastCrosses = "116.38,39.87\r\n116.38,39.871\r\n116.381,39.87\r\n116.381,39.871";

describeRoom({
  path,
  may,
  valid: async (nth) => ({
    parkingNum: `T${String(nth).padStart(4, "0")}`,
    parkingName: `试验场站${nth}`,
    parkingType: "3",
    orgId: await orgNamed("一车队"),
    state: "3",
    ownership: "2",
    level: "一级",
    manager: "负责的人",
    phone: "010-12345678",
    busBays: "5000",
    chargers: "2000",
    repairPits: "3",
    landArea: "12345.67",
    outline: square,
    address: "迎宾大道 1 号",
    lng: "116.381",
    lat: "39.871",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "parkingNum", value: "", message: "请输入场站编号" },
    { field: "parkingNum", value: "1".repeat(21), message: "最多 20 个字" },
    { field: "parkingName", value: "", message: "请输入场站名称" },
    { field: "parkingName", value: "场".repeat(65), message: "最多 64 个字" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    { field: "busBays", value: "5001", message: "0 到 5000 的整数" },
    { field: "chargers", value: "2001", message: "0 到 2000 的整数" },
    { field: "repairPits", value: "-1", message: "0 到 1000 的整数" },
    { field: "landArea", value: "100000000", message: "99,999,999.99" },
    { field: "landArea", value: "1.234", message: "最多 2 位小数" },
    { field: "phone", value: "没有电话", message: "3 到 20 位数字" },
    { field: "lng", value: "181", message: "-180 到 180" },
    { field: "lat", value: "", message: "请同时填写" },
    { field: "outline", value: "116.38,39.87\r\n116.381,39.87", message: "至少要 3 个顶点，现有 2 个" },
    { field: "outline", value: "116.38,39.87\r\n东经116度", message: "第 2 行“东经116度”不是坐标" },
    { field: "outline", value: reversed.replaceAll("\n", "\r\n"), message: "第 1 条边与第 3 条边相交" },
    { field: "outline", value: lastCrosses, message: "第 2 条边与第 4 条边相交" },
    {
      field: "outline",
      value: "116.38,39.87\r\n116.38005,39.87\r\n116.38005,39.87005",
      message: "面积应大于 100 平方米",
    },
    {
      field: "outline",
      value: Array.from({ length: 201 }, (_, i) => `116.${100 + i},39.87`).join("\r\n"),
      message: "最多 200 个点，现有 201 个",
    },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "parkingName",
  unique: { field: "parkingNum", message: "场站编号已被使用" },
  texts: ["address", "manager"],
  bulk: { field: "manager", value: "新负责人" },
  table: { name: "depot", key: "parkingUuid" },
  used: async () => ({
    key: await depotNamed(fleetNames.depots.east.parkingName),
    by: fleetNames.fences.depot === "WL02" ? "城东停车场围栏" : "",
  }),
  api: { missing: "/api/base/parking/info/update", key: "parkingUuid" },
});

it("shows the outline and the point on a map, and says in history how large it was", async () => {
  const person = await visitorWith(may.read, may.write);
  const key = await depotNamed(fleetNames.depots.hub.parkingName);
  const page = await person.get(`${path}/${key}`);
  expect(page.$("[data-island=shapesMap] svg").text()).toContain(fleetNames.depots.hub.parkingName);
  const form = await person.get(`${path}/${key}/edit`);
  expect(form.field("outline")).toMatch(/^116\.\d{6},39\.\d{6}\r?\n/);
  expect((await form.submit({ outline: square })).status).toBe(303);
  const history = await person.get(`${path}/${key}/history`);
  expect(history.text).toMatch(/场界.*个点，面积 [\d,]+ m².*4 个点，面积 9,4\d\d m²/);
  const cleared = await (await person.get(`${path}/${key}/edit`)).submit({ outline: "" });
  expect(cleared.status).toBe(303);
  expect((await person.get(`${path}/${key}`)).text).not.toContain("场界 ");
});

it("asks a browser for no outline: it may be left empty", async () => {
  const form = await (await visitorWith(may.read, may.write)).get("/parking/parking-management/new");
  expect([form.$("[name=parkingNum]").attr("required"), form.$("[name=outline]").attr("required")]).toEqual([
    "required",
    undefined,
  ]);
});

it("stands in the middle of its outline where no point is given", async () => {
  const person = await visitorWith(may.read, may.write);
  const saved = await (
    await person.get(`${path}/new`)
  ).submit({ parkingNum: "MID1", parkingName: "中点场站", orgId: await orgNamed("一车队"), outline: square });
  expect((await saved.follow()).text).toContain("坐标 116.380500, 39.870500");
});

it("keeps to the viewer's organisations: list, page, form and call", async () => {
  const orgId = await orgNamed("一车队");
  const own = { dataScope: "own" as const, orgId };
  const { account, enter } = await import("../../../tests/kit/accounts");
  const person = await enter(await account({ permissions: [may.read, may.write, may.remove], ...own }));
  const list = await person.get(path);
  expect(list.$("tbody").text()).toContain(fleetNames.depots.east.parkingName);
  expect(list.$("tbody").text()).not.toContain(fleetNames.depots.hub.parkingName);
  const other = await depotNamed(fleetNames.depots.hub.parkingName);
  for (const at of ["", "/edit", "/delete", "/history"])
    expect((await person.get(`${path}/${other}${at}`)).status).toBe(404);
  expect(await person.call("/api/base/parking/info/update", { parkingUuid: other, remark: "改" })).toMatchObject({
    code: 400,
    reason: "missing",
  });
  const foreign = await person.call("/api/base/parking/info/add", {
    parkingNum: "F1",
    parkingName: "别家的",
    orgId: await orgNamed("三车队"),
  });
  expect(foreign.errors).toMatchObject([{ path: "orgId", message: /机构范围/ }]);
  expect((await person.get(`${path}/export`)).text).not.toContain(fleetNames.depots.hub.parkingName);
});

it("takes only a living organisation within reach, and refuses any other at its field", async () => {
  const person = await visitorWith(may.read, may.write);
  const gone = await db()
    .insertInto("organisation")
    .values({ orgId: "d".repeat(32), orgName: "撤销的车队", orgCode: "GONE", deletedAt: new Date() })
    .returning("orgId")
    .executeTakeFirstOrThrow();
  for (const orgId of [gone.orgId, "0".repeat(32)]) {
    const refused = { path: "orgId", message: "请从您可管理的机构中选择" };
    const call = await person.call("/api/base/parking/info/add", { parkingNum: "O1", parkingName: "无主", orgId });
    expect([call.code, call.errors]).toEqual([400, [refused]]);
    const form = await (await person.get(`${path}/new`)).submit({ parkingNum: "O2", parkingName: "无主", orgId });
    expect([form.status, form.errorAt("orgId")]).toEqual([422, refused.message]);
    const known = { parkingUuid: await depotNamed(fleetNames.depots.hub.parkingName), orgId };
    expect((await person.call("/api/base/parking/info/update", known)).errors).toEqual([refused]);
  }
});

it("takes an empty or null choice for none, and never for the option 0", async () => {
  const person = await visitorWith(may.read, may.write);
  const parkingUuid = await depotNamed(fleetNames.depots.hub.parkingName);
  for (const ownership of ["", null]) {
    expect((await person.call("/api/base/parking/info/update", { parkingUuid, ownership: 1 })).code).toBe(200);
    const { data } = await person.call("/api/base/parking/info/update", { parkingUuid, ownership });
    expect(data).toMatchObject({ ownership: null });
    const state = await person.call("/api/base/parking/info/update", { parkingUuid, state: ownership });
    expect(state.errors).toEqual([{ path: "state", message: "请从列表中选择" }]);
  }
});
