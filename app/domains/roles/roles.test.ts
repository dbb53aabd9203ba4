import { beforeAll, describe, expect, it } from "vitest";
import { historyOf } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, grant, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Answer, Envelope, Visitor } from "../../../tests/kit/visit";
import { type RoleRow, roleRoom } from "./room";
import type { UserAuth } from "./schema";
import type { z } from "zod";

const { may } = roleRoom;
const path = (name: string) => `/api/role/v1.0/${name}`;
const ofRoles = ["role.read", "role.write", "role.delete", "role.authorise", "user.authorise", "user.read"];
const orgs: Record<string, string> = {};
const resources: Record<string, string> = {};
let boss: Visitor;
let made = 0;

const add = (by: Visitor, values: object = {}) =>
  by.call<RoleRow>(path("add"), { roleName: `角色${++made}`, ...values });
const give = (by: Visitor, roleId: string, ...codes: string[]) =>
  by.call<{ resourceIds: string[]; version: number }>(path("setResourceAuth"), {
    roleId,
    resourceIds: codes.map((code) => resources[code]),
  });
const held = async (roleId: string) =>
  (await boss.call<{ resourceIds: string[] }>(path("getResourceAuth"), { roleId })).data.resourceIds;
const members = async (roleId: string) =>
  (await boss.call<z.output<typeof UserAuth>>(path("getUserAuth"), { roleId })).data.users.map((user) => user.userId);
const forbidden = { success: false, code: 400, reason: "forbidden" };
const refusedAt = (field: string, message: string | RegExp) => ({
  success: false,
  reason: "field",
  errors: [{ path: field, message: typeof message === "string" ? message : expect.stringMatching(message) }],
});

beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    orgs[orgName] = orgId;
  for (const row of await db()
    .selectFrom("resource")
    .select(["resourceId", "permissionCode"])
    .where("permissionCode", "is not", null)
    .execute())
    resources[row.permissionCode!] = row.resourceId;
});

