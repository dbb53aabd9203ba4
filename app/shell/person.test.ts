import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../tests/kit/accounts";
import { png } from "../../tests/kit/picture";
import { api, type Answer, type Visitor, visitor } from "../../tests/kit/visit";

const cookieLine = (page: Answer, name: string) =>
  page.headers.getSetCookie().find((line) => line.startsWith(name)) ?? "";
const setParameter = (paramName: string, change: object) =>
  db().updateTable("parameter").set(change).where("paramName", "=", paramName).execute();

describe("the sidebar", () => {
  it("collapses, opens and hides, kept for 60 and 1000 days, over a new login too", async () => {
    const who = await account();
    const person = await enter(who);
    const state = (page: Answer) => page.$("[data-sidebar]").attr("data-sidebar");
    const start = await person.get("/homepage");
    expect(state(start)).toBe("open");
    const collapsed = await start.submit({}, { press: "收起菜单" });
    expect(cookieLine(collapsed, "bus_sidebar=")).toContain(`Max-Age=${60 * 86_400}`);
    const page = await collapsed.follow();
    expect([page.url, state(page)]).toEqual(["/homepage", "collapsed"]);
    const hidden = await page.submit({}, { press: "隐藏菜单" });
    expect(cookieLine(hidden, "bus_sidebar_hidden=")).toContain(`Max-Age=${1000 * 86_400}`);
    const without = await hidden.follow();
    expect([state(without), without.$('nav[aria-label="主菜单"]').length]).toEqual(["hidden", 0]);
    await without.submit({}, { press: "退出登录" });
    await person.signIn(who.userAccount, who.password);
    expect(state(await person.get("/homepage"))).toBe("hidden");
    const present = async () => (await person.get("/personal-settings")).$("[name=state][aria-pressed=true]").text();
    expect(await present()).toBe("隐藏（当前）");
    const open = await (await (await person.get("/homepage")).submit({}, { press: "展开菜单" })).follow();
    expect([state(open), await present()]).toEqual(["open", "展开（当前）"]);
  });
});

describe("the theme", () => {
  it.each([
    ["chalk", "#2196f3"],
    ["indigo", "#3f51b5"],
    ["dark", "#37474f"],
  ])("%s is written as CSS variables and follows the person to their next login", async (theme, hex) => {
    const who = await account();
    const person = await enter(who);
    const chosen = await (await person.get("/personal-settings")).submit({ theme }, { form: "form:has([name=theme])" });
    expect(cookieLine(chosen, "bus_theme=")).toContain(`Max-Age=${1000 * 86_400}`);
    for (const by of [person, await enter(who)]) {
      const { html } = await by.get("/homepage");
      expect(html).toContain(`--brand:${hex}`);
      // Light ones, and dark ones where the system is dark.
      expect(html.match(/--brand-\d+:/g)).toHaveLength(20);
    }
    expect((await person.call("/api/my/getUserInfo", {}, "GET")).data).toMatchObject({ theme });
  });

  it("takes only one of the ten", async () => {
    const person = await visitorWith();
    const page = await person.get("/personal-settings");
    expect(page.$("[name=theme]").length).toBe(10);
    expect(page.$("label:has([name=theme])").text()).toMatch(/^\p{Script=Han}+$/u);
    const refused = await person.post("/personal-settings", { theme: "red;}</style><script>" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("请选择主题颜色")]);
  });
});

const face = png(64, 64);
const upload = (person: Visitor, content: Buffer | string, name: string, type: string) => {
  const body = new FormData();
  body.set("avatar", new File([typeof content === "string" ? content : new Uint8Array(content)], name, { type }));
  return person.visit("/personal-settings", { method: "POST", headers: { "sec-fetch-site": "same-origin" }, body });
};

describe("the avatar", () => {
  it("is a picture told by its content, shown in the frame and to nobody outside", async () => {
    const who = await account();
    const person = await enter(who);
    const done = await upload(person, face, "me.txt", "text/plain");
    expect(done.status, done.text).toBe(303);
    const page = await done.follow();
    const src = page.$("header img").attr("src")!;
    expect(src).toMatch(new RegExp(`^/avatar/${who.userId}\\?v=`));
    const picture = await person.send(src);
    expect([
      picture.headers.get("content-type"),
      picture.headers.get("x-content-type-options"),
      Buffer.from(await picture.arrayBuffer()).equals(face),
    ]).toEqual(["image/png", "nosniff", true]);
    expect((await new (person.constructor as new () => Visitor)().get(src)).location).toMatch(/^\/login/);
    const { data } = await person.call<{ avatar: string }>("/api/my/getUserInfo", {}, "GET");
    const byToken = (authorization: string) => visitor().send(data.avatar, { headers: { authorization } });
    expect((await byToken(person.token!)).headers.get("content-type")).toBe("image/png");
    expect(await (await byToken("unknown")).json()).toMatchObject({ code: 10111 });
    const removed = await (await page.submit({}, { press: "移除头像" })).follow();
    expect(removed.$("header img").length).toBe(0);
    expect((await person.get(src)).status).toBe(404);
  });

  it.each([
    ["a page in disguise", "<html><script>alert(1)</script></html>", "me.png", "image/png"],
    [
      "a drawing with script",
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "me.svg",
      "image/svg+xml",
    ],
    ["nothing", "", "", ""],
    ["too much", Buffer.concat([face, Buffer.alloc(2_100_000)]), "me.png", "image/png"],
  ])("is not %s", async (_what, content, name, type) => {
    const person = await visitorWith();
    const answer = await upload(person, content, name, type);
    expect([answer.status, answer.$('[role="alert"]').text()]).toEqual([
      expect.toSatisfy((status) => status === 422 || status === 413),
      expect.stringMatching(/\S/),
    ]);
    expect((await person.get("/homepage")).$("header img").length).toBe(0);
  });
});

