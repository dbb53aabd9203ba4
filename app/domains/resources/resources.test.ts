import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, grant, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { resourceRoom } from "./room";

interface Resource {
  resourceId: string;
  pid: string | null;
  appId: string;
  title: string;
  resourceName: string;
  permissionCode: string | null;
  resourceSort: number;
  enabled: boolean;
  version: number;
  children: Resource[];
}
const { may } = resourceRoom;
const path = "/system/resource";
let person: Visitor;
let base: string;
let made = 0;
const call = <T = Resource>(name: string, body: object, by = person) => by.call<T>(`/api/resource/v1.0/${name}`, body);
const add = async (values: object) => {
  made += 1;
  const answer = await call("add", {
    appId: base,
    resourceName: `Trial${made}`,
    title: `试验${made}`,
    type: "menu",
    ...values,
  });
  expect(answer.message + JSON.stringify(answer.errors ?? "")).toMatch(/^[^[]*$/);
  return answer.data;
};
const page = (values: object = {}) => add({ type: "page", path: "/trial", ...values });
const button = async (permissionCode: string, values: object = {}) =>
  add({ type: "button", pid: (await page()).resourceId, permissionCode, ...values });
const stored = async (resourceName: string) =>
  db()
    .selectFrom("resource")
    .selectAll()
    .where("resourceName", "=", resourceName)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
const newApp = async () => {
  const appId = newKey();
  await db()
    .insertInto("app")
    .values({ appId, appCode: `app-${appId}`, appName: "别的应用", englishShortName: `a${appId}` })
    .execute();
  return appId;
};

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, may.remove);
  base = (await stored("LineManagement")).appId;
});

let rooms = 0;
describeRoom({
  path,
  may,
  tree: true,
  without: ["edit", "export"],
  valid: () => ({
    place: base,
    type: "page",
    resourceName: `RoomPage${++rooms}`,
    title: `房间页面${String(rooms).padStart(3, "0")}`,
    path: "/room-page",
    permissionCode: "line.read",
    resourceSort: "5",
    enabled: "on",
  }),
  invalid: [
    { field: "place", value: "", message: "请选择上级" },
    { field: "place", value: "0".repeat(32), message: "上级资源不存在或已删除" },
    { field: "place", set: { type: "button", path: "" }, message: "按钮不能放在顶层，请选择其他上级" },
    { field: "title", value: "", message: "请输入标题" },
    { field: "title", value: "题".repeat(65), message: "最多 64 个字" },
    { field: "resourceName", value: "", message: "请输入资源标识" },
    { field: "resourceName", value: "1a", message: "字母开头" },
    { field: "resourceName", value: "LineManagement", message: "这个应用中已有此资源标识" },
    { field: "path", value: "", message: "请输入页面的本站路径" },
    { field: "path", value: "javascript:alert(1)", message: "http://" },
    { field: "permissionCode", value: "line.fly", message: "程序没有这个权限码" },
    { field: "resourceSort", value: "10000", message: "9999" },
  ],
  showsAs: "title",
  unique: { field: "resourceName", message: "这个应用中已有此资源标识" },
  texts: ["path", "title"],
  typed: (field, word) => (field === "path" ? `/${word}` : word),
  bulk: { field: "icon", value: "bus" },
  table: { name: "resource", key: "resourceId" },
  used: async () => {
    const menu = await add({});
    return { key: menu.resourceId, by: (await page({ pid: menu.resourceId })).title };
  },
  api: { missing: "/api/resource/v1.0/update", key: "resourceId" },
});