let rooms = 0;
describeRoom({
  path: "/system/role",
  may,
  tree: true,
  without: ["edit", "export"],
  valid: () => ({
    roleName: `岗位角色${String(++rooms).padStart(3, "0")}`,
    parentId: "",
    enabled: "on",
    remark: "站务用",
    dataScope: "chosen",
    orgIds: [orgs["二车队"]!],
  }),
  invalid: [
    { field: "roleName", value: "", message: "请输入角色名称" },
    { field: "roleName", value: "长".repeat(33), message: "最多 32 个字" },
    { field: "parentId", value: "0".repeat(32), message: "上级角色不存在或已删除" },
    { field: "orgIds", set: { orgIds: [] }, message: "请至少勾选一个机构" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "roleName",
  unique: { field: "roleName", message: "同一上级下已有这个角色名称" },
  texts: ["remark", "roleName"],
  bulk: { field: "remark", value: "一起写的备注" },
  table: { name: "role", key: "roleId" },
  used: async () => {
    const { roleId, userName } = await account();
    return { key: roleId, by: userName };
  },
  api: { missing: path("update"), key: "roleId" },
});

describe("the tree of roles", () => {
  it("has unique names among siblings, no rings and five levels", async () => {
    const top = (await add(boss)).data;
    expect((await add(boss, { roleName: top.roleName })).errors).toEqual([
      { path: "roleName", message: "同一上级下已有这个角色名称" },
    ]);
    const chain = [top.roleId];
    while (chain.length < 5)
      chain.push((await add(boss, { parentId: chain.at(-1), roleName: "同名可以在不同上级下" })).data.roleId);
    expect((await add(boss, { parentId: chain.at(-1) })).errors).toEqual([
      { path: "parentId", message: "角色最多 5 级" },
    ]);
    expect((await boss.call(path("update"), { roleId: chain[1], parentId: chain[3] })).errors).toEqual([
      { path: "parentId", message: "不能移动到自己的下级角色" },
    ]);
    expect(await boss.call(path("delete"), { roleId: chain[3] })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("下级角色"),
    });
    expect(await boss.call(path("delete"), { ids: [chain[3], chain[4]] })).toMatchObject({ success: true });
  });

  it("keeps a role that users have", async () => {
    const { roleId } = (await add(boss)).data;
    const someone = await account();
    await boss.call(path("setUserAuth"), { roleId, userIds: [someone.userId] });
    expect(await boss.call(path("delete"), { roleId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining(someone.userName),
    });
    await boss.call(path("setUserAuth"), { roleId, userIds: [] });
    expect(await boss.call(path("delete"), { roleId })).toMatchObject({ success: true });
  });

  it("asks for organisations where they are to be chosen, and drops them elsewhere", async () => {
    expect(await add(boss, { dataScope: "chosen", orgIds: ["0".repeat(32)] })).toMatchObject(
      refusedAt("orgIds", /请从/),
    );
    const { data } = await add(boss, { dataScope: "chosen", orgIds: [orgs["一车队"], orgs["三车队"]] });
    expect(data.orgIds.sort()).toEqual([orgs["一车队"], orgs["三车队"]].sort());
    expect((await boss.call<RoleRow>(path("update"), { roleId: data.roleId, dataScope: "own" })).data.orgIds).toEqual(
      [],
    );
  });
});

describe("the organisations of a role's form", () => {
  it("stand closed but for the ways to those ticked and those looked for, and keep what is typed", async () => {
    const below = async (orgName: string, orgPid: string) =>
      (await boss.call<{ orgId: string }>("/api/org/v1.0/add", { orgName, orgCode: orgName, orgPid, orgType: 4 })).data
        .orgId;
    const group = await below("折叠一组", await below("折叠分队", orgs["一车队"]!));
    await below("折叠二组", await below("折叠另队", orgs["二车队"]!));
    const names = ["滨江公交", "第一分公司", "一车队", "折叠分队", "二车队", "折叠另队", "第二分公司"];
    const open = ({ $ }: Answer) =>
      names.filter(
        (name) => $("details[open] > summary").filter((_, one) => $(one).text() === `${name} 的下级`).length,
      );
    const form = await boss.get("/system/role/new");
    expect(open(form)).toEqual(["滨江公交"]);

    const typed = { roleName: `折叠角色${++made}`, dataScope: "chosen", orgIds: [orgs["三车队"]!] };
    const looked = await form.submit({ ...typed, "find:orgIds": "折叠二组" }, { press: "查找" });
    expect([looked.status, looked.text]).toEqual([200, expect.stringContaining("“折叠二组”有 1 处，已标出")]);
    expect(looked.$("mark").text()).toBe("折叠二组");
    expect(open(looked)).toEqual(["滨江公交", "第一分公司", "二车队", "折叠另队", "第二分公司"]);
    expect([looked.field("roleName"), looked.fields("orgIds")]).toEqual([typed.roleName, typed.orgIds]);

    const saved = await (await looked.submit({ orgIds: [group] })).follow();
    expect(saved.text).toContain(typed.roleName);
    expect(open(await boss.get(`${saved.url}/edit`))).toEqual(["滨江公交", "第一分公司", "一车队", "折叠分队"]);
  });
});

describe("the resources of a role", () => {
  it("bring the page and the menu above them", async () => {
    const { roleId } = (await add(boss)).data;
    await give(boss, roleId, "station.write");
    const titles = await db()
      .selectFrom("resource")
      .select("title")
      .where("resourceId", "in", await held(roleId))
      .execute();
    expect(titles.map(({ title }) => title).sort()).toEqual(["站点", "站点管理", "编辑站点"].sort());
  });

  it("are saved by one of two people at once, and the other learns what was saved", async () => {
    const { roleId } = (await add(boss)).data;
    const { version } = (await boss.call<{ version: number }>(path("getResourceAuth"), { roleId })).data;
    const sent = (codes: string[]) =>
      boss.call<{ theirVersion: number }>(path("setResourceAuth"), {
        roleId,
        version,
        resourceIds: codes.map((code) => resources[code]),
      });
    expect(await sent(["line.read"])).toMatchObject({ success: true });
    const late = await sent(["station.read"]);
    expect(late).toMatchObject({
      success: false,
      reason: "stale",
      data: {
        mine: { keys: expect.arrayContaining(["站点管理"]) },
        theirs: { keys: expect.arrayContaining(["线路管理"]) },
      },
    });
    expect(
      await boss.call(path("setResourceAuth"), {
        roleId,
        version: late.data.theirVersion,
        resourceIds: [resources["station.read"]],
      }),
    ).toMatchObject({ success: true });
    const race = await Promise.all([give(boss, roleId, "line.read"), give(boss, roleId, "map.read")]);
    expect(race.every((one) => one.success)).toBe(true);
  });

  it("reach a session that is already online at its next request", async () => {
    const someone = await account({ permissions: ["station.read"] });
    const person = await enter(someone);
    expect((await person.get("/station/station-management")).status).toBe(200);
    expect((await person.get("/station/station-management/new")).status).toBe(303);
    await give(boss, someone.roleId, "station.read", "station.write");
    expect((await person.get("/station/station-management/new")).status).toBe(200);
    await give(boss, someone.roleId);
    expect((await person.get("/station/station-management")).location).toMatch(/^\/401/);
    await give(boss, someone.roleId, "station.read");
    await boss.call(path("update"), { roleId: someone.roleId, enabled: false });
    expect(await person.call("/api/sta/v1.0/pageList")).toMatchObject(forbidden);
  });

  it("stand in the history by name, with who gave them", async () => {
    const who = await account({ isSuper: true });
    const by = await enter(who);
    const { roleId, roleName } = (await add(by)).data;
    const someone = await account();
    await give(by, roleId, "line.read");
    await give(by, roleId, "station.read");
    await by.call(path("setUserAuth"), { roleId, userIds: [someone.userId] });
    const said = (await historyOf(roleId)).map((change) => [change.userName, change.after]);
    expect(said).toEqual(
      expect.arrayContaining([
        [who.userName, { usersGiven: [someone.userId] }],
        [who.userName, { resourcesGiven: ["站点", "站点管理"], resourcesTaken: ["线路", "线路管理"] }],
      ]),
    );
    expect((await historyOf(someone.userId))[0]).toMatchObject({
      userName: who.userName,
      after: { rolesGiven: [roleName] },
    });
  });
});

describe("an administrator who is not a super user", () => {
  it("cannot give a resource they do not hold, by any way", async () => {
    const admin = await visitorWith(...ofRoles, "station.read");
    const { roleId } = (await add(admin, { dataScope: "all" })).data;
    expect(await give(admin, roleId, "station.read")).toMatchObject({ success: true });
    expect(await give(admin, roleId, "station.read", "station.write")).toMatchObject(
      refusedAt("resourceIds", /编辑站点/),
    );
    expect(await give(admin, roleId, "user.password")).toMatchObject(refusedAt("resourceIds", /重置密码/));
    expect(await held(roleId)).not.toContain(resources["station.write"]);
    expect(await admin.call(path("setResourceAuth"), { roleId, resourceIds: ["f".repeat(32)] })).toMatchObject(
      refusedAt("resourceIds", /不存在/),
    );
    expect(await admin.call(path("setResourceAuth"), { roleId, resourceIds: ["../x"] })).toMatchObject({
      success: false,
      reason: "field",
    });
  });

  it("cannot get it by a resource of the same code that they make or copy themselves", async () => {
    const who = await account({ permissions: [...ofRoles, "resource.read", "resource.write"] });
    const admin = await enter(who);
    const page = await db()
      .selectFrom("resource")
      .select(["resourceId", "appId"])
      .where("permissionCode", "=", "line.read")
      .executeTakeFirstOrThrow();
    const own = await admin.call<{ resourceId: string }>("/api/resource/v1.0/add", {
      pid: page.resourceId,
      type: "button",
      resourceName: "OwnDelete",
      title: "自己的删除",
      permissionCode: "line.delete",
    });
    const copy = await admin.call<{ resourceId: string }>("/api/resource/v1.0/copyResource", {
      resourceId: resources["line.delete"],
    });
    const before = await held(who.roleId);
    for (const { success, data } of [own, copy]) {
      expect(success).toBe(true);
      expect(
        await admin.call(path("setResourceAuth"), { roleId: who.roleId, resourceIds: [...before, data.resourceId] }),
      ).toMatchObject({ success: false, reason: "field" });
    }
    const mine = before.find((key) => key === resources["user.read"])!;
    expect(
      (await admin.call("/api/resource/v1.0/update", { resourceId: mine, permissionCode: "line.delete" })).success,
    ).toBe(false);
    expect(await admin.call("/api/line/v1.0/delete", { lineUuid: "0".repeat(32) })).toMatchObject(forbidden);
  });

  it("cannot widen their own role, though they hold it", async () => {
    const who = await account({ permissions: ofRoles });
    const admin = await enter(who);
    expect(await give(admin, who.roleId, ...ofRoles, "line.delete")).toMatchObject(
      refusedAt("resourceIds", /删除线路/),
    );
    expect(await held(who.roleId)).not.toContain(resources["line.delete"]);
    const limited = await account({ permissions: ofRoles, dataScope: "own", orgId: orgs["一车队"] });
    const fleet = await enter(limited);
    for (const changes of [
      { dataScope: "all" },
      { dataScope: "chosen", orgIds: [orgs["三车队"]] },
      { dataScope: "chosen", orgIds: [orgs["一车队"], orgs["滨江公交"]] },
    ]) {
      const answer = await fleet.call(path("update"), { roleId: limited.roleId, ...changes });
      expect([changes.dataScope, answer.success, answer.reason]).toEqual([changes.dataScope, false, "field"]);
    }
    expect((await fleet.call<{ orgId: string }[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgId)).toEqual([
      orgs["一车队"],
    ]);
  });

  it("cannot take, give, change, delete or revive a role that goes beyond theirs", async () => {
    const strong = (await add(boss, { dataScope: "all" })).data.roleId;
    await give(boss, strong, "line.delete");
    const who = await account({ permissions: ofRoles });
    const [admin, other] = [await enter(who), await account()];
    expect(await admin.call(path("update"), { roleId: strong, roleName: "改名" })).toMatchObject(forbidden);
    expect(await admin.call(path("update"), { roleId: strong, enabled: false })).toMatchObject(forbidden);
    const many = await (
      await admin.get(`/system/role/bulk?ids=${strong}&verb=change`)
    ).submit({ change: "enabled", enabled: "on" });
    expect([many.status, many.text]).toEqual([422, expect.stringContaining("超出您自己的，不能由您修改")]);
    expect(await give(admin, strong)).toMatchObject(forbidden);
    expect(await admin.call(path("delete"), { roleId: strong })).toMatchObject(forbidden);
    for (const userId of [who.userId, other.userId]) {
      expect(await admin.call(path("setUserAuth"), { roleId: strong, userIds: [userId] })).toMatchObject(forbidden);
      expect(await admin.call("/api/user/v1.0/setRoleAuth", { userId, roleIds: [strong] })).toMatchObject(forbidden);
    }
    await boss.call(path("setUserAuth"), { roleId: strong, userIds: [other.userId] });
    expect(await admin.call("/api/user/v1.0/setRoleAuth", { userId: other.userId, roleIds: [] })).toMatchObject(
      forbidden,
    );
    expect(await admin.call(path("setUserAuth"), { roleId: strong, userIds: [] })).toMatchObject(forbidden);
    expect(await members(strong)).toEqual([other.userId]);
    expect(
      await admin.call("/api/user/v1.0/setRoleAuth", {
        userId: other.userId,
        roleIds: [strong, other.roleId, who.roleId],
      }),
    ).toMatchObject({ success: true });
  });

  it("cannot get round it by adding over a role that is there, by its key", async () => {
    const strong = (await add(boss, { dataScope: "all" })).data;
    await give(boss, strong.roleId, "line.delete");
    const admin = await visitorWith(...ofRoles);
    const again = await add(admin, { roleId: strong.roleId, roleName: "我的", enabled: false, dataScope: "own" });
    expect(again.success).toBe(false);
    expect((await boss.call<RoleRow[]>(path("list"), { roleName: strong.roleName })).data[0]).toMatchObject({
      roleName: strong.roleName,
      enabled: true,
      dataScope: "all",
    });
  });

  it("gets nothing by moving a role below one of their own, or by switching on a role of theirs that was widened", async () => {
    const who = await account({ permissions: ofRoles });
    const admin = await enter(who);
    const strong = (await add(boss, { dataScope: "all", enabled: false })).data.roleId;
    await give(boss, strong, "line.delete");
    await boss.call(path("setUserAuth"), { roleId: strong, userIds: [who.userId] });
    expect(await admin.call(path("update"), { roleId: strong, parentId: who.roleId })).toMatchObject(forbidden);
    expect(await admin.call(path("update"), { roleId: strong, enabled: true })).toMatchObject(forbidden);
    const below = (await add(admin, { parentId: who.roleId, dataScope: "all" })).data.roleId;
    expect(await give(admin, below, "line.delete")).toMatchObject({ success: false, reason: "field" });
  });

  it("changes no role that people outside their organisations have, and sees none of those people", async () => {
    const shared = (await add(boss, { dataScope: "own" })).data.roleId;
    const [mine, theirs] = [await account({ orgId: orgs["一车队"] }), await account({ orgId: orgs["三车队"] })];
    const admin = await enter(
      await account({ permissions: ofRoles, dataScope: "own-below", orgId: orgs["第一分公司"] }),
    );
    const ids = (answer: Envelope<z.output<typeof UserAuth>>) => answer.data.users.map((user) => user.userId);
    await boss.call(path("setUserAuth"), { roleId: shared, userIds: [theirs.userId] });
    expect(await admin.call(path("update"), { roleId: shared, roleName: "改名" })).toMatchObject(forbidden);
    expect(await give(admin, shared)).toMatchObject(forbidden);
    expect(ids(await admin.call(path("setUserAuth"), { roleId: shared, userIds: [mine.userId] }))).toEqual([
      mine.userId,
    ]);
    expect((await members(shared)).sort()).toEqual([mine.userId, theirs.userId].sort());
    expect(await admin.call(path("setUserAuth"), { roleId: shared, userIds: [theirs.userId] })).toMatchObject({
      reason: "missing",
    });
    expect(ids(await admin.call(path("setUserAuth"), { roleId: shared, userIds: [] }))).toEqual([]);
    expect(await members(shared)).toEqual([theirs.userId]);
    const deletion = await admin.call(path("delete"), { roleId: shared });
    expect(deletion).toMatchObject({ reason: "used", message: expect.stringContaining("机构范围以外") });
    expect(deletion.message).not.toContain(theirs.userName);
    const history = await admin.get(`/system/role/${shared}/history`);
    expect(history.text).toContain(mine.userName);
    expect(history.text).toContain("其他机构的 1 人");
    expect(history.text).not.toContain(theirs.userName);
    expect((await boss.get(`/system/role/${shared}/history`)).text).toContain(theirs.userName);
  });

  it("makes roles of their own reach and smaller, never of a larger one", async () => {
    const reach = { permissions: [...ofRoles, "line.read"], orgId: orgs["第一分公司"] };
    const branch = await enter(await account({ ...reach, dataScope: "own-below" }));
    for (const scope of [
      { dataScope: "own" },
      { dataScope: "own-below" },
      { dataScope: "chosen", orgIds: [orgs["一车队"]] },
    ])
      expect([scope.dataScope, (await add(branch, scope)).success]).toEqual([scope.dataScope, true]);
    expect(await add(branch, { dataScope: "all" })).toMatchObject(refusedAt("dataScope", /不能超出/));
    expect(await add(branch, { dataScope: "chosen", orgIds: [orgs["三车队"]] })).toMatchObject(
      refusedAt("orgIds", /请从/),
    );
    const office = await enter(await account({ ...reach, dataScope: "own" }));
    expect(await add(office, { dataScope: "own-below" })).toMatchObject(refusedAt("dataScope", /不能超出/));
    expect((await add(office, { dataScope: "own" })).success).toBe(true);
  });

  it("cannot touch the roles of a super user", async () => {
    const who = await account({ permissions: ofRoles });
    const [admin, chief] = [await enter(who), await account({ isSuper: true })];
    expect(await admin.call("/api/user/v1.0/setRoleAuth", { userId: chief.userId, roleIds: [] })).toMatchObject(
      forbidden,
    );
    expect(
      await admin.call(path("setUserAuth"), { roleId: who.roleId, userIds: [who.userId, chief.userId] }),
    ).toMatchObject(forbidden);
    await boss.call(path("setUserAuth"), { roleId: who.roleId, userIds: [who.userId, chief.userId] });
    expect(await admin.call(path("setUserAuth"), { roleId: who.roleId, userIds: [who.userId] })).toMatchObject(
      forbidden,
    );
  });

  it("cannot give again what was taken from them", async () => {
    const who = await account({ permissions: [...ofRoles, "line.read"] });
    const admin = await enter(who);
    const { roleId } = (await add(admin, { dataScope: "all" })).data;
    await grant(who.roleId, ofRoles);
    expect(await give(admin, roleId, "line.read")).toMatchObject({ success: false, reason: "field" });
  });
});

describe("the pages", () => {
  const at = "/system/role";
  const everything = ["role.read", "role.write", "role.delete", "role.authorise"];

  it("name the organisations chosen, now and in the history", async () => {
    const saved = await (
      await boss.get(`${at}/new`)
    ).submit({ roleName: "页面角色", dataScope: "chosen", orgIds: [orgs["二车队"]!] });
    expect((await saved.follow()).text).toMatch(/已保存角色 页面角色.*指定机构 ?二车队/);
    expect((await boss.get(`${saved.location!}/history`)).text).toContain("二车队");
  });

  it("that give are closed without their permissions, and change nothing then", async () => {
    const { roleId } = (await add(boss)).data;
    const reader = await visitorWith("role.read");
    const members = `${at}/${roleId}/users`;
    for (const answer of [
      await reader.get(members),
      await reader.post(members, {}),
      await reader.post(`/system/role-resource/${roleId}`, { keys: resources["line.read"]! }),
    ])
      expect(answer.location).toMatch(/^\/401/);
    expect(await held(roleId)).toEqual([]);
    expect((await boss.get(`${at}/${"0".repeat(32)}/users`)).status).toBe(404);
  });

  it("show a role beyond one's reach, with nothing to change, and refuse a crafted post", async () => {
    const { roleId } = (await add(boss, { dataScope: "all" })).data;
    await give(boss, roleId, "line.delete");
    const admin = await visitorWith(...everything);
    const detail = await admin.get(`${at}/${roleId}`);
    expect(detail.text).toContain("只能查看");
    expect(detail.html).not.toContain(`${roleId}/edit`);
    for (const page of [`/system/role-resource/${roleId}`, `${at}/${roleId}/users`]) {
      const seen = await admin.get(page);
      expect(seen.text).toContain("只能查看");
      expect(seen.$("main input[type=checkbox]:not([disabled])").length).toBe(0);
    }
    expect((await admin.get(`${at}/${roleId}/edit`)).location).toMatch(/^\/401/);
    expect((await admin.post(`${at}/${roleId}/edit`, { roleName: "偷改", dataScope: "all" })).location).toMatch(
      /^\/401/,
    );
    expect((await admin.post(`/system/role-resource/${roleId}`, {})).location).toMatch(/^\/401/);
    expect(await held(roleId)).toContain(resources["line.delete"]);
  });

  it("offer only what one holds oneself, and ignore a crafted tick beside it", async () => {
    const admin = await visitorWith(...everything, "station.read");
    const { roleId } = (await add(admin, { dataScope: "all" })).data;
    const page = await admin.get(`/system/role-resource/${roleId}`);
    expect(page.$("main form").text()).not.toContain("station.read");
    expect((await admin.get(`/system/role/${roleId}`)).text).toMatch(/启用\s*启用/);
    const open = page
      .$("input[type=checkbox]:not([disabled])")
      .map((_, box) => page.$(box).attr("value")!)
      .get();
    expect(open).toContain(resources["station.read"]);
    expect(open).not.toContain(resources["station.write"]);
    const version = page.field("version")!;
    await admin.post(`/system/role-resource/${roleId}`, [
      ["version", version],
      ["keys", resources["station.read"]!],
      ["keys", resources["station.write"]!],
      ["keys", resources["user.password"]!],
    ]);
    expect(await held(roleId)).not.toContain(resources["station.write"]);
    expect(await held(roleId)).not.toContain(resources["user.password"]);
    expect(await held(roleId)).toContain(resources["station.read"]);
  });

  it("tell the second of two people what the first has ticked, and save when asked again", async () => {
    const { roleId } = (await add(boss)).data;
    const url = `/system/role-resource/${roleId}`;
    const [mine, theirs] = [await boss.get(url), await boss.get(url)];
    await theirs.submit({ keys: [resources["line.read"]!] }, { press: "保存" });
    const late = await mine.submit({ keys: [resources["station.read"]!] }, { press: "保存" });
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringMatching(/对方勾选而您没有：.*线路管理.*您勾选而对方没有：.*站点管理/),
    ]);
    expect(late.fields("keys")).toContain(resources["station.read"]);
    const again = await late.submit({}, { press: "保存" });
    expect(again.status).toBe(303);
    expect(await held(roleId)).toContain(resources["station.read"]);
    expect(await held(roleId)).not.toContain(resources["line.read"]);
    const history = await boss.get(`/system/role/${roleId}/history`);
    expect(history.text).toMatch(/授予资源 站点、站点管理.*收回资源 线路、线路管理/);
  });

  it("give a role to people by ticks, super users only by super users", async () => {
    const { roleId } = (await add(boss, { dataScope: "all" })).data;
    const [one, chief] = [await account(), await account({ isSuper: true })];
    const url = `${at}/${roleId}/users`;
    await (await boss.get(url)).submit({ keys: [chief.userId] });
    const admin = await visitorWith(...everything);
    const page = await admin.get(url);
    expect(page.$(`input[value="${chief.userId}"]`).attr("disabled")).toBeDefined();
    await page.submit({ keys: [one.userId] });
    expect((await members(roleId)).sort()).toEqual([one.userId, chief.userId].sort());
  });
});
