import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { historyOf } from "~/kit/data/db/history.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { organisationRoom } from "./room";

const { may } = organisationRoom;

interface Organisation {
  orgId: string;
  orgPid: string | null;
  orgName: string;
}
const path = (name: string) => `/api/org/v1.0/${name}`;
const ids: Record<string, string> = {};
let person: Visitor;
let made = 0;
const add = (orgPid: string | null, by = person) =>
  by.call<Organisation>(path("add"), { orgCode: `ORG${++made}`, orgName: `机构${made}`, ...(orgPid && { orgPid }) });

beforeAll(async () => {
  person = await visitorWith("organisation.read", "organisation.write", "organisation.delete");
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    ids[orgName] = orgId;
});

const at = "/org/organization";
let rooms = 0;
describeRoom({
  path: at,
  may,
  tree: true,
  without: ["edit"],
  valid: () => ({
    orgCode: `FORM${++rooms}`,
    orgName: `表单机构${String(rooms).padStart(3, "0")}`,
    orgPid: ids["滨江公交"]!,
    orgType: "3",
    state: "1",
    sort: "5",
    leader: "",
    phone: "",
    address: "滨江路 1 号",
    lng: "116.38",
    lat: "39.87",
  }),
  invalid: [
    { field: "orgCode", value: "", message: "请输入机构编号" },
    { field: "orgCode", value: "长".repeat(21), message: "最多 20 个字" },
    { field: "orgName", value: "", message: "请输入机构名称" },
    { field: "orgName", value: "长".repeat(65), message: "最多 64 个字" },
    { field: "orgPid", value: "0".repeat(32), message: "上级机构不存在或不在您的机构范围内|上级机构不存在或已删除" },
    { field: "orgType", value: "7", message: "请从列表中选择" },
    { field: "state", value: "3", message: "请从列表中选择" },
    { field: "sort", value: "-1", message: "0 到 9999 的整数" },
    { field: "sort", value: "10000", message: "0 到 9999 的整数" },
    { field: "leader", value: "长".repeat(33), message: "最多 32 个字" },
    { field: "phone", value: "1".repeat(33), message: "电话是 3 到 20 位数字" },
    { field: "address", value: "长".repeat(256), message: "最多 255 个字" },
    { field: "lng", value: "181", message: "经度在 -180 到 180 之间" },
    { field: "lat", value: "", message: "请同时填写经度和纬度" },
  ].map(({ message, ...one }) => ({ ...one, message: new RegExp(message) })),
  showsAs: "orgName",
  unique: { field: "orgCode", message: "机构编号已被使用" },
  texts: ["address", "leader"],
  bulk: { field: "orgType", value: "4" },
  table: { name: "organisation", key: "orgId" },
  used: async () => ({ key: ids["第二分公司"]!, by: "三车队" }),
  api: { missing: path("update"), key: "orgId" },
});

