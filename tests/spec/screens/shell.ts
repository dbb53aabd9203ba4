import { expect } from "vitest";
import { openSession } from "~/kit/data/access/session.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, passwords, testPassword } from "../../kit/accounts";
import { visitor, type Visitor } from "../../kit/visit";
import { builtScreen } from "../call";

builtScreen("/login", {
  at: async () => "/homepage",
  heading: "门户首页",
  shows: "基础数据管理平台",
  async change() {
    const person = visitor();
    const page = await person.get("/login");
    expect([page.status, page.$("h1").text(), page.$("label").text()]).toEqual([
      200,
      "基础数据管理平台",
      expect.stringContaining("账号"),
    ]);
    expect(page.text).toContain("忘记密码请联系管理员重置");
    expect((await (await person.signIn("planner", passwords.demo)).follow()).text).toContain("线网规划员");
  },
});

builtScreen("/", {
  heading: "门户首页",
  shows: "线路管理",
  async change(person) {
    const named = await person.get("/?resourceName=StationManagement");
    expect([named.status, named.location]).toEqual([302, "/station/station-management"]);
  },
});

builtScreen("/homepage", {
  heading: "门户首页",
  shows: "第一个版本",
  async change(person) {
    const opened = await (await person.get("/homepage")).submit({}, { press: "基础数据管理平台" });
    expect([opened.status, opened.location]).toEqual([303, "/homepage"]);
  },
});

builtScreen("/modify-password", {
  heading: "修改密码",
  shows: "原密码",
  async change() {
    const { userAccount, userId } = await account();
    const person = await enter({ userId });
    const changed = await (
      await person.get("/modify-password")
    ).submit({ oldPassword: testPassword, newPassword: "Huan-Yi-Ge-3391", repeated: "Huan-Yi-Ge-3391" });
    expect((await changed.follow()).text).toContain("密码已修改");
    await visitor().signIn(userAccount, "Huan-Yi-Ge-3391");
  },
});

builtScreen("/personal-settings", {
  heading: "个性化配置",
  shows: "粉笔蓝",
  async change(person) {
    const changed = await (
      await person.get("/personal-settings")
    ).submit({ theme: "jade", scheme: "dark" }, { form: "form:has([name=theme])" });
    const page = await changed.follow();
    expect(page.text).toContain("外观已改为翡翠、深色");
    expect([page.html.includes("--brand:#00897b"), page.field("theme")]).toEqual([true, "jade"]);
    expect([page.$("html").attr("data-scheme"), page.field("scheme")]).toEqual(["dark", "dark"]);
  },
});

builtScreen("/401", {
  status: 401,
  heading: "无权限",
  shows: "请联系管理员",
  async change() {
    const person = await enter(await account());
    const page = await (await person.get("/station/station-management")).follow();
    expect([page.status, page.text]).toEqual([
      401,
      expect.stringContaining("您没有查看 /station/station-management 的权限"),
    ]);
  },
});

builtScreen("/*", {
  at: async () => "/no/such/page",
  status: 404,
  heading: "页面不存在",
  shows: "回到首页",
  async change(person) {
    const page = await person.get("/station/no-such-screen");
    expect([page.status, page.$("nav a[href='/station/station-management']").length > 0]).toEqual([404, true]);
  },
});

const handOver = async (person: Visitor) => {
  const { userId, userName } = await account();
  const { token } = await openSession(db(), { userId, address: person.address, userAgent: "规格" });
  const asked = await person.get(`/homepage?token=${token}`);
  return { userName, token, location: asked.location! };
};

builtScreen("/switch-session", {
  at: async (person) => (await handOver(person)).location,
  heading: "切换账号",
  shows: /这台电脑上现在登录的是 .*您打开的链接要以 .*切换为 .*继续使用/,
  async change() {
    const person = await enter(await account());
    const { userName, token, location } = await handOver(person);
    const switched = await (await person.get(location)).submit({}, { press: `切换为 ${userName}` });
    expect([(await switched.follow()).text.includes(userName), person.token]).toEqual([true, token]);
  },
});

builtScreen("/api-docs", {
  heading: "接口文档",
  shows: "/api/sta/v1.0/pageList",
  async change(person) {
    const all = await person.get("/api-docs");
    expect([all.text.length < 500_000, all.$("main pre").length]).toEqual([true, 0]);
    const search = "sta/v1.0/pageList";
    const described = [1, expect.stringContaining("staName")];
    const look = ({ $ }: typeof all) => [$("main li").length, $("main pre").first().text()];
    const found = await all.submit({ search }, { form: "main form" });
    expect(look(found)).toEqual(described);
    const opened = await person.get(`/api-docs${all.$(`main a:contains("/api/${search}")`).attr("href")}`);
    expect(look(opened)).toEqual([all.$("main li").length, described[1]]);
    expect(opened.$("main li#call pre").length).toBe(2);
    const file = await person.get("/api-docs?search=gtfs/v1.0/export");
    expect(file.$("main li#call").text()).toContain("返回文件application/octet-stream；拒绝时返回 JSON 信封");
  },
});
