import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { waitingAreaRoom } from "./room";

const { may } = waitingAreaRoom;

const path = "/electronic-fence/waiting-area";
const key = async (query: ReturnType<typeof sql<{ key: string }>>) => (await query.execute(db())).rows[0]!.key;
const depotFence = () =>
  key(sql<{ key: string }>`select fence_uuid as key from fence where fence_num = ${fleetNames.fences.depot}`);
const demoArea = () =>
  key(sql<{ key: string }>`select wait_uuid as key from waiting_area where wait_name = ${fleetNames.waitingArea}`);
const box = (west: number, south: number, east: number, north: number) =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
    .map(([lng, lat]) => `${lng!.toFixed(6)},${lat!.toFixed(6)}`)
    .join("\r\n");
// The fence is the rectangle 116.430..116.434, 39.873..39.875.
const inside = box(116.4322, 39.8732, 116.4332, 39.8738);
const everything = [may.read, may.write, may.remove];
let made = 0;

async function valid() {
  made += 1;
  return {
    waitName: `试验待车区${made}`,
    fenceUuid: await depotFence(),
    direction: "2",
    capacity: "100",
    entryAzimuth: "359",
    queueRule: "2",
    coords: inside,
    remark: "两行\r\n备注",
  };
}

describeRoom({
  path,
  may,
  valid,
  invalid: [
    { field: "waitName", value: "", message: "请输入待车区名称" },
    { field: "waitName", value: "待".repeat(33), message: "最多 32 个字" },
    { field: "fenceUuid", value: "", message: "请选择所属围栏" },
    { field: "capacity", value: "101", message: "1 到 100" },
    { field: "capacity", value: "0", message: "1 到 100" },
    { field: "entryAzimuth", value: "360", message: "0 到 359" },
    { field: "coords", value: "116.432,39.873\r\n116.433,39.873", message: "至少要 3 个顶点" },
    {
      field: "coords",
      value: "116.4322,39.8732\r\n116.4332,39.8738\r\n116.4332,39.8732\r\n116.4322,39.8738",
      message: "相交",
    },
    // 0.0001 degrees north of the fence: 11 m.
    {
      field: "coords",
      value: box(116.432, 39.8745, 116.433, 39.8751),
      message: /超出围栏“城东停车场围栏” 1[12] 米，最多可超出 5 米/,
    },
  ],
  showsAs: "waitName",
  unique: { field: "waitName", message: "这个围栏中已有同名的待车区" },
  texts: ["remark", "waitName"],
  bulk: { field: "capacity", value: "7" },
  table: { name: "waitingArea", key: "waitUuid" },
  api: { missing: "/api/fence/v1.0/waitingArea/updateInfo", key: "waitUuid" },
});

it("may stick out of its fence by five metres, drawn over its edge", async () => {
  const person = await visitorWith(...everything);
  const saved = await (
    await person.get(`${path}/new`)
  ).submit({ ...(await valid()), coords: box(116.4322, 39.8745, 116.4332, 39.87504) });
  expect(saved.status, saved.text).toBe(303);
  const page = await saved.follow();
  expect(page.$("[data-island=shapesMap] svg").text()).toContain("城东停车场围栏");
  const history = await person.get(`${saved.location!.split("?")[0]}/history`);
  expect(history.text).toMatch(/边界坐标 ?4 个点，面积 5,\d\d\d m²/);
});

it("shows the fence to lie in behind the drawing, and looks for lines to tick", async () => {
  const person = await visitorWith(...everything);
  const form = await person.get(`${path}/new?fenceUuid=${await depotFence()}`);
  expect(form.field("fenceUuid")).toBe(await depotFence());
  expect(form.$("[data-island=shapePicker] svg").text()).toContain("城东停车场围栏");
  const found = await form.submit(
    { waitName: "查线路", "find:lineUuids": "没有这条线路" },
    { press: "[value=lineUuids]" },
  );
  expect([found.status, found.field("waitName")]).toEqual([200, "查线路"]);
  expect(found.text).toContain("没有找到“没有这条线路”，请换一个词查找");
});

it("keeps its fence from going, from being drawn smaller, and waits for it in the recycle bin", async () => {
  const person = await visitorWith(...everything, "fence.read", "fence.write", "fence.delete");
  const fences = "/electronic-fence/electronic-fence-management";
  const fence = await depotFence();
  expect((await person.get(`${fences}/${fence}/delete`)).text).toContain(fleetNames.waitingArea);
  const smaller = await (
    await person.get(`${fences}/${fence}/edit`)
  ).submit({ coords: "116.4325,39.8735\r\n116.434,39.875" });
  expect([smaller.status, smaller.errorAt("coords")]).toEqual([
    422,
    expect.stringMatching(/待车区“.+”会超出围栏 \d+ 米/),
  ]);
  const added = await person.call<{ fenceUuid: string }>("/api/electricFence/v1.0/add", {
    fenceNum: "WAITF",
    fenceName: "临时围栏",
    useType: 5,
    orgId: await key(sql<{ key: string }>`select org_id as key from organisation where org_name = '一车队'`),
    shape: 1,
    lng: 116.38,
    lat: 39.87,
    radius: 500,
  });
  const { fenceUuid } = added.data;
  const area = await person.call<{ waitUuid: string }>("/api/fence/v1.0/waitingArea/add", {
    fenceUuid,
    waitName: "跟着围栏",
  });
  await (await person.get(`${path}/${area.data.waitUuid}/delete`)).submit();
  await (await person.get(`${fences}/${fenceUuid}/delete`)).submit();
  const restored = await (await person.get(`${path}/recycle`)).submit({}, { press: `[value="${area.data.waitUuid}"]` });
  expect(restored.status).toBe(422);
  expect(restored.text).toContain("已被删除，请先在电子围栏的回收站恢复");
});

it("belongs to the organisation of its fence", async () => {
  const orgId = await key(sql<{ key: string }>`select org_id as key from organisation where org_name = '二车队'`);
  const person = await enter(await account({ permissions: everything, dataScope: "own", orgId }));
  const area = await demoArea();
  expect((await person.get(path)).text).not.toContain(fleetNames.waitingArea);
  for (const at of ["", "/edit", "/delete", "/history"])
    expect((await person.get(`${path}/${area}${at}`)).status).toBe(404);
  expect((await person.call("/api/fence/v1.0/waitingArea/list", {})).data).toEqual([]);
  expect((await person.call("/api/fence/v1.0/waitingArea/updateDraw", { waitUuid: area, coords: null })).reason).toBe(
    "missing",
  );
  expect(
    (await person.call("/api/fence/v1.0/waitingArea/add", { fenceUuid: await depotFence(), waitName: "别家围栏" }))
      .errors,
  ).toMatchObject([{ path: "fenceUuid" }]);
});