describe("the pages of organisations", () => {
  it("name and link what stops a delete, within what the person may see", async () => {
    const ask = await person.get(`${at}/${ids["一车队"]}/delete`);
    expect(ask.$("main a[href^='/line/line-management/']").length).toBeGreaterThan(0);
    for (const label of ["线路", "车辆", "人员", "用户"]) expect(ask.text).toMatch(new RegExp(`${label} \\d+ 条`));
    const detail = await person.get(`${at}/${ids["第一分公司"]}`);
    const buses = detail
      .$("th:contains(车辆)")
      .closest("tr")
      .find("td")
      .map((_, cell) => Number(detail.$(cell).text()))
      .get();
    expect(buses[0]).toBe(0);
    expect(buses[1]).toBeGreaterThan(10);
    expect(detail.$("main li").text()).toContain("二车队");
  });

  it("stay where they are in the order when that is left empty", async () => {
    const branch = (await add(ids["第二分公司"]!)).data;
    const form = await person.get(`${at}/${branch.orgId}/edit`);
    const sort = form.field("sort");
    expect((await form.submit({ sort: "" })).status).toBe(303);
    expect((await person.get(`${at}/${branch.orgId}/edit`)).field("sort")).toBe(sort);
  });

  it("answer the same add twice with one record, which is the last of its branch", async () => {
    const sent = { orgId: newKey(), orgName: "两次发来", orgCode: "TWICE", orgPid: ids["第二分公司"], orgType: 3 };
    const [first, second] = [
      await person.call("/api/org/v1.0/add", sent),
      await person.call("/api/org/v1.0/add", sent),
    ];
    expect([first.success, second]).toEqual([true, first]);
  });

  it("move a branch by choosing another parent, never below itself", async () => {
    const branch = (await add(ids["第一分公司"]!)).data;
    const leaf = (await add(branch.orgId)).data;
    const form = await person.get(`${at}/${branch.orgId}/edit`);
    const places = form
      .$("select[name=orgPid] option")
      .map((_, option) => form.$(option).attr("value"))
      .get();
    expect([places.includes(branch.orgId), places.includes(leaf.orgId), places.includes(ids["第二分公司"]!)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await form.submit({ orgPid: ids["第二分公司"]! })).status).toBe(303);
    const tree = await person.get(at);
    expect(tree.$(`#node-${ids["第二分公司"]} #node-${branch.orgId} #node-${leaf.orgId}`).length).toBe(1);
    expect((await person.get(`${at}/${branch.orgId}/history`)).text).toMatch(/上级机构 第一分公司 第二分公司/);
    const forced = await (await person.get(`${at}/${branch.orgId}/edit`)).submit({ orgPid: leaf.orgId });
    expect([forced.status, forced.errorAt("orgPid")]).toEqual([422, "不能移动到自己的下级机构"]);
  });

  it("put one before another with a button", async () => {
    const parent = (await add(ids["滨江公交"]!)).data.orgId;
    const [first, second] = [(await add(parent)).data, (await add(parent)).data];
    const order = (page: Awaited<ReturnType<Visitor["get"]>>) =>
      page
        .$(`#node-${parent} li`)
        .map((_, item) => page.$(item).attr("id"))
        .get();
    const before = await person.get(at);
    expect(order(before)).toEqual([`node-${first.orgId}`, `node-${second.orgId}`]);
    const after = await (await before.submit({}, { press: `上移 ${second.orgName}` })).follow();
    expect(after.text).toContain(`已上移 ${second.orgName}`);
    expect(order(after)).toEqual([`node-${second.orgId}`, `node-${first.orgId}`]);
  });

  it("give a new one its place below the one it was asked at, and a restored one its old place", async () => {
    const form = await person.get(`${at}/new?below=${ids["调度中心"]}`);
    expect(form.field("orgPid")).toBe(ids["调度中心"]);
    const saved = await form.submit({ orgCode: "BELOW", orgName: "夜班调度" });
    const key = /[0-9a-f]{32}/.exec(saved.location!)![0];
    const child = (await add(key)).data;
    await person.call(path("delete"), { ids: [key, child.orgId] });
    const bin = await person.get(`${at}/recycle`);
    const early = await bin.submit({}, { press: `[value="${child.orgId}"]` });
    expect([early.status, early.text]).toEqual([422, expect.stringContaining("上级机构“夜班调度”已删除，请先恢复它")]);
    await bin.submit({}, { press: `[value="${key}"]` });
    await add(key, person);
    expect((await bin.submit({}, { press: `[value="${child.orgId}"]` })).status).toBe(303);
    expect((await person.get(at)).$(`#node-${ids["调度中心"]} #node-${key} #node-${child.orgId}`).length).toBe(1);
  });

  it("show a person of one branch only that branch, and let them put nothing at the top", async () => {
    const branch = await enter(
      await account({ permissions: Object.values(may), dataScope: "own-below", orgId: ids["第一分公司"] }),
    );
    const tree = await branch.get(at);
    expect([tree.text.includes("二车队"), tree.text.includes("三车队")]).toEqual([true, false]);
    const csv = await (await branch.send(`${at}/export`)).text();
    expect([csv.includes("一车队"), csv.includes("三车队")]).toEqual([true, false]);
    for (const page of ["", "/edit", "/delete", "/history"])
      expect((await branch.get(`${at}/${ids["三车队"]}${page}`)).status).toBe(404);
    expect((await branch.post(`${at}/${ids["三车队"]}/shift`, { by: "up" })).status).toBe(404);
    const form = await branch.get(`${at}/new`);
    expect(
      form
        .$("select[name=orgPid] option")
        .map((_, option) => form.$(option).text().trim())
        .get(),
    ).toEqual(["第一分公司", "一车队", "二车队"]);
    const top = await form.submit({ orgCode: "TOP", orgName: "顶上", orgPid: null });
    expect([top.status, top.errorAt("orgPid")]).toEqual([422, expect.stringContaining("机构范围")]);
    expect((await (await branch.get(`${at}/${ids["第一分公司"]}/edit`)).submit({ leader: "周一" })).status).toBe(303);
  });
});

