import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../../kit/accounts";
import { visitor } from "../../kit/visit";
import { builtScreen } from "../call";

const roleAt = async (roleName: string) =>
  (
    await db()
      .selectFrom("role")
      .select("roleId")
      .where("roleName", "=", roleName)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).roleId;
const resource = async (code: string) =>
  (await db().selectFrom("resource").select("resourceId").where("permissionCode", "=", code).executeTakeFirstOrThrow())
    .resourceId;

builtScreen("/system/role", {
  heading: "角色管理",
  shows: "车队资料员",
  async change(person) {
    const saved = await (
      await person.get("/system/role/new")
    ).submit({ roleName: "规格班长", parentId: await roleAt("车队资料员"), dataScope: "own" });
    expect((await saved.follow()).text).toContain("已保存角色 规格班长");
    const list = await person.get("/system/role");
    expect(list.$("li li").text()).toContain("规格班长");
  },
});

builtScreen("/system/role-resource", {
  heading: "角色资源授权",
  shows: "站务员",
  async change(person) {
    const at = `/system/role-resource/${await roleAt("站务员")}`;
    const saved = await (await person.get(at)).submit({ keys: [await resource("line.write")] }, { press: "保存" });
    expect((await saved.follow()).text).toContain("已保存 站务员 的资源，共 3 项");
    const shown = await person.get(at);
    const ticked = shown
      .$("input[checked]")
      .closest("label")
      .map((_, label) => shown.$(label).text())
      .get();
    expect(ticked).toEqual(["基础数据管理平台", "线路", "线路管理", "编辑线路"]);
  },
});

builtScreen("/system/user", {
  heading: "用户管理",
  shows: "一车队资料员",
  async change(person) {
    const made = await (
      await person.get("/system/user/new")
    ).submit({ userAccount: "spec.screen", userName: "规格人员" });
    expect([made.status, made.text]).toEqual([200, expect.stringContaining("已保存用户 规格人员")]);
    await visitor().signIn("spec.screen", made.$("dd").eq(1).text());
    expect((await person.get("/system/user?keyword=ggry")).$("tbody").text()).toContain("规格人员");
  },
});

builtScreen("/system/user-role", {
  heading: "用户角色授权",
  shows: "一车队资料员",
  async change(person) {
    const { userId } = await account();
    const saved = await (await person.get(`/system/user-role/${userId}`)).submit({ keys: [await roleAt("查询人员")] });
    expect((await saved.follow()).text).toContain("已保存");
    expect((await person.get(`/system/role/${await roleAt("查询人员")}`)).html).toContain(userId);
  },
});

let spied: ReturnType<typeof account> | undefined;
const spiedOn = () => (spied ??= account());
const sessionsAt = async () => `/system/user/${(await spiedOn()).userId}/sessions`;

builtScreen("/system/user/:userId/sessions", {
  async at() {
    await enter(await spiedOn());
    return sessionsAt();
  },
  heading: /的在线登录$/,
  shows: "结束全部登录",
  async change(person) {
    const signedIn = await enter(await spiedOn());
    const ended = await (await (await person.get(await sessionsAt())).submit({}, { press: "结束全部登录" })).follow();
    expect(ended.text).toContain(`${(await spiedOn()).userName} 现在没有登录`);
    expect((await signedIn.get("/homepage")).location).toMatch(/^\/login/);
  },
});
