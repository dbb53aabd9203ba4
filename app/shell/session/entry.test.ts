import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, type Account, testPassword, visitorWith } from "../../../tests/kit/accounts";
import { rowsOf } from "../../../tests/spec/rows";
import { api, visitor } from "../../../tests/kit/visit";

const stations = "/station/station-management";
let who: Account;
let token: string;
let staUuid: string;

beforeAll(async () => {
  who = await account({ permissions: ["station.read"] });
  token = (await enter(who)).token!;
  staUuid = (
    await db().selectFrom("station").select("staUuid").where("deletedAt", "is", null).limit(1).executeTakeFirstOrThrow()
  ).staUuid;
});

describe("a stranger", () => {
  it("comes back to the bookmark after the login", async () => {
    const wanted = `${stations}?keyword=rmgc&page=2&sort=-staName`;
    const person = visitor();
    const login = await (await person.get(wanted)).follow();
    const back = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
    expect([back.status, back.url, back.field("keyword")]).toEqual([200, wanted, "rmgc"]);
  });

  it("comes back to the resource named in the query", async () => {
    const person = visitor();
    const login = await (await person.get(`/?resourceName=StationManagement&openDetail=${staUuid}`)).follow();
    const back = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
    expect([back.status, back.url]).toEqual([200, `${stations}/${staUuid}`]);
    const direct = visitor();
    expect(
      (await (await direct.signIn(who.userAccount, testPassword, "/login?resourceName=StationManagement")).follow())
        .url,
    ).toBe(stations);
  });

  it("is led to every screen of the specification by its route's name, and to a page stacked on one", async () => {
    const person = await enter(await account({ isSuper: true }));
    const paths = rowsOf("screens")
      .map(({ path }) => path!)
      .filter((path) => !/[:*]|^\/(login|401|switch-session)?$/.test(path));
    const routeName = (path: string) =>
      path.slice(path.lastIndexOf("/") + 1).replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const led = [];
    for (const path of paths) {
      const screen = paths.find((other) => path.startsWith(`${other}/`)) ?? path;
      const query = new URLSearchParams({ resourceName: routeName(screen) });
      if (screen !== path) query.set("openDetail", path.slice(screen.length + 1));
      led.push((await person.get(`/?${query}`)).location);
    }
    expect(led).toEqual(paths);
    expect((await person.get("/?resourceName=PersonalSettings")).location).toBe("/personal-settings");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/%0d%0aSet-Cookie:x=1",
    "https:evil.example",
    "/login?to=/login",
    "///evil.example/%2f..",
    "/..//evil.example",
    "/%2e//evil.example/",
  ])("is not led to %s", async (to) => {
    const person = visitor();
    const answer = await person.signIn(who.userAccount, testPassword, `/login?to=${encodeURIComponent(to)}`);
    expect(answer.location).toMatch(/^\/(?![/\\])/);
    expect(answer.location).not.toMatch(/^\/login/);
    expect(answer.headers.get("set-cookie")).not.toContain("x=1");
    const asked = await person.get(`/login?to=${encodeURIComponent(to)}`);
    expect(asked.location).toMatch(/^\/(?![/\\])/);
  });
});

describe("with a session", () => {
  it("/ and /login lead to the named resource, the record, the page wanted, or the first page", async () => {
    const person = await enter(who);
    const led = async (at: string) => (await (await person.get(at)).follow()).url;
    expect(await led("/?resourceName=StationManagement")).toBe(stations);
    expect(await led("/login?resourceName=StationManagement")).toBe(stations);
    expect(await led(`/?resourceName=StationManagement&openDetail=${staUuid}`)).toBe(`${stations}/${staUuid}`);
    expect(await led(`/?resourceName=StationManagement&openDetail=${encodeURIComponent("../../login")}`)).toBe(
      stations,
    );
    expect(await led("/?resourceName=LineManagement")).toBe("/homepage");
    expect(await led("/")).toBe("/homepage");
    expect(await led(`/login?to=${encodeURIComponent(`${stations}?page=1`)}`)).toBe(`${stations}?page=1`);
  });

  it("/ leads to the first route flagged home", async () => {
    const person = await enter(who);
    await db().updateTable("resource").set({ isHome: true }).where("resourceName", "=", "StationManagement").execute();
    expect((await person.get("/")).location).toBe(stations);
    expect((await (await visitorWith()).get("/")).location).toBe("/homepage");
    await db().updateTable("resource").set({ isHome: false }).where("resourceName", "=", "StationManagement").execute();
  });
});