describe("the pages of the tree", () => {
  it("offer copies and arrows to those alone who may change", async () => {
    const { resourceId } = await page();
    const reader = await visitorWith(may.read);
    const copy = `${path}/${resourceId}/copy`;
    expect((await (await reader.get(copy)).follow()).status).toBe(401);
    for (const at of [copy, `${path}/order`])
      expect([at, (await (await reader.post(at, [["up", resourceId]])).follow()).status]).toEqual([at, 401]);
    expect((await reader.get(path)).html).not.toMatch(/\/edit"|上移/);
  });

  it("show one app's resources as a tree, find them, and open the way to one", async () => {
    const shown = await person.get(`${path}?appId=${base}`);
    expect(
      shown
        .$(`#node-${(await stored("LineManagement")).resourceId}`)
        .parents("li")
        .find("a")
        .first()
        .text(),
    ).toBe("线路");
    const found = await person.get(`${path}?appId=${base}&keyword=line.publish`);
    expect(found.text).toContain("发布线路版本");
    expect(found.text).not.toContain("站点管理");
    expect((await person.get(`${path}?appId=${base}&keyword=没有这样的`)).text).toContain("没有找到");
    expect((await person.get(`${path}?appId=${await newApp()}`)).text).toContain("还没有资源");
  });

  it("offer the place that they were asked from, move and copy by plain posts", async () => {
    const menu = await add({ title: "试验菜单" });
    const form = await person.get(`${path}/new?pid=${menu.resourceId}`);
    expect([form.field("place"), form.field("type")]).toEqual([menu.resourceId, "page"]);
    const saved = await form.submit({
      title: "新页面",
      resourceName: "NewPage",
      path: "/new-page",
      permissionCode: "line.read",
    });
    expect((await saved.follow()).text).toMatch(/已保存资源 新页面.*上级\s*试验菜单/);
    const own = `${path}/${(await stored("NewPage")).resourceId}`;
    await (await person.get(`${own}/edit`)).submit({ place: base });
    const history = (await person.get(`${own}/history`)).text;
    for (const word of ["上级", "试验菜单"]) expect(history).toContain(word);
    const copied = await (
      await (await person.get(`${own}/copy`)).submit({ place: menu.resourceId, title: "抄来的" })
    ).follow();
    expect(copied.text).toMatch(/已复制为 抄来的（NewPageCopy）/);
  });

  it("order siblings by arrows without JavaScript", async () => {
    const menu = await add({});
    const [one, two, three] = [
      await page({ pid: menu.resourceId }),
      await page({ pid: menu.resourceId }),
      await page({ pid: menu.resourceId }),
    ];
    const order = async () =>
      (await call<Resource[]>("list", { pid: menu.resourceId })).data.map((row) => row.resourceId);
    expect(await order()).toEqual([one.resourceId, two.resourceId, three.resourceId]);
    const tree = await person.get(`${path}?appId=${base}&keyword=${three.resourceName}`);
    const moved = await tree.submit({}, { form: "#order", press: `[name=up][value="${three.resourceId}"]` });
    expect(moved.location).toContain(`open=${three.resourceId}`);
    expect(await order()).toEqual([one.resourceId, three.resourceId, two.resourceId]);
    await person.post(`${path}/order`, [["up", one.resourceId]]);
    expect(await order()).toEqual([one.resourceId, three.resourceId, two.resourceId]);
    await call("update", { resourceId: one.resourceId, resourceSort: 20 });
    await person.post(`${path}/order`, [["down", one.resourceId]]);
    expect((await order())[2]).not.toBe(one.resourceId);
    expect((await order()).indexOf(one.resourceId)).toBe(1);
  });
});

describe("the rules of the tree", () => {
  it("ask of each type what belongs to it", async () => {
    const errorsOf = async (values: object) =>
      (await call("add", { appId: base, resourceName: "Never", title: "不成", ...values })).errors?.map(
        (error) => `${error.path}: ${error.message}`,
      ) ?? [];
    expect(await errorsOf({ type: "page", path: "https://example.com" })).toEqual([
      expect.stringMatching(/^path: .*本站路径/),
    ]);
    expect(await errorsOf({ type: "link" })).toEqual([expect.stringMatching(/^path/)]);
    for (const address of ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example", "ftp://example.com"])
      expect(await errorsOf({ type: "link", path: address })).toEqual([expect.stringMatching(/^path/)]);
    expect(await errorsOf({ type: "menu", path: "/x", permissionCode: "line.read", isHome: true })).toEqual([
      expect.stringMatching(/^path/),
      expect.stringMatching(/^permissionCode/),
      expect.stringMatching(/^isHome/),
    ]);
    expect(await errorsOf({ type: "button", pid: (await page()).resourceId })).toEqual([
      expect.stringMatching(/^permissionCode: 请选择/),
    ]);
    expect(await errorsOf({ type: "page", path: "/x", permissionCode: "line.fly" })).toEqual([
      "permissionCode: 程序没有这个权限码，请从列表中选择",
    ]);
    expect(await errorsOf({ type: "page", path: "/x", pid: (await page()).resourceId })).toEqual([
      "pid: 页面不能放在页面下，请选择其他上级",
    ]);
    expect(
      await errorsOf({ type: "page", path: "/x", appId: await newApp(), pid: (await add({})).resourceId }),
    ).toEqual(["pid: 上级资源属于另一个应用，请选择同一应用中的上级"]);
    expect(await errorsOf({ type: "menu", resourceName: "LineManagement" })).toEqual([
      "resourceName: 这个应用中已有此资源标识",
    ]);
    expect(await errorsOf({ type: "menu", moduleId: newKey() })).toEqual([expect.stringMatching(/^moduleId/)]);
    const above = await page();
    await button("line.read", { pid: above.resourceId });
    expect((await call("update", { resourceId: above.resourceId, type: "menu", path: null })).success).toBe(true);
    expect(
      (await call("update", { resourceId: above.resourceId, type: "link", path: "https://example.com" })).errors,
    ).toEqual([{ path: "type", message: "下面有按钮，不能改为外部链接" }]);
  });

  it("let nothing stand below itself or too deep", async () => {
    const chain = [await add({})];
    for (let level = 2; level <= 6; level++) chain.push(await add({ pid: chain.at(-1)!.resourceId }));
    expect(
      (await call("add", { pid: chain.at(-1)!.resourceId, type: "menu", resourceName: "TooDeep", title: "太深" }))
        .errors,
    ).toEqual([{ path: "pid", message: "资源最多 6 级" }]);
    expect((await call("update", { resourceId: chain[1]!.resourceId, pid: chain[3]!.resourceId })).errors).toEqual([
      { path: "pid", message: "不能移动到自己的下级资源" },
    ]);
  });

  it("copy a subtree under new names, held by nobody, and move one to another app", async () => {
    const top = await page({ resourceName: "Original" });
    await button("line.read", { pid: top.resourceId, resourceName: "Original.read" });
    const who = await account();
    await db().insertInto("roleResource").values({ roleId: who.roleId, resourceId: top.resourceId }).execute();
    const copy = (await call("copyResource", { resourceId: top.resourceId })).data;
    expect(copy).toMatchObject({ resourceName: "OriginalCopy", title: `${top.title} 副本`, roleCount: 0, pid: null });
    expect((await call<Resource[]>("list", { pid: copy.resourceId })).data).toMatchObject([
      { resourceName: "Original.readCopy", permissionCode: "line.read" },
    ]);
    expect((await call("copyResource", { resourceId: top.resourceId })).data.resourceName).toBe("OriginalCopy2");
    const elsewhere = await newApp();
    expect((await call("copyResource", { resourceId: top.resourceId, appId: elsewhere })).data).toMatchObject({
      appId: elsewhere,
      resourceName: "Original",
    });
    const moved = (await call("update", { resourceId: copy.resourceId, appId: elsewhere })).data;
    expect(moved).toMatchObject({ appId: elsewhere, pid: null });
    expect((await call<Resource[]>("list", { pid: copy.resourceId })).data).toMatchObject([{ appId: elsewhere }]);
    expect((await call("update", { resourceId: top.resourceId, appId: elsewhere })).errors).toMatchObject([
      { path: "resourceName" },
    ]);
  });

  it("keep what the program brings, what roles hold and what others stand below", async () => {
    const line = await stored("LineManagement");
    expect(await call("delete", { resourceId: line.resourceId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("可以停用，不能删除"),
    });
    const errors = (
      await call("update", {
        resourceId: line.resourceId,
        resourceName: "Other",
        permissionCode: "station.read",
        appId: await newApp(),
        pid: null,
      })
    ).errors;
    expect(errors?.map((error) => error.path)).toEqual(["resourceName", "permissionCode", "appId"]);
    const menu = await add({});
    await page({ pid: menu.resourceId, title: "下面的页面" });
    expect(await call("delete", { resourceId: menu.resourceId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("下面的页面"),
    });
  });

  it("bring nothing back under a deleted parent", async () => {
    const menu = await add({});
    const child = await page({ pid: menu.resourceId });
    await call("delete", { ids: [child.resourceId, menu.resourceId] });
    const refused = await (await person.get(`${path}/recycle`)).submit({}, { press: `[value="${child.resourceId}"]` });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("上级资源不存在或已删除")]);
  });
});

describe("rights", () => {
  let keeper: Visitor;
  let roleId: string;
  beforeEach(async () => {
    const who = await account();
    roleId = who.roleId;
    await grant(roleId, [may.read, may.write, may.remove]);
    keeper = await enter(who);
  });
  const hold = (resourceId: string) => db().insertInto("roleResource").values({ roleId, resourceId }).execute();
  const mayReadLines = async () => (await keeper.get("/line/line-management")).status === 200;

  it("are not gained by making a resource, or a copy, of a code", async () => {
    await call(
      "add",
      {
        pid: (await page()).resourceId,
        type: "button",
        resourceName: "Gain",
        title: "得",
        permissionCode: "line.read",
      },
      keeper,
    );
    await call("copyResource", { resourceId: (await stored("LineManagement")).resourceId }, keeper);
    expect(await mayReadLines()).toBe(false);
  });

  it("are not gained by another code on what a role holds", async () => {
    const held = await button("station.read");
    await hold(held.resourceId);
    for (const permissionCode of ["line.read", null]) {
      expect(
        (
          await call(
            "update",
            {
              resourceId: held.resourceId,
              permissionCode,
              ...(!permissionCode && { type: "page", path: "/x", pid: null }),
            },
            keeper,
          )
        ).errors,
      ).toMatchObject([{ path: "permissionCode", message: expect.stringContaining("已有此资源") }]);
    }
    expect(await mayReadLines()).toBe(false);
  });

  it("are not gained by switching on what a role holds, unless one has them", async () => {
    const held = await button("line.read", { enabled: false });
    await hold(held.resourceId);
    expect((await call("update", { resourceId: held.resourceId, enabled: true }, keeper)).errors).toMatchObject([
      { path: "enabled", message: expect.stringContaining("line.read") },
    ]);
    const many = await (
      await keeper.get(`${path}/bulk?ids=${held.resourceId}&verb=change`)
    ).submit({ change: "enabled", enabled: "on" });
    expect([many.status, many.text]).toEqual([422, expect.stringContaining("您没有这个权限，不能启用")]);
    expect(await mayReadLines()).toBe(false);
    const allowed = await visitorWith(may.write, "line.read");
    expect((await call("update", { resourceId: held.resourceId, enabled: true }, allowed)).success).toBe(true);
    expect(await mayReadLines()).toBe(true);
  });

  it("are not gained by bringing back what a role holds", async () => {
    const gone = await button("line.read");
    await call("delete", { resourceId: gone.resourceId });
    await hold(gone.resourceId);
    const refused = await keeper.post(`${path}/recycle`, [["key", gone.resourceId]]);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("line.read")]);
    expect(await mayReadLines()).toBe(false);
  });

  it("go by the codes, whatever the menu shows", async () => {
    const held = await button("line.read");
    await hold(held.resourceId);
    expect(await mayReadLines()).toBe(true);
    await call("update", { resourceId: held.resourceId, enabled: false });
    expect(await mayReadLines()).toBe(false);
  });

  it("are listed for a role and for the caller", async () => {
    const held = await button("line.read");
    await hold(held.resourceId);
    const names = async (body: object, by = person) =>
      (await call<Resource[]>("resourceAuthList", body, by)).data.map((row) => row.resourceName);
    expect(await names({ roleId })).toEqual(expect.arrayContaining([held.resourceName, "Resource"]));
    expect(await names({ roleId })).not.toContain("LineManagement");
    expect(await names({}, keeper)).toEqual(
      expect.arrayContaining([held.resourceName, "LineManagement", "Resource.write"]),
    );
    expect(await names({}, keeper)).not.toContain("StationManagement");
    expect((await call("resourceAuthList", { roleId: newKey() })).reason).toBe("missing");
  });
});

