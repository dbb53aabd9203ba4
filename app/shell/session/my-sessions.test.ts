import { describe, expect, it } from "vitest";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, enteredBefore, testPassword } from "../../../tests/kit/accounts";
import { visitor, type Visitor } from "../../../tests/kit/visit";

const url = "/my-sessions";
const isLive = async (person: Visitor) => (await person.call("/api/my/getUserInfo", {}, "GET")).success;
const sessionOf = (person: Visitor) =>
  db().selectFrom("session").selectAll().where("tokenHash", "=", digest(person.token!)).executeTakeFirstOrThrow();
const eventsOf = async (userId: string) =>
  (
    await db()
      .selectFrom("securityEvent")
      .select("detail")
      .where("userId", "=", userId)
      .where("kind", "=", "session-ended")
      .execute()
  ).map(({ detail }) => detail);

describe("one's own sessions", () => {
  it("are listed with how they came in, and which one is this; tokens are not", async () => {
    const who = await account();
    const person = await enter(who);
    const other = visitor();
    await other.send("/user/login", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "dispatch-client/2" },
      body: JSON.stringify({ userAccount: who.userAccount, userPassword: testPassword }),
    });
    await enter(await account());
    const page = await person.get(url);
    const rows = page
      .$("main tbody tr")
      .get()
      .map((row) => page.$(row).text());
    expect(rows).toHaveLength(2);
    const [own, call] = [
      rows.find((row) => row.includes("您现在的登录"))!,
      rows.find((row) => row.includes("接口令牌"))!,
    ];
    expect([own, call].map((row) => row.includes("结束此登录"))).toEqual([false, true]);
    expect(own).toContain(person.address);
    expect(own).toContain("网页");
    expect(call).toContain(other.address);
    expect(call).toContain("dispatch-client/2");
    expect(page.html).not.toContain(person.token);
    expect((await person.get("/homepage")).$('a[href="/my-sessions"]').text()).toContain("我的登录");
  });

  it("are ended one by one, once, and recorded", async () => {
    const who = await account();
    const [person, other, third] = [await enter(who), await enter(who), await enter(who)];
    const { sessionId } = await sessionOf(other);
    const page = await person.get(url);
    const press = `[name=sessionId][value="${sessionId}"]`;
    const [one, two] = await Promise.all([page.submit({}, { press }), page.submit({}, { press })]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(await isLive(other)).toBe(false);
    expect(await Promise.all([isLive(person), isLive(third)])).toEqual([true, true]);
    expect(await eventsOf(who.userId)).toEqual([`本人结束了来自 ${other.address} 的登录`]);
    expect((await (await page.submit({}, { press })).follow()).text).toContain("此登录已经结束");
    expect((await sessionOf(other)).endReason).toBe("ended-by-owner");
  });

  it("are ended all but this one", async () => {
    const who = await account();
    const [person, other, third] = [await enter(who), await enter(who), await enter(who)];
    const bystander = await enter(await account());
    const page = await person.get(url);
    const done = await (await page.submit({}, { press: "结束其他全部登录" })).follow();
    expect(done.text).toContain("已结束其他 2 处登录");
    expect(done.text).not.toContain("结束其他全部登录");
    expect(await Promise.all([person, other, third, bystander].map(isLive))).toEqual([true, false, false, true]);
    const again = await (await page.submit({}, { press: "结束其他全部登录" })).follow();
    expect(again.text).toContain("没有其他登录了");
    expect(await eventsOf(who.userId)).toHaveLength(1);
  });

  it("are ended only with a password given lately", async () => {
    const who = await account();
    const [person, other] = [await enteredBefore(who), await enter(who)];
    const asked = await (await person.get(url)).submit({ others: "1" });
    expect([asked.status, asked.location]).toEqual([
      303,
      expect.stringMatching(/^\/confirm-password\?to=%2Fmy-sessions/),
    ]);
    expect(await isLive(other)).toBe(true);
    const back = await (await (await asked.follow()).submit({ userPassword: testPassword })).follow();
    expect((await (await back.submit({ others: "1" })).follow()).text).toContain("已结束其他 1 处登录");
    expect(await isLive(other)).toBe(false);
  });

  it("are one's own only: another's, one's present one, none and nonsense end nothing", async () => {
    const who = await account();
    const [person, stranger] = [await enter(who), await enter(await account())];
    const [own, theirs] = [await sessionOf(person), await sessionOf(stranger)];
    const say = async (fields: Record<string, string>) => (await (await person.post(url, fields)).follow()).text;
    expect(await say({ sessionId: theirs.sessionId })).toContain("此登录已经结束");
    expect(await say({ sessionId: "x'; --" })).toContain("此登录已经结束");
    expect(await say({ sessionId: own.sessionId })).toContain("请用“退出登录”结束");
    expect(await say({})).toContain("请在列表中选择");
    expect(await Promise.all([person, stranger].map(isLive))).toEqual([true, true]);
    expect((await person.get(url)).html).not.toContain(theirs.sessionId);
    expect((await visitor().get(url)).location).toMatch(/^\/login/);
    expect((await visitor().post(url, { others: "1" })).location).toMatch(/^\/login/);
  });
});