describe("a token in the address", () => {
  it("is kept as the session and stripped, and the page loads again clean", async () => {
    const person = visitor();
    const answer = await person.get(`${stations}?keyword=rmgc&token=${token}&page=1`);
    expect([answer.status, answer.location]).toEqual([302, `${stations}?keyword=rmgc&page=1`]);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.html).not.toContain(token);
    expect(answer.headers.get("location")).not.toContain(token);
    const page = await answer.follow();
    expect([page.status, page.text.includes(who.userName)]).toEqual([200, true]);
  });

  it("that names no live session is stripped and nothing more", async () => {
    const person = visitor();
    for (const bad of ["", "x", "A".repeat(43), "A".repeat(5000), "'; drop table session; --"]) {
      const answer = await person.get(`/homepage?token=${encodeURIComponent(bad)}`);
      expect([answer.status, answer.location, person.token]).toEqual([302, "/homepage", undefined]);
    }
    const other = await visitorWith();
    const mine = other.token;
    await other.get(`/homepage?token=${"A".repeat(43)}`);
    expect(other.token).toBe(mine);
  });

  it("does not replace somebody else's session unless they say so", async () => {
    const first = await account();
    const person = await enter(first);
    const mine = person.token;
    const asked = await person.get(`${stations}?token=${token}`);
    expect([person.token, asked.location]).toEqual([mine, `/switch-session?to=${encodeURIComponent(stations)}`]);
    const page = await asked.follow();
    expect(page.text).toContain(first.userName);
    expect(page.text).toContain(who.userName);
    const stayed = await page.submit({}, { press: `继续使用 ${first.userName}` });
    expect([stayed.location, person.token, person.cookies.has("bus_pending")]).toEqual([stations, mine, false]);
    expect((await api(mine).call("/api/my/getUserInfo", {}, "GET")).code).toBe(200);
    const again = await (await person.get(`${stations}?token=${token}`)).follow();
    const switched = await again.submit({}, { press: `切换为 ${who.userName}` });
    expect([switched.location, person.token]).toEqual([stations, token]);
    expect((await switched.follow()).text).toContain(who.userName);
    expect((await api(mine).call("/api/my/getUserInfo", {}, "GET")).code).toBe(10200);
  });

  it("of the same person takes over without asking", async () => {
    const person = await enter(who);
    const other = (await enter(who)).token!;
    const answer = await person.get(`/homepage?token=${other}`);
    expect([answer.location, person.token]).toEqual(["/homepage", other]);
  });

  it("never leads to another host", async () => {
    for (const name of ["token", "title", "appCode"]) {
      const answer = await visitor().send(`http://127.0.0.1:3000//evil.example/%2e%2e/?${name}=x`);
      expect([name, answer.status, answer.headers.get("location")]).toEqual([name, 302, "/"]);
      const deep = await visitor().send(`http://127.0.0.1:3000//evil.example/a?${name}=x`);
      expect([name, deep.headers.get("location")]).toEqual([name, "/evil.example/a"]);
    }
  });

  it("in a post's address is not taken", async () => {
    const person = visitor();
    const answer = await person.post(`/sidebar?token=${token}`, { state: "open" });
    expect(person.token).toBeUndefined();
    expect(answer.location).toMatch(/^\/login/);
    expect(answer.location).not.toContain(token);
  });
});

describe("appCode and title in the address", () => {
  it("are kept for 7 days and stripped; a literal null clears the code", async () => {
    const person = await enter(who);
    const answer = await person.get("/homepage?appCode=base&title=%E5%85%AC%E4%BA%A4%E5%B9%B3%E5%8F%B0");
    expect(answer.location).toBe("/homepage");
    const cookies = answer.headers.getSetCookie();
    for (const name of ["bus_app_code", "bus_title"])
      expect(cookies.find((line) => line.startsWith(name))).toContain("Max-Age=604800");
    const page = await answer.follow();
    expect(page.title).toBe("门户首页 - 公交平台");
    expect(page.$(`nav[aria-label="主菜单"] a[href="${stations}"]`).length).toBe(1);
    await person.get("/homepage?appCode=another");
    expect((await person.get("/homepage")).$(`nav[aria-label="主菜单"] a[href="${stations}"]`).length).toBe(0);
    await person.get("/homepage?appCode=null");
    expect(person.cookies.has("bus_app_code")).toBe(false);
    expect((await person.get("/homepage")).$(`nav[aria-label="主菜单"] a[href="${stations}"]`).length).toBe(1);
  });

  it("come with a token, and the title is shown as text", async () => {
    const person = visitor();
    await person.get(`/login?token=${(await enter(who)).token!}&title=${encodeURIComponent("<b>标题</b>")}`);
    expect((await person.get("/homepage")).title).toBe("门户首页 - <b>标题</b>");
  });

  it.each(["/login?title=", "/homepage?appCode=base&title=", `/?token=${"x".repeat(43)}&title=`])(
    "put by a link before the login (%s) leave no title behind it",
    async (link) => {
      const person = visitor();
      const answer = await person.get(`${link}${encodeURIComponent("别家的平台")}`);
      expect([answer.status, person.cookies.has("bus_title")]).toEqual([302, false]);
      expect((await answer.follow()).html).not.toContain("别家的平台");
      await person.signIn(who.userAccount, who.password);
      expect((await person.get("/homepage")).title).toBe("门户首页 - 基础数据管理平台");
    },
  );
});
