import { expect, it } from "vitest";
import { historyOf } from "~/kit/data/db/history.server";
import { account, enter, testPassword } from "../../../tests/kit/accounts";
import { setUp } from "../../../tests/kit/second-factor";
import { visitor } from "../../../tests/kit/visit";

const ofUsers = ["user.read", "user.password"];

it("an administrator takes a lost second factor away, and the user logs in by password", async () => {
  const [who, admin] = [await account(), await enter(await account({ permissions: ofUsers }))];
  await setUp(await enter(who));
  const page = await admin.get(`/system/user/${who.userId}`);
  expect(page.text).toContain("两步验证已开启");
  const asked = await admin.get(page.$("a:contains(取消两步验证)").attr("href")!);
  const done = await (await asked.submit({ reason: "手机丢了" })).follow();
  expect(done.text).toMatch(/已取消用户 .* 的两步验证/);
  expect(done.text).toContain("两步验证未开启");
  expect((await visitor().signIn(who.userAccount, testPassword)).location).toBe("/");
  const [change] = await historyOf(who.userId);
  expect(change).toMatchObject({ reason: "手机丢了", after: { sessions: "取消了两步验证" } });
  const again = await asked.submit();
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("没有开启两步验证")]);
});

it("nobody takes it from an account that holds more, from a super user, or from oneself", async () => {
  const self = await account({ permissions: ofUsers });
  const admin = await enter(self);
  for (const reach of [{ permissions: ["station.read"] }, { isSuper: true }]) {
    const strong = await account(reach);
    await setUp(await enter(strong));
    const answer = await admin.post(`/system/user/${strong.userId}/second-factor`, {});
    expect(answer.location).toMatch(/^\/401/);
    expect((await visitor().get("/login")).status).toBe(200);
    const asked = await (
      await visitor().get("/login")
    ).submit({ userAccount: strong.userAccount, userPassword: testPassword });
    expect(asked.location).toBe("/login/code");
  }
  await setUp(admin);
  expect((await admin.post(`/system/user/${self.userId}/second-factor`, {})).text).toContain("关闭自己的两步验证");
  const clerk = await enter(await account({ permissions: ["user.read"] }));
  expect((await clerk.get(`/system/user/${self.userId}/second-factor`)).location).toMatch(/^\/401/);
});