describe("the tree of organisations", () => {
  it("is at most eight levels deep and never a ring", async () => {
    let parent = ids["滨江公交"]!;
    const chain = [parent];
    for (let level = 2; level <= 8; level++) {
      const { data } = await add(parent);
      parent = data.orgId;
      chain.push(parent);
    }
    expect((await add(parent)).errors).toEqual([{ path: "orgPid", message: "机构最多 8 级" }]);
    const ring = await person.call(path("update"), { orgId: chain[2], orgPid: chain[5] });
    expect(ring.errors).toEqual([{ path: "orgPid", message: "不能移动到自己的下级机构" }]);
    expect((await person.call(path("update"), { orgId: chain[2], orgPid: chain[2] })).success).toBe(false);
    expect((await add("0".repeat(32))).errors).toMatchObject([{ path: "orgPid" }]);
  });

  it("survives two moves at once that together would make a ring", async () => {
    const [one, two] = [(await add(ids["滨江公交"]!)).data.orgId, (await add(ids["滨江公交"]!)).data.orgId];
    const moves = await Promise.all([
      person.call(path("update"), { orgId: one, orgPid: two }),
      person.call(path("update"), { orgId: two, orgPid: one }),
    ]);
    expect(moves.filter((move) => move.success)).toHaveLength(1);
  });

  it("is seen, and changed, only within the person's organisations", async () => {
    const branch = await enter(
      await account({
        permissions: ["organisation.read", "organisation.write", "organisation.delete"],
        dataScope: "own-below",
        orgId: ids["第一分公司"],
      }),
    );
    const names = (await branch.call<Organisation[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgName).sort();
    expect(names).toEqual(["一车队", "二车队", "第一分公司"].sort());
    const elsewhere = { orgId: ids["三车队"] };
    expect(await branch.call(path("detail"), elsewhere)).toMatchObject({ code: 400, reason: "missing" });
    expect(await branch.call(path("update"), { ...elsewhere, orgName: "改" })).toMatchObject({
      code: 400,
      reason: "missing",
    });
    expect(await branch.call(path("delete"), elsewhere)).toMatchObject({ code: 400, reason: "missing" });
    expect((await add(ids["第二分公司"]!, branch)).errors).toMatchObject([{ path: "orgPid" }]);
    expect((await add(null, branch)).errors).toMatchObject([{ path: "orgPid" }]);
    expect((await add(ids["第一分公司"]!, branch)).success).toBe(true);
    const chosen = await enter(
      await account({ permissions: ["organisation.read"], dataScope: "chosen", orgIds: [ids["三车队"]!] }),
    );
    expect((await chosen.call<Organisation[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgName)).toEqual([
      "三车队",
    ]);
  });

  it("keeps what people, lines or others belong to, and names it", async () => {
    const { data } = await add(ids["滨江公交"]!);
    await account({ orgId: data.orgId });
    expect(await person.call(path("delete"), { orgId: data.orgId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("用户“测试"),
    });
    expect(await person.call(path("delete"), { orgId: ids["一车队"] })).toMatchObject({
      reason: "used",
      message: expect.stringMatching(/线路“/),
    });
    expect(await person.call(path("delete"), { orgId: ids["第二分公司"] })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("下级机构"),
    });
  });

  it("leads to the lists of what belongs to it, as far as the reader may open them", async () => {
    const links = async (...more: string[]) =>
      (await (await visitorWith("organisation.read", ...more)).get(`${at}/${ids["一车队"]}`))
        .$("main a[href*='?orgId=']")
        .map((_, link) => link.attribs.href!.split("?")[0])
        .get();
    expect([await links(), await links("bus.read")]).toEqual([[], ["/bus/bus-management"]]);
  });

  it("has unique codes and, under one parent, unique names, among the living", async () => {
    const { data } = await add(ids["滨江公交"]!);
    const again = await person.call(path("add"), {
      orgCode: "NEW-CODE",
      orgName: data.orgName,
      orgPid: ids["滨江公交"],
    });
    expect(again.errors).toEqual([{ path: "orgName", message: "同一上级下已有这个机构名称" }]);
    await person.call(path("delete"), { orgId: data.orgId });
    expect(
      (await person.call(path("add"), { orgCode: "NEW-CODE", orgName: data.orgName, orgPid: ids["滨江公交"] })).success,
    ).toBe(true);
    expect((await historyOf(data.orgId)).map((change) => change.action)).toEqual(["delete", "create"]);
  });
});