it("shows a thousand resources in a page that stays usable", async () => {
  const appId = await newApp();
  const rows = Array.from({ length: 1000 }, (_, place) => ({
    resourceId: newKey(),
    appId,
    type: "menu",
    resourceName: `Many${place}`,
    title: `第 ${place} 个`,
    resourceSort: place,
  }));
  await db()
    .insertInto("resource")
    .values(rows.map((row, place) => ({ ...row, pid: place < 40 ? null : rows[place % 40]!.resourceId })))
    .execute();
  const shown = await person.get(`${path}?appId=${appId}`);
  expect(shown.$("li[id^=node-]").length).toBe(1000);
  expect(shown.$("li[id^=node-] > details[open]").length).toBe(40);
  expect(shown.html.length).toBeLessThan(1_500_000);
});

it("takes what stands below a disabled menu out of the menu, not from those who may open it", async () => {
  const menu = await add({ title: "可停用的菜单" });
  const below = await page({
    pid: menu.resourceId,
    title: "菜单下的页面",
    path: "/station/station-management",
    permissionCode: "station.read",
  });
  const who = await account({ permissions: ["station.read"] });
  await db()
    .insertInto("roleResource")
    .values({ roleId: who.roleId, resourceId: below.resourceId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const reader = await enter(who);
  const shown = async () => (await reader.get("/homepage")).text.includes("菜单下的页面");
  expect(await shown()).toBe(true);
  await call("update", { resourceId: menu.resourceId, enabled: false });
  expect(await shown()).toBe(false);
  expect((await reader.get("/station/station-management")).status).toBe(200);
});