describe("parameters with an effect on the frame", () => {
  it("D009 shows the home button", async () => {
    const person = await visitorWith();
    const shown = async () =>
      (await person.get("/homepage")).$("header a").filter((_, link) => /首页/.test(load(link))).length;
    const load = (link: unknown) =>
      String((link as { children?: { data?: string }[] }).children?.map((child) => child.data ?? "").join(""));
    expect(await shown()).toBe(1);
    await setParameter("D009", { paramValue: "0" });
    expect(await shown()).toBe(0);
    await setParameter("D009", { paramValue: "1" });
  });

  it("D011 moves the work date", async () => {
    const person = await visitorWith();
    const workDate = async () =>
      (await person.call<{ workDate: string }>("/api/my/getUserInfo", {}, "GET")).data.workDate;
    const today = await workDate();
    await setParameter("D011", { paramValue: "1440" });
    const yesterday = await workDate();
    expect(Date.parse(today) - Date.parse(yesterday)).toBe(86_400_000);
    expect((await person.get("/homepage")).text).toContain(yesterday);
    await setParameter("D011", { paramValue: "0" });
  });

  it("without a city centre there is a warning and the default centre", async () => {
    const person = await visitorWith("station.read", "station.write");
    const warning = "您还没有配置城市中心坐标，请联系管理员，否则可能影响正常使用";
    expect((await person.get("/homepage")).text).not.toContain(warning);
    await setParameter("D008", { deletedAt: new Date() });
    expect((await person.get("/homepage")).text).not.toContain(warning);
    await setParameter("city_coord", { deletedAt: new Date() });
    const page = await person.get("/station/station-management/new");
    expect(page.text).toContain(warning);
    expect(page.html).toContain("116.38");
    for (const name of ["D008", "city_coord"]) await setParameter(name, { deletedAt: null });
  });

  it("a city centre that is none is said, and the default one used", async () => {
    const person = await visitorWith("station.read", "station.write");
    await setParameter("D008", { paramValue: "somewhere" });
    const page = await person.get("/station/station-management/new");
    expect(page.text).toContain("城市中心坐标“somewhere”不是“经度,纬度”");
    expect(page.html).toContain("116.38");
    await setParameter("D008", { paramValue: "116.38,39.87" });
  });

  it("without direction.reverse the pages show as ever", async () => {
    const person = await visitorWith("line.read");
    await setParameter("direction.reverse", { deletedAt: new Date() });
    expect((await person.get("/line/line-management")).status).toBe(200);
    await setParameter("direction.reverse", { deletedAt: null });
  });
});

describe("the portal", () => {
  const by = { createdBy: "test", updatedBy: "test" };

  it("opens another app with a ticket that works once, within a minute", async () => {
    const { newKey } = await import("~/kit/ground/key");
    const appId = newKey();
    await db()
      .insertInto("app")
      .values({
        appId,
        appCode: "third",
        appName: "第三方",
        englishShortName: "third",
        address: "https://third.example/in?a=1#/home",
        ...by,
      })
      .execute();
    const person = await enter(await account({ isSuper: true }));
    const opened = await (await person.get("/homepage")).submit({}, { press: "第三方" });
    expect(opened.status).toBe(200);
    const ticket = /url=https:\/\/third\.example\/in\?a=1&#38;ticket=([\w-]{43})#\/home"/.exec(opened.html)?.[1] ?? "";
    const redeem = (value: string) =>
      api().call<{ appCode: string; userId: string }>("/api/freeLogin/redeem", { ticket: value });
    expect((await redeem(ticket)).data.appCode).toBe("third");
    expect(await redeem(ticket)).toMatchObject({ code: 400, reason: "field" });
    const { data } = await person.call<{ ticket: string; address: string }>("/api/freeLogin", { appId });
    expect(data.address).toMatch(/\?.*ticket=.*#\//);
    await db()
      .updateTable("freeLoginTicket")
      .set({ expiresAt: new Date() })
      .where("appId", "=", appId)
      .where("usedAt", "is", null)
      .execute();
    expect(await redeem(data.ticket)).toMatchObject({ code: 400, reason: "field" });
    const other = await visitorWith("station.read");
    expect(await other.call("/api/freeLogin", { appId })).toMatchObject({ code: 400, reason: "missing" });
    expect((await other.get("/homepage")).text).not.toContain("第三方");
    await db().updateTable("app").set({ deletedAt: new Date() }).where("appId", "=", appId).execute();
  });

  it("tells who the person is and what changed", async () => {
    const who = await account({ permissions: ["station.read"] });
    const page = await (await enter(who)).get("/homepage");
    expect((await (await enter(await account({ isSuper: true }))).get("/homepage")).text).toContain("角色超级用户");
    for (const word of [who.userAccount, who.userName, "第一个版本", "基础数据管理平台", "站点管理"])
      expect(page.text).toContain(word);
    expect(page.text).toMatch(/(早上|下午|晚上)好，/);
    expect(page.text).toContain(`2007-${new Date().getFullYear()}`);
  });
});
