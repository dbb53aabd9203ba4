import { beforeEach, describe, expect, it } from "vitest";
import { historyOf } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, testPassword, visitorWith } from "../../../tests/kit/accounts";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { may, url } from "./policy";
import { orgNamed } from "../../../tests/kit/organisations";

const signIn = (by: Visitor, userAccount: string, userPassword: string) =>
  by.call("/user/login", { userAccount, userPassword });
const failed = (userAccount: string, address: string, times: number) =>
  db()
    .insertInto("loginFailure")
    .values(Array.from({ length: times }, () => ({ account: userAccount, address })))
    .execute();
const rowsOf = async (by: Visitor) => (await by.get(url)).$("main tbody tr").get();

beforeEach(() => db().deleteFrom("loginFailure").execute());

describe("the login locks", () => {
  it("are shown with account and address, and lifted one by one", async () => {
    const [one, two] = [await account(), await account()];
    const [here, there] = [visitor(), visitor()];
    await failed(one.userAccount, here.address, 5);
    await failed(two.userAccount, there.address, 5);
    await failed(two.userAccount, here.address, 4);
    const admin = await visitorWith(may.read, may.write);
    const page = await admin.get(url);
    expect(await rowsOf(admin)).toHaveLength(2);
    for (const shown of [one.userAccount, one.userName, here.address, two.userAccount, there.address])
      expect(page.text).toContain(shown);
    expect((await signIn(here, one.userAccount, testPassword)).success).toBe(false);
    const lifted = await page.submit({}, { press: `解除 ${one.userAccount} ${here.address}` });
    expect(lifted.status).toBe(303);
    const after = await lifted.follow();
    expect(after.text).toContain(`已解除锁定：账号 ${one.userAccount} 在地址 ${here.address}`);
    expect(await rowsOf(admin)).toHaveLength(1);
    expect((await signIn(here, one.userAccount, testPassword)).success).toBe(true);
    expect((await signIn(there, two.userAccount, testPassword)).success).toBe(false);
  });

  it("of an address and of an account are shown and lifted too", async () => {
    const who = await account();
    const crowded = visitor();
    await failed("made.up", crowded.address, 100);
    await db()
      .insertInto("loginFailure")
      .values(Array.from({ length: 30 }, (_, nth) => ({ account: who.userAccount, address: `203.0.113.${nth}` })))
      .execute();
    const admin = await visitorWith(may.read, may.write);
    const page = await admin.get(url);
    expect(page.text).toMatch(new RegExp(`所有账号 +${crowded.address.replaceAll(".", "\\.")} 100`));
    await page.submit({}, { press: `解除 ${crowded.address}` });
    await page.submit({}, { press: `解除 ${who.userAccount}` });
    expect((await admin.get(url)).text).toContain("现在没有被锁定的账号或地址");
    expect((await signIn(crowded, who.userAccount, testPassword)).success).toBe(true);
  });

  it("when lifted say so: who, when, which, here and in the user's history", async () => {
    const who = await account();
    await failed(who.userAccount, "192.0.2.44", 5);
    const administrator = await account({ permissions: [may.read, may.write] });
    const admin = await enter(administrator);
    const page = await (
      await (await admin.get(url)).submit({}, { press: `解除 ${who.userAccount} 192.0.2.44` })
    ).follow();
    expect(page.text).toMatch(
      new RegExp(
        `最近解除 .*${administrator.userName} 解除：账号 ${who.userAccount} 在地址 192\\.0\\.2\\.44，共失败 5 次`,
      ),
    );
    const [change] = await historyOf(who.userId);
    expect([change!.userName, change!.after]).toEqual([
      administrator.userName,
      { sessions: expect.stringContaining("解除了登录锁定") },
    ]);
    const auditor = await enter(await account({ permissions: ["change-audit.read", may.read] }));
    const audit = await auditor.get("/log/change-audit?room=login-locks");
    expect(audit.$("tbody").text()).toMatch(new RegExp(`登录锁定.*解除.*${who.userAccount}`, "s"));
  });

  it("are for who may see and lift them, within their organisations", async () => {
    const [mine, theirs] = [await account({ orgId: await orgNamed("一车队") }), await account({ isSuper: true })];
    for (const { userAccount } of [mine, theirs]) await failed(userAccount, "192.0.2.45", 5);
    const reader = await visitorWith(may.read);
    expect([(await rowsOf(reader)).length, (await reader.get(url)).$("main form").length]).toEqual([2, 0]);
    const body = { account: mine.userAccount, address: "192.0.2.45" };
    expect((await reader.post(url, body)).location).toMatch(/^\/401/);
    const branch = async (orgName: string) =>
      enter(
        await account({
          permissions: [may.read, may.write],
          dataScope: "own",
          orgId: await orgNamed(orgName),
        }),
      );
    const [fleet, stranger] = [await branch("一车队"), await branch("三车队")];
    expect([await rowsOf(fleet), await rowsOf(stranger)].map((rows) => rows.length)).toEqual([1, 0]);
    expect((await (await stranger.post(url, body)).follow()).text).toContain("已经解除或已到期");
    expect(await rowsOf(fleet)).toHaveLength(1);
    expect((await (await fleet.post(url, body)).follow()).text).toContain("已解除锁定");
    const admin = await visitorWith(may.read, may.write);
    expect((await admin.post(url, { ...body, account: theirs.userAccount })).location).toMatch(/^\/401/);
    expect((await (await admin.post(url, { account: "", address: "" })).follow()).text).toContain("请在列表中选择");
  });
});
