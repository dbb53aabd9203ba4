import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoFences, fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { shapeOf } from "~/transit/geo/shape";
import { containsPoint } from "~/transit/geo/shape-geometry";
import { holdsPoint } from "./holds-point.server";
import { fenceRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";
import { day } from "../../../tests/kit/days";

const lastDay = day(100);
const { may } = fenceRoom;

const path = "/electronic-fence/electronic-fence-management";
const one = async (query: ReturnType<typeof sql<{ key: string }>>) => (await query.execute(db())).rows[0]!.key;
const fenceNumbered = (code: string) =>
  one(sql<{ key: string }>`select fence_uuid as key from fence where fence_num = ${code}`);
const lines = (points: [number, number][]) =>
  points.map(([lng, lat]) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join("\r\n");
const square = lines([
  [116.38, 39.87],
  [116.382, 39.87],
  [116.382, 39.872],
  [116.38, 39.872],
]);
const placeOf = (code: string) =>
  (({ lng, lat }) => ({ lng, lat }))(demoFences.find(({ fenceNum }) => fenceNum === code)!);
const everything = [may.read, may.write, may.remove];
let made = 0;

async function valid() {
  made += 1;
  return {
    fenceNum: `T${String(made).padStart(4, "0")}`,
    fenceName: `试验围栏${made}`,
    useType: "6",
    orgId: await orgNamed("一车队"),
    ownerType: "parking",
    ownerUuid: fleetNames.depots.east.parkingNum,
    colour: "#c92a2a",
    shape: "3",
    coords: square,
    ruleType: "30",
    limitSpeed: "30",
    timeWindows: "06:00-09:00\r\n22:00-05:00",
    weekdays: ["1", "7"],
    beginDate: "2026-01-01",
    endDate: lastDay,
    scopeAll: null,
    busUuids: "1001\r\n1002",
    remark: "两行\r\n备注",
  };
}

describeRoom({
  path,
  may,
  valid,
  invalid: [
    { field: "fenceNum", value: "", message: "请输入围栏编号" },
    { field: "fenceName", value: "围".repeat(65), message: "最多 64 个字" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    {
      field: "coords",
      value: lines([
        [116.38, 39.87],
        [116.382, 39.872],
        [116.382, 39.87],
        [116.38, 39.872],
      ]),
      message: "第 1 条边与第 3 条边相交",
    },
    { field: "coords", value: "116.38,39.87", message: "至少要 3 个顶点" },
    { field: "coords", value: "", message: "至少要 3 个顶点" },
    {
      field: "radius",
      set: { shape: "1", lng: "116.38", lat: "39.87", radius: "9" },
      message: "半径在 10 到 10000 米之间",
    },
    {
      field: "radius",
      set: { shape: "1", lng: "116.38", lat: "39.87", radius: "10001" },
      message: "半径在 10 到 10000 米之间",
    },
    { field: "lng", set: { shape: "1", lng: "", lat: "39.87", radius: "100" }, message: "请输入圆心经度" },
    { field: "width", set: { shape: "4", width: "201" }, message: "宽度在 5 到 200 米之间" },
    { field: "width", set: { shape: "4", width: "4" }, message: "宽度在 5 到 200 米之间" },
    {
      field: "coords",
      set: { shape: "2", coords: "116.38,39.87\r\n116.39,39.88\r\n116.4,39.87" },
      message: "两个对角",
    },
    { field: "limitSpeed", value: "4", message: "5 到 120" },
    { field: "limitSpeed", value: "121", message: "5 到 120" },
    { field: "limitSpeed", value: "", message: "请输入限速" },
    { field: "stopMinutes", set: { ruleType: "40", stopMinutes: "1441" }, message: "1 到 1440" },
    { field: "stopMinutes", set: { ruleType: "40", stopMinutes: "" }, message: "请输入停车时长" },
    { field: "timeWindows", value: "6点到9点", message: "第 1 行“6点到9点”不是时段" },
    { field: "timeWindows", value: "06:00-09:00\r\n08:59-10:00", message: "第 2 个时段与前面的时段重叠" },
    { field: "endDate", value: "2025-12-31", message: "结束日期不能早于开始日期" },
    { field: "busUuids", value: "", message: "请至少选择一条线路或填写一辆车" },
    {
      field: "busUuids",
      value: "1001\r\n8888\r\n1002\r\n9999",
      message: /第 2 行：没有自编号为“8888”的车辆.*第 4 行：没有自编号为“9999”的车辆/,
    },
    { field: "ownerUuid", value: "没有这个场站", message: "没有编号或名称为“没有这个场站”的场站" },
    { field: "ownerUuid", value: "", message: "请输入关联对象" },
    { field: "ownerType", value: "", message: "请选择关联类型" },
  ],
  showsAs: "fenceName",
  unique: { field: "fenceNum", message: "围栏编号已被使用" },
  texts: ["remark", "fenceName"],
  bulk: { field: "useType", value: "7" },
  table: { name: "fence", key: "fenceUuid" },
  used: async () => ({ key: await fenceNumbered(fleetNames.fences.depot), by: fleetNames.waitingArea }),
  api: { missing: "/api/electricFence/v1.0/update", key: "fenceUuid" },
});

describe("fences", () => {
  const shapes = {
    circle: { set: { shape: "1", lng: "116.381", lat: "39.871", radius: "250", coords: "" }, words: "半径 250米" },
    rectangle: { set: { shape: "2", coords: "116.38,39.87\r\n116.382,39.872" }, words: "4 个点，面积 37," },
    polygon: { set: { shape: "3" }, words: "4 个点，面积 37," },
    corridor: {
      set: { shape: "4", width: "40", coords: "116.37,39.87\r\n116.39,39.87" },
      words: "2 个点，长 1.71公里，宽 40米",
    },
  };

  it.each(Object.entries(shapes))(
    "keeps and draws a %s, and its history says how large it is",
    async (_kind, { set, words }) => {
      const person = await visitorWith(...everything);
      const saved = await (await person.get(`${path}/new`)).submit({ ...(await valid()), ...set });
      const page = await saved.follow();
      expect(page.text).toContain(words);
      expect(page.$("[data-island=shapesMap] svg path, [data-island=shapesMap] svg circle").length).toBeGreaterThan(0);
      const at = saved.location!.split("?")[0]!;
      const again = await (await person.get(`${at}/edit`)).submit({ remark: "只改备注" });
      expect(again.status).toBe(303);
      const history = await person.get(`${at}/history`);
      const [change] = history
        .$("section, [class*=section]")
        .toArray()
        .map((section) => history.$(section).text())
        .filter((text) => text.includes("只改备注"));
      expect(change).not.toMatch(/坐标|生效时段|适用/);
      if (set.shape !== "1") expect(history.text).toContain(words);
    },
  );

  it("shows both corridors of a stale save as corridors, and saves the one chosen", async () => {
    const person = await visitorWith(...everything);
    const saved = await (await person.get(`${path}/new`)).submit({ ...(await valid()), ...shapes.corridor.set });
    const form = await person.get(`${saved.location!.split("?")[0]!}/edit`);
    await form.submit({ coords: "116.37,39.87\r\n116.38,39.87" });
    const stale = await form.submit({ coords: "116.37,39.87\r\n116.39,39.87\r\n116.39,39.88", width: "50" });
    const sides = stale
      .$("tr:contains(边界坐标) td")
      .map((_, cell) => stale.$(cell).text())
      .get();
    expect([stale.status, sides]).toEqual([
      409,
      ["2 个点，长 1.71公里，宽 40米", "3 个点，长 2.82公里，宽 50米", "2 个点，长 853米，宽 40米"],
    ]);
    expect((await (await stale.submit()).follow()).text).toContain("3 个点，长 2.82公里，宽 50米");
  });

  it("keeps a limit only with the rule that it belongs to", async () => {
    const person = await visitorWith(...everything);
    const limits = async (at: string) => {
      const form = await person.get(`${at}/edit`);
      return ["limitSpeed", "stopMinutes"].map((name) => form.field(name));
    };
    const typed = { ...(await valid()), ruleType: "10", limitSpeed: "40", stopMinutes: "15" };
    const at = (await (await person.get(`${path}/new`)).submit(typed)).location!.split("?")[0]!;
    expect(await limits(at)).toEqual(["", ""]);
    for (const [ruleType, kept] of [
      ["30", ["40", ""]],
      ["40", ["", "15"]],
      ["10", ["", ""]],
    ] as const) {
      await (await person.get(`${at}/edit`)).submit({ ruleType, limitSpeed: "40", stopMinutes: "15" });
      expect([ruleType, await limits(at)]).toEqual([ruleType, kept]);
    }
  });

  it("says on its page when it holds, and else that it always does", async () => {
    const person = await visitorWith(...everything);
    const shown = async (set: object) =>
      (await (await (await person.get(`${path}/new`)).submit({ ...(await valid()), ...set })).follow()).text;
    const some = await shown({});
    for (const words of ["06:00-09:00", "22:00-05:00", `2026-01-01 至 ${lastDay}`, "0 条线路、2 辆车"])
      expect(some).toContain(words);
    expect(some).not.toMatch(/全天|每天|长期|全部车辆/);
    const open = { beginDate: "", endDate: "", timeWindows: "", weekdays: [], scopeAll: "on", busUuids: "" };
    const always = await shown(open);
    for (const words of ["全天", "每天", "长期", "全部车辆"]) expect(always).toContain(words);
    expect(await shown({ ...open, beginDate: "2026-01-01" })).toContain("2026-01-01 至 长期");
    expect(await shown({ ...open, endDate: lastDay })).toContain(`即日 至 ${lastDay}`);
  });

  it("stand in their trees by number", async () => {
    const person = await visitorWith(...everything);
    const { rows } = await sql<{ id: string }>`
      select fence_uuid as id from fence where deleted_at is null order by fence_num`.execute(db());
    for (const call of ["fence/v1.0/fenceTree", "electricFence/v1.0/treeList"]) {
      const { data } = await person.call<{ id: string; pId: string; kind: string }[]>(`/api/${call}`);
      const parents = new Set(data.filter(({ kind }) => kind === "fence").map(({ pId }) => pId));
      for (const parent of parents) {
        const below = data.filter(({ pId, kind }) => pId === parent && kind === "fence").map(({ id }) => id);
        expect([call, below]).toEqual([call, rows.map(({ id }) => id).filter((id) => below.includes(id))]);
      }
      expect(parents.size).toBeGreaterThan(1);
    }
  });

  it("saves an unchanged form without making a version of it", async () => {
    const person = await visitorWith(...everything);
    for (const code of Object.values(fleetNames.fences)) {
      const key = await fenceNumbered(code);
      const versionOf = async () =>
        (await sql<{ version: number }>`select version from fence where fence_uuid = ${key}`.execute(db())).rows[0]!
          .version;
      const before = await versionOf();
      expect((await (await person.get(`${path}/${key}/edit`)).submit({})).status).toBe(303);
      expect([code, await versionOf()]).toEqual([code, before]);
    }
  });

  it("offers lines to tick by a search that keeps everything typed", async () => {
    const person = await visitorWith(...everything);
    const [line] = (
      await sql<{
        lineUuid: string;
        lineName: string;
      }>`select line_uuid, line_name from line where deleted_at is null order by line_name limit 1`.execute(db())
    ).rows;
    const typed = { ...(await valid()), busUuids: "" };
    const found = await (
      await person.get(`${path}/new`)
    ).submit({ ...typed, "find:lineUuids": line!.lineName }, { press: "查找" });
    expect(found.status).toBe(200);
    expect([found.field("fenceName"), found.field("coords"), found.field("timeWindows")]).toEqual([
      typed.fenceName,
      square,
      typed.timeWindows,
    ]);
    expect(found.text).not.toContain("请至少选择");
    expect(found.$(`input[name=lineUuids][value="${line!.lineUuid}"]`).parent().text()).toBe(line!.lineName);
    const saved = await found.submit({ lineUuids: [line!.lineUuid] });
    expect((await saved.follow()).text).toMatch(new RegExp(`适用线路（1）.*${line!.lineName}`));
  });

  it("comes back from the recycle bin without the lines that were deleted in the meantime, and says so", async () => {
    const person = await visitorWith(...everything);
    const { rows: lines } = await sql<{ lineUuid: string }>`
      select line_uuid from line where deleted_at is null order by line_name limit 2`.execute(db());
    const [gone, left] = lines.map(({ lineUuid }) => lineUuid);
    const saved = await (
      await person.get(`${path}/new`)
    ).submit({ ...(await valid()), busUuids: "", lineUuids: [gone!, left!] });
    const page = await saved.follow();
    const key = /[0-9a-f]{32}/.exec(saved.location ?? page.text)![0];
    await (await person.get(`${path}/${key}/delete`)).submit({});
    await sql`update line set deleted_at = now() where line_uuid = ${gone}`.execute(db());
    try {
      const back = await (await person.post(`${path}/recycle`, { key })).follow();
      expect(back.text).toContain("恢复后少了已被删除的：适用线路");
      const { rows } = await sql<{ lineUuids: string[] }>`
        select line_uuids from fence where fence_uuid = ${key} and deleted_at is null`.execute(db());
      expect(rows).toEqual([{ lineUuids: [left] }]);
    } finally {
      await sql`update line set deleted_at = null where line_uuid = ${gone}`.execute(db());
    }
  });

  it("finds the fences that hold a point, in the list, on the map and by the call", async () => {
    const person = await visitorWith(...everything);
    const { lng, lat } = placeOf(fleetNames.fences.circle);
    const list = await person.get(`${path}?lng=${lng}&lat=${lat}`);
    expect(list.$("tbody").text()).toContain("老机床厂禁行区");
    expect(list.$("tbody tr").length).toBe(1);
    // In the circle's box, but not in the circle.
    expect((await person.get(`${path}?lng=${lng + 0.0033}&lat=${lat + 0.0025}`)).$("tbody").text()).not.toContain(
      "老机床厂",
    );
    expect((await person.get(`${path}?lng=0&lat=0`)).text).toContain("没有符合条件的记录");
    expect((await person.get(`${path}?lng=116.4`)).text).toContain("请同时填写经度和纬度");
    const map = await person.get(`${path}/map?lng=${lng}&lat=${lat}`);
    expect(map.text).toContain("1 个围栏包含这一点");
    expect(map.$("form").text()).not.toBe("");
    expect(
      (await (await person.get(`${path}/map`)).submit({ lng: "0", lat: "0" }, { form: "main form[method=get]" })).text,
    ).toContain("没有围栏包含这一点");
  });

  it("agrees with the kernel's geometry on which fence holds a point", async () => {
    const fences = (
      await sql<{
        fenceNum: string;
        shape: number;
        lng: number;
        lat: number;
        radius: number;
        coords: number[];
        width: number;
        minLng: number;
        minLat: number;
        maxLng: number;
        maxLat: number;
      }>`
      select *, (bounds[1])[0] as min_lng, (bounds[1])[1] as min_lat, (bounds[0])[0] as max_lng, (bounds[0])[1] as max_lat from fence where deleted_at is null and fence_num like 'WL%'`.execute(
        db(),
      )
    ).rows;
    expect(new Set(fences.map(({ shape }) => shape))).toEqual(new Set([1, 2, 3, 4]));
    const outcomes = new Set<string>();
    for (const fence of fences) {
      for (let i = 0; i < 100; i++) {
        const [lng, lat] = [
          fence.minLng + ((fence.maxLng - fence.minLng) * ((i * 37) % 101)) / 100,
          fence.minLat + ((fence.maxLat - fence.minLat) * ((i * 61) % 97)) / 96,
        ];
        const found = await sql<{
          fenceNum: string;
        }>`select fence_num from fence where fence_num = ${fence.fenceNum} and ${holdsPoint(lng, lat)}`.execute(db());
        expect([fence.fenceNum, lng, lat, found.rows.length === 1]).toEqual([
          fence.fenceNum,
          lng,
          lat,
          containsPoint(shapeOf(fence)!, [lng, lat]),
        ]);
        outcomes.add(`${fence.shape} ${found.rows.length}`);
      }
    }
    expect([...outcomes].sort()).toEqual(["1 0", "1 1", "2 1", "3 0", "3 1", "4 0", "4 1"]);
  });

  it("shows the fences found on a map, by use and by organisation", async () => {
    const person = await visitorWith(...everything);
    const list = await person.get(`${path}?useType=7`);
    expect(list.$("details svg").text()).toContain("老机床厂禁行区");
    const map = await person.get(`${path}/map?useType=7`);
    expect(map.$("main [aria-current]").text()).toContain("禁行区");
    expect(map.$("[data-island=shapesMap] svg").text()).not.toContain("人民广场限速区");
  });

  it("keeps to the viewer's organisations: list, map, tree, form and call", async () => {
    const person = await enter(
      await account({ permissions: everything, dataScope: "own", orgId: await orgNamed("二车队") }),
    );
    expect((await person.get(path)).$("tbody").text()).not.toContain("人民广场限速区");
    const foreign = await fenceNumbered(fleetNames.fences.plaza);
    for (const at of ["", "/edit", "/delete", "/history"])
      expect((await person.get(`${path}/${foreign}${at}`)).status).toBe(404);
    expect((await person.get(`${path}/map`)).text).not.toContain("人民广场限速区");
    for (const call of ["fence/v1.0/fenceTree", "electricFence/v1.0/treeList"])
      expect(JSON.stringify(await person.call(`/api/${call}`, {}))).not.toContain("人民广场限速区");
    expect(
      (await person.call("/api/electricFence/v1.0/selectFenceForMap", placeOf(fleetNames.fences.plaza))).data,
    ).toEqual([]);
    expect((await person.call("/api/electricFence/v1.0/delete", { fenceUuid: foreign })).reason).toBe("missing");
    const bus = await person.call("/api/electricFence/v1.0/add", {
      fenceNum: "X1",
      fenceName: "越界",
      useType: 6,
      orgId: await orgNamed("二车队"),
      shape: 1,
      lng: 116,
      lat: 39,
      radius: 50,
      scopeAll: false,
      busUuids: ["1001"],
    });
    expect(bus.errors).toMatchObject([{ path: "busUuids", row: 1, message: /不在您的机构范围内/ }]);
  });
});

it("takes only a living organisation within reach, and refuses any other at its field", async () => {
  const person = await visitorWith(may.read, may.write);
  const gone = await db()
    .insertInto("organisation")
    .values({ orgId: "f".repeat(32), orgName: "撤销的车队", orgCode: "FENCEGONE", deletedAt: new Date() })
    .returning("orgId")
    .executeTakeFirstOrThrow();
  const fenceUuid = await fenceNumbered(fleetNames.fences.plaza);
  for (const orgId of [gone.orgId, "0".repeat(32)]) {
    const refused = { path: "orgId", message: "请从您可管理的机构中选择" };
    const place = { fenceNum: "O1", fenceName: "无主", useType: 6, shape: 1, lng: 116.38, lat: 39.87, radius: 50 };
    for (const family of ["fence", "electricFence"]) {
      const call = await person.call(`/api/${family}/v1.0/add`, { ...place, orgId });
      expect([call.code, call.errors]).toEqual([400, [refused]]);
      expect((await person.call(`/api/${family}/v1.0/update`, { fenceUuid, orgId })).errors).toEqual([refused]);
    }
    const form = await (await person.get(`${path}/new`)).submit({ ...(await valid()), orgId });
    expect([form.status, form.errorAt("orgId")]).toEqual([422, refused.message]);
  }
});

// Last, since the largest hold what others look for.
it.each([
  ["radius", { shape: "1", lng: "116.38", lat: "39.87", coords: "" }, ["10", "10000"]],
  ["width", { shape: "4", coords: "116.37,39.87\r\n116.39,39.87" }, ["5", "200"]],
  ["limitSpeed", {}, ["5", "120"]],
  ["stopMinutes", { ruleType: "40" }, ["1", "1440"]],
])("takes the least and the most %s", async (field, set, bounds) => {
  const person = await visitorWith(...everything);
  for (const bound of bounds) {
    const saved = await (await person.get(`${path}/new`)).submit({ ...(await valid()), ...set, [field]: bound });
    expect([bound, saved.status, saved.errorAt(field)]).toEqual([bound, 303, ""]);
    expect((await person.get(`${saved.location!.split("?")[0]!}/edit`)).field(field)).toBe(bound);
  }
});
