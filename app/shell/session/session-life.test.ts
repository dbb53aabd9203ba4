import { describe, expect, it } from "vitest";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { encryptText } from "~/kit/page/forms/encrypt-text";
import { account, enter, grant, testPassword, visitorWith } from "../../../tests/kit/accounts";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { orgNamed } from "../../../tests/kit/organisations";

const stations = "/station/station-management";
const fresh = "Xin-De-Mi-Ma-5521";

async function age(person: Visitor, change: { expiresAt?: Date; lastSeenAt?: Date }): Promise<void> {
  await db().updateTable("session").set(change).where("tokenHash", "=", digest(person.token!)).execute();
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const isLive = async (person: Visitor) => (await person.call("/api/my/getUserInfo", {}, "GET")).code;

describe("a session", () => {
  it("ends by the page's own logout: token and tabs are gone, app code, title and shortcuts stay", async () => {
    const who = await account({ permissions: ["station.read"] });
    const person = await enter(who);
    await person.get(`${stations}?appCode=base&title=Other`);
    await person.get(stations);
    await (await person.get(stations)).submit({}, { press: "添加到快捷菜单" });
    const token = person.token!;
    const out = await (await person.get(stations)).submit({}, { press: "退出登录" });
    expect([
      out.status,
      out.location,
      person.cookies.has("bus_session"),
      person.cookies.has("bus_app_code"),
      person.cookies.has("bus_title"),
    ]).toEqual([303, "/login", false, true, true]);
    expect((await person.get("/login")).$("h1").text()).toBe("Other");
    expect((await person.get("/homepage")).location).toBe("/login?to=%2Fhomepage");
    const { sessionId } = await db()
      .selectFrom("session")
      .select("sessionId")
      .where("tokenHash", "=", digest(token))
      .executeTakeFirstOrThrow();
    expect(await db().selectFrom("sessionTab").selectAll().where("sessionId", "=", sessionId).execute()).toEqual([]);
    await person.signIn(who.userAccount, who.password);
    expect((await person.get("/homepage")).$('nav[aria-label="快捷菜单"] a').attr("href")).toBe(stations);
  });

  it.each(["/logout", "/user/logout"])("ends by %s for pages too", async (path) => {
    const person = await visitorWith();
    expect((await person.get("/homepage")).status).toBe(200);
    expect(await person.call(path)).toMatchObject({ success: true });
    expect(await isLive(person)).toBe(10200);
    expect((await person.get("/homepage")).location).toBe("/login?to=%2Fhomepage");
  });

  it("expires after 8 idle hours and after 24 in any case", async () => {
    const idle = await visitorWith();
    await age(idle, { lastSeenAt: ago(7.9) });
    expect(await isLive(idle)).toBe(200);
    await age(idle, { lastSeenAt: ago(8.1) });
    expect(await isLive(idle)).toBe(10200);
    expect((await (await idle.get("/homepage")).follow()).text).toMatch(/登录已过期,请重新登录(?!。)/);
    const old = await visitorWith();
    await age(old, { expiresAt: ago(0) });
    expect(await isLive(old)).toBe(10200);
    const { expiresAt } = await db()
      .selectFrom("session")
      .select("expiresAt")
      .where("tokenHash", "=", digest((await visitorWith()).token!))
      .executeTakeFirstOrThrow();
    expect((expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
  });

  it("stays awake by being used", async () => {
    const person = await visitorWith();
    await age(person, { lastSeenAt: ago(7) });
    await person.get("/homepage");
    const { lastSeenAt } = await db()
      .selectFrom("session")
      .select("lastSeenAt")
      .where("tokenHash", "=", digest(person.token!))
      .executeTakeFirstOrThrow();
    expect(Date.now() - lastSeenAt.getTime()).toBeLessThan(60_000);
  });

  it("is new at each login", async () => {
    const { userAccount } = await account();
    const person = visitor();
    await person.signIn(userAccount, testPassword);
    const first = person.token;
    await (await person.get("/homepage")).submit({}, { press: "退出登录" });
    await person.signIn(userAccount, testPassword);
    expect(person.token).not.toBe(first);
  });

  it("of this browser ends when somebody signs in over it", async () => {
    const [before, after] = [await account(), await account()];
    const person = await enter(before);
    const login = { userAccount: after.userAccount, userPassword: testPassword };
    const first = await enter(before);
    first.cookies.clear();
    person.cookies.forEach((value, name) => first.cookies.set(name, value));
    expect((await person.post("/login", login)).status).toBe(303);
    expect([await isLive(person), await isLive(first)]).toEqual([200, 10200]);
  });

  it("of a disabled or deleted person is over at once", async () => {
    for (const change of [{ userStatus: "disabled" }, { userStatus: "locked" }, { deletedAt: new Date() }]) {
      const who = await account();
      const person = await enter(who);
      await db().updateTable("appUser").set(change).where("userId", "=", who.userId).execute();
      expect(await isLive(person)).toBe(10111);
      expect((await person.get("/homepage")).status).toBe(303);
    }
  });

  it("feels a change of its roles at the next request", async () => {
    const who = await account();
    const person = await enter(who);
    expect((await (await person.get(stations)).follow()).status).toBe(401);
    await grant(who.roleId, ["station.read"]);
    expect((await person.get(stations)).status).toBe(200);
    expect((await person.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 })).success).toBe(true);
    await grant(who.roleId, []);
    expect((await (await person.get(stations)).follow()).status).toBe(401);
    expect((await person.get("/homepage")).$(`nav[aria-label="主菜单"] a[href="${stations}"]`).length).toBe(0);
    await grant(who.roleId, ["station.read"]);
    await db().updateTable("role").set({ enabled: false }).where("roleId", "=", who.roleId).execute();
    expect((await (await person.get(stations)).follow()).status).toBe(401);
  });
});

describe("changing the password", () => {
  it("ends all other sessions, not this one", async () => {
    const who = await account();
    const [here, there] = [await enter(who), await enter(who)];
    const done = await (
      await here.get("/modify-password")
    ).submit({ oldPassword: testPassword, newPassword: fresh, repeated: fresh });
    expect([done.status, done.location]).toEqual([303, "/homepage"]);
    expect([await isLive(here), await isLive(there)]).toEqual([200, 10200]);
    await expect(visitor().signIn(who.userAccount, testPassword)).rejects.toThrow("not let in");
    await visitor().signIn(who.userAccount, fresh);
  });

  it.each([
    [{ oldPassword: "Bu-Dui-De-1" }, "oldPassword", "原密码不正确"],
    [{ newPassword: "short", repeated: "short" }, "newPassword", "至少 8 个字符"],
    [{ newPassword: "12345678", repeated: "12345678" }, "newPassword", "太常见"],
    [{ newPassword: "password1", repeated: "password1" }, "newPassword", "太常见"],
    [{ newPassword: "qwertyuiop", repeated: "qwertyuiop" }, "newPassword", "太常见"],
    [{ newPassword: testPassword, repeated: testPassword }, "newPassword", "不能与原密码相同"],
    [{ repeated: "something else" }, "repeated", "两次输入的新密码不一致"],
  ])("refuses %j", async (change, field, words) => {
    const person = await visitorWith();
    const answer = await (
      await person.get("/modify-password")
    ).submit({ oldPassword: testPassword, newPassword: fresh, repeated: fresh, ...(change as Record<string, string>) });
    expect([answer.status, answer.errorAt(field)]).toEqual([422, expect.stringContaining(words)]);
    for (const name of ["oldPassword", "newPassword", "repeated"]) expect(answer.field(name)).toBe("");
    expect(answer.$("main [role=alert] strong").text()).toMatch(/^密码未修改：有 \d 处需要修改$/);
  });

  it("names all that is wrong at once", async () => {
    const person = await visitorWith();
    const typed = { oldPassword: "Bu-Dui-De-1", newPassword: "password1", repeated: "something else" };
    const answer = await (await person.get("/modify-password")).submit(typed);
    expect([answer.status, ...Object.keys(typed).map((name) => answer.errorAt(name))]).toEqual([
      422,
      "原密码不正确",
      expect.stringContaining("太常见"),
      "两次输入的新密码不一致",
    ]);
    const { oldPassword, newPassword } = typed;
    expect((await person.call("/api/user/v1.0/changePassword", { oldPassword, newPassword })).errors).toMatchObject([
      { path: "oldPassword" },
      { path: "newPassword" },
    ]);
  });

  it("refuses what is common among people who write Chinese, and words of the organisation", async () => {
    const orgId = await orgNamed("一车队");
    const person = await enter(await account({ orgId }));
    const change = (newPassword: string) =>
      person.call("/api/user/v1.0/changePassword", { oldPassword: testPassword, newPassword });
    for (const common of ["woaini1314", "A123456789", "52013145201314", "wodemima123", "Huawei@123", "yichedui2026"])
      expect([common, (await change(common)).errors]).toMatchObject([
        common,
        [{ path: "newPassword", message: expect.stringContaining("太常见") }],
      ]);
    expect((await change("shanlinduhe8lianzi")).success).toBe(true);
  });

  it("refuses one that is made of the account", async () => {
    const who = await account();
    const person = await enter(who);
    expect(
      (await person.call("/api/user/v1.0/changePassword", { oldPassword: testPassword, newPassword: who.userAccount }))
        .errors,
    ).toMatchObject([{ path: "newPassword" }]);
  });

  it("comes first for who must", async () => {
    const who = await account({ permissions: ["station.read"], userStatus: "must-change-password" });
    const person = visitor();
    const led = await (
      await person.signIn(who.userAccount, testPassword, `/login?to=${encodeURIComponent(stations)}`)
    ).follow();
    expect([led.url, led.text]).toEqual(["/modify-password", expect.stringContaining("首次登录，请先修改密码。")]);
    expect(led.$("nav").length + led.$("main a").length).toBe(0);
    expect(led.text).not.toContain("取消");
    const answers = await Promise.all([
      person.call<{ userStatus: string; roles: object[] }>("/api/my/getUserInfo", {}, "GET"),
      person.call<{ title: string }[]>("/api/my/getMenuList", {}),
      person.call("/api/my/getButtonList", {}),
    ]);
    expect(answers.map(({ success }) => success)).toEqual([true, true, true]);
    expect(answers[0].data.userStatus).toBe("must-change-password");
    expect(answers[1].data.map(({ title }) => title)).toEqual(["站点"]);
    for (const other of [stations, "/personal-settings", "/my-sessions", "/second-factor"])
      expect([other, (await person.get(other)).location]).toEqual([other, "/modify-password"]);
    expect(await person.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 })).toMatchObject({
      code: 400,
      reason: "forbidden",
      message: "请先修改密码",
    });
    await led.submit({ oldPassword: testPassword, newPassword: fresh, repeated: fresh });
    expect((await person.get(stations)).status).toBe(200);
  });

  it("says to whom an administrator gave another one, until when it opens, and lets them out", async () => {
    const who = await account({ userStatus: "must-change-password" });
    const state = (firstPasswordEndsAt: Date) =>
      db()
        .updateTable("appUser")
        .set({ passwordChosenAt: ago(99), firstPasswordEndsAt })
        .where("userId", "=", who.userId)
        .execute();
    const person = await enter(who);
    await state(new Date("2099-05-06T00:00:00Z"));
    const page = await person.get("/modify-password");
    expect(page.text).toMatch(/管理员重置了您的密码，请先修改密码；现在的密码 2099-05-06 .*过期。/);
    await state(ago(1));
    expect((await person.get("/modify-password")).text).toContain("过期，退出后就不能再登录");
    const out = await page.submit({}, { press: "退出登录", form: "form[action='/sign-out']" });
    expect([out.location, person.token]).toEqual(["/login", undefined]);
    const call = await enter(who);
    expect(await call.call("/user/logout")).toMatchObject({ success: true });
  });

  it("opens passwords that the page encrypted, and keeps none of an expired session", async () => {
    const who = await account();
    const person = await enter(who);
    const { data: key } = await visitor().call<{ keyId: string; publicKey: string }>("/api/base/login/getPublicKey");
    const sealed = Object.fromEntries(
      Object.entries({ oldPassword: testPassword, newPassword: fresh, repeated: fresh }).map(([name, text]) => [
        name,
        encryptText(key.publicKey, text)!,
      ]),
    );
    const post = (keyId: string) =>
      person.post("/modify-password", { ...sealed, keyId, sealed: Object.keys(sealed).join() });
    const old = await post("0".repeat(32));
    expect([old.status, old.errorAt("oldPassword")]).toEqual([422, "请输入原密码"]);
    expect((await post(key.keyId)).location).toBe("/homepage");
    const again = visitor();
    const login = { userAccount: who.userAccount, userPassword: encryptText(key.publicKey, fresh)! };
    expect((await again.post("/login", { ...login, keyId: key.keyId, sealed: "userPassword" })).location).toBe("/");
  });
});
