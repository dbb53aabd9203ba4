import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, testPassword } from "../../kit/accounts";
import { visitor, type Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { orgNamed } from "../../kit/organisations";

interface Role {
  roleId: string;
  roleName: string;
  version: number;
  children?: Role[];
}
interface User {
  userId: string;
  userAccount: string;
  userName: string;
  version: number;
}

const role = (name: string) => `/api/role/v1.0/${name}`;
const user = (name: string) => `/api/user/v1.0/${name}`;
let made = 0;
const newRole = async (person: Visitor) =>
  (await person.call<Role>(role("add"), { roleName: `规格角色${++made}` })).data;
const newUser = async (person: Visitor) =>
  (
    await person.call<User & { password: string }>(user("add"), {
      userAccount: `spec.${++made}`,
      userName: `规格${made}`,
    })
  ).data;
const demoRole = async (person: Visitor, roleName: string) =>
  (await person.call<Role[]>(role("list"), { roleName })).data[0]!;
const demoUser = async (person: Visitor, userAccount: string) =>
  (await person.call<User[]>(user("list"), { userAccount })).data[0]!;
const resource = async (code: string) =>
  (await db().selectFrom("resource").select("resourceId").where("permissionCode", "=", code).executeTakeFirstOrThrow())
    .resourceId;
const badKey = (name: string) => ({ body: { [name]: "7" }, path: name, message: "32 位" });

builtCall(role("pageList"), {
  async success(person) {
    const { data } = await person.call<{ list: Role[]; total: number }>(role("pageList"), {
      roleName: "资料员",
      sortField: "roleName",
    });
    expect(data).toMatchObject({ total: 1, list: [{ roleName: "车队资料员", dataScope: "own-below", enabled: true }] });
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "500" },
});
builtCall(role("list"), {
  async success(person) {
    expect((await person.call<Role[]>(role("list"), { dataScope: "own" })).data.map((one) => one.roleName)).toContain(
      "站务员",
    );
  },
  bad: { body: { dataScope: "everything" }, path: "dataScope", message: "数据范围" },
});
builtCall(role("add"), {
  async success(person) {
    const { roleName } = await newRole(person);
    expect(await demoRole(person, roleName)).toMatchObject({ roleName, dataScope: "own-below", enabled: true });
  },
  bad: { body: { roleName: "" }, path: "roleName", message: "请输入角色名称" },
});
builtCall(role("update"), {
  async success(person) {
    const { roleId, version } = await newRole(person);
    expect((await person.call(role("update"), { roleId, roleName: "改名角色", version })).data).toMatchObject({
      roleName: "改名角色",
      version: version + 1,
    });
    expect(await person.call(role("update"), { roleId, roleName: "过时的", version })).toMatchObject({
      reason: "stale",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ roleId: (await newRole(person)).roleId, roleName: "名".repeat(33) }),
    path: "roleName",
    message: "最多 32 个字",
  },
});
builtCall(role("delete"), {
  async success(person) {
    const { roleId, roleName } = await newRole(person);
    expect(await person.call(role("delete"), { roleId })).toMatchObject({ success: true, data: null });
    expect(await demoRole(person, roleName)).toBeUndefined();
    expect(await person.call(role("delete"), { roleId: (await demoRole(person, "车队资料员")).roleId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("一车队资料员"),
    });
  },
  bad: { body: { ids: [] }, path: "", message: /请选择/ },
});
builtCall(role("roleTree"), {
  async success(person) {
    const above = await newRole(person);
    const below = (await person.call<Role>(role("add"), { roleName: "下级角色", parentId: above.roleId })).data;
    const tree = (await person.call<Role[]>(role("roleTree"))).data;
    expect(tree.map((one) => one.roleName)).toContain("线网规划员");
    expect(tree.find((one) => one.roleId === above.roleId)!.children).toMatchObject([
      { roleId: below.roleId, id: below.roleId, pId: above.roleId, children: [] },
    ]);
  },
});
builtCall(role("getUserAuth"), {
  async success(person) {
    const { roleId } = await demoRole(person, "车队资料员");
    expect((await person.call(role("getUserAuth"), { roleId })).data).toMatchObject({
      roleId,
      users: [{ userAccount: "clerk", userName: "一车队资料员", orgName: "一车队" }],
    });
  },
  bad: badKey("roleId"),
});
builtCall(role("setUserAuth"), {
  async success(person) {
    const { roleId } = await newRole(person);
    const { userId } = await newUser(person);
    await person.call(role("setUserAuth"), { roleId, userIds: [userId] });
    expect((await person.call<Role[]>(user("getUserRoles"), { userId })).data.map((one) => one.roleId)).toEqual([
      roleId,
    ]);
    await person.call(role("setUserAuth"), { roleId, userIds: [] });
    expect((await person.call(user("getUserRoles"), { userId })).data).toEqual([]);
  },
  bad: { body: { roleId: "0".repeat(32), userIds: "all" }, path: "userIds", message: "请给出用户" },
});
builtCall(role("getResourceAuth"), {
  async success(person) {
    const { roleId } = await demoRole(person, "站务员");
    const { data } = await person.call<{ resourceIds: string[] }>(role("getResourceAuth"), { roleId });
    expect(data.resourceIds).toEqual(
      expect.arrayContaining([await resource("station.read"), await resource("station.write")]),
    );
    expect(data.resourceIds).not.toContain(await resource("line.read"));
  },
  bad: badKey("roleId"),
});
builtCall(role("setResourceAuth"), {
  async success(person) {
    const someone = await account();
    const reader = await enter(someone);
    expect(await reader.call("/api/sta/v1.0/pageList")).toMatchObject({ reason: "forbidden" });
    await person.call(role("setResourceAuth"), {
      roleId: someone.roleId,
      resourceIds: [await resource("station.read")],
    });
    expect(await reader.call("/api/sta/v1.0/pageList")).toMatchObject({ success: true });
  },
  bad: { body: { roleId: "0".repeat(32), resourceIds: ["x"] }, path: "resourceIds.0", message: "32 位" },
});

builtCall(user("pageList"), {
  async success(person) {
    const { data } = await person.call<{ list: object[]; total: number }>(user("pageList"), { keyword: "ycdzly" });
    expect(data).toMatchObject({
      total: 1,
      list: [
        {
          userAccount: "clerk",
          userName: "一车队资料员",
          orgName: "一车队",
          roleNames: ["车队资料员"],
          userStatus: "normal",
          isSuper: false,
        },
      ],
    });
  },
  bad: { body: { pageNum: 0 }, path: "pageNum", message: "最小为 1" },
});
builtCall(user("list"), {
  async success(person) {
    expect(
      (await person.call<User[]>(user("list"), { orgId: await orgNamed("一车队") })).data.map((one) => one.userAccount),
    ).toEqual(expect.arrayContaining(["clerk", "station"]));
  },
  bad: { body: { userStatus: "gone" }, path: "userStatus", message: "请从列表中选择" },
});
builtCall(user("add"), {
  async success(person) {
    const { userAccount, password } = await newUser(person);
    expect(await visitor().call("/user/login", { userAccount, userPassword: password })).toMatchObject({
      success: true,
    });
    expect(await demoUser(person, userAccount)).toMatchObject({ userStatus: "must-change-password" });
  },
  bad: { body: { userAccount: "ab", userName: "短" }, path: "userAccount", message: "3 到 32" },
});
builtCall(user("update"), {
  async success(person) {
    const { userId, version } = await newUser(person);
    expect(
      (
        await person.call(user("update"), {
          userId,
          userName: "改名用户",
          orgId: await orgNamed("二车队"),
          version,
        })
      ).data,
    ).toMatchObject({ userName: "改名用户", orgName: "二车队", version: version + 1 });
    expect(await person.call(user("update"), { userId, userName: "过时的", version })).toMatchObject({
      reason: "stale",
    });
    expect((await person.call(user("update"), { userId, userStatus: "disabled" })).data).toMatchObject({
      userStatus: "disabled",
    });
  },
  bad: {
    body: async (person: Visitor) => ({ userId: (await newUser(person)).userId, userName: "" }),
    path: "userName",
    message: "请输入姓名",
  },
});
builtCall(user("delete"), {
  async success(person) {
    const { userId, userAccount, password } = await newUser(person);
    expect(await person.call(user("delete"), { ids: [userId] })).toMatchObject({ success: true, data: null });
    expect(await demoUser(person, userAccount)).toBeUndefined();
    expect(await visitor().call("/user/login", { userAccount, userPassword: password })).toMatchObject({
      success: false,
    });
  },
  bad: { body: { userId: "x" }, path: "", message: /请选择/ },
});
builtCall(user("validUserAccount"), {
  async success(person) {
    const free = async (userAccount: string, userId?: string) =>
      (await person.call(user("validUserAccount"), { userAccount, userId })).data;
    expect([
      await free("Clerk"),
      await free("clerk", (await demoUser(person, "clerk")).userId),
      await free("nobody.has.it"),
    ]).toEqual([false, true, true]);
  },
  bad: { body: { userAccount: "a b" }, path: "userAccount", message: "3 到 32" },
});
builtCall(user("getRoleAuth"), {
  async success(person) {
    const { userId } = await demoUser(person, "planner");
    expect((await person.call(user("getRoleAuth"), { userId })).data).toMatchObject({
      userId,
      roleIds: [(await demoRole(person, "线网规划员")).roleId],
    });
  },
  bad: badKey("userId"),
});
builtCall(user("setRoleAuth"), {
  async success(person) {
    const { userId } = await newUser(person);
    const { roleId } = await demoRole(person, "查询人员");
    expect((await person.call(user("setRoleAuth"), { userId, roleIds: [roleId] })).data).toMatchObject({
      roleIds: [roleId],
    });
    expect(
      (await person.call<{ users: User[] }>(role("getUserAuth"), { roleId })).data.users.map((one) => one.userId),
    ).toContain(userId);
  },
  bad: { body: { userId: "0".repeat(32), roleIds: [1] }, path: "roleIds.0", message: "主键" },
});
builtCall(user("getUserRoles"), {
  async success(person) {
    expect(
      (await person.call(user("getUserRoles"), { userId: (await demoUser(person, "station")).userId })).data,
    ).toMatchObject([{ roleName: "站务员", enabled: true }]);
  },
  bad: badKey("userId"),
});
builtCall(user("getRoleAuthTree"), {
  async success(person) {
    const tree = (
      await person.call<{ label: string; checked: boolean; disabled: boolean }[]>(user("getRoleAuthTree"), {
        userId: (await demoUser(person, "station")).userId,
      })
    ).data;
    expect(tree.find((one) => one.label === "站务员")).toMatchObject({ checked: true, disabled: false });
    expect(tree.find((one) => one.label === "线网规划员")).toMatchObject({ checked: false });
  },
  bad: badKey("userId"),
});
builtCall(user("unLockUser"), {
  async success(person) {
    const someone = await account({ userStatus: "locked" });
    const login = () => visitor().call("/user/login", { userAccount: someone.userAccount, userPassword: testPassword });
    expect(await login()).toMatchObject({ success: false });
    expect(await person.call(user("unLockUser"), { userId: someone.userId })).toMatchObject({ success: true });
    expect(await login()).toMatchObject({ success: true });
  },
  bad: badKey("userId"),
});
builtCall(user("resetPassword"), {
  async success(person) {
    const someone = await account();
    const { data } = await person.call<{ password: string }>(user("resetPassword"), { userId: someone.userId });
    const login = (userPassword: string) =>
      visitor().call("/user/login", { userAccount: someone.userAccount, userPassword });
    expect([(await login(testPassword)).success, (await login(data.password)).success]).toEqual([false, true]);
  },
  bad: badKey("userId"),
});
builtCall(user("getPersonList"), {
  async success(person) {
    const orgId = await orgNamed("一车队");
    const { data } = await person.call<{ jobNumber: string; orgId: string; isValid: boolean }[]>(
      user("getPersonList"),
      { orgId },
    );
    expect(data.map((one) => one.jobNumber)).toContain("GJ0001");
    expect(new Set(data.map((one) => one.orgId))).toEqual(new Set([orgId]));
  },
  bad: badKey("orgId"),
});
builtCall(user("personSelector"), {
  async success(person) {
    const { personUuid } = await db()
      .selectFrom("person")
      .select("personUuid")
      .where("jobNumber", "=", "GJ0002")
      .executeTakeFirstOrThrow();
    const choice = async () =>
      (
        await person.call<{ value: string; label: string; isValid: boolean; disabled: boolean }[]>(
          user("personSelector"),
          {
            keyword: "gj0002",
          },
        )
      ).data;
    expect(await choice()).toMatchObject([
      { value: personUuid, label: expect.stringContaining("GJ0002"), isValid: true, disabled: false },
    ]);
    await db().updateTable("person").set({ isValid: false }).where("personUuid", "=", personUuid).execute();
    expect(await choice()).toMatchObject([{ value: personUuid, isValid: false, disabled: true }]);
    await db().updateTable("person").set({ isValid: true }).where("personUuid", "=", personUuid).execute();
  },
  bad: { body: { keyword: "字".repeat(65) }, path: "keyword", message: "64" },
});
builtCall(user("userTree"), {
  async success(person) {
    interface Node {
      title: string;
      type: string;
      children: Node[];
    }
    const below = (nodes: Node[], ...path: string[]): Node[] =>
      path.reduce((at, title) => at.find((node) => node.title === title)?.children ?? [], nodes);
    const { data } = await person.call<Node[]>(user("userTree"));
    expect(below(data, "滨江公交", "第一分公司", "一车队")).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: "user", title: "一车队资料员（clerk）" })]),
    );
  },
});
