import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enteredBefore, testPassword, type Account } from "../../../tests/kit/accounts";

let boss: Account;
let target: Account;
beforeAll(async () => {
  [boss, target] = [await account({ isSuper: true }), await account()];
});

async function shortNamed(): Promise<Account> {
  const made = await account();
  const roleName = `角色${made.roleId.slice(-20)}`;
  await db().updateTable("role").set({ roleName }).where("roleId", "=", made.roleId).execute();
  return made;
}

const kindsOf = async ({ userId }: Account) =>
  (await db().selectFrom("securityEvent").select("kind").where("userId", "=", userId).execute()).map(
    ({ kind }) => kind,
  );

describe("a password given more than ten minutes ago", () => {
  it("is asked again before a token is made, with what was typed kept", async () => {
    const person = await enteredBefore(boss);
    const form = await person.get("/device/device-management/report-tokens/new");
    const tokenName = `车载平台${target.userAccount}`;
    const asked = await form.submit({ tokenName });
    expect([asked.status, asked.location]).toEqual([
      303,
      expect.stringMatching(/^\/confirm-password\?to=%2Fdevice%2F.*&kept=[0-9a-f]{32}$/),
    ]);
    const page = await asked.follow();
    expect([page.$("h1").text(), page.text]).toEqual(["确认密码", expect.stringContaining("您填写的内容已保留")]);
    const back = await (await page.submit({ userPassword: testPassword })).follow();
    expect([back.field("tokenName"), back.text]).toEqual([tokenName, expect.stringContaining("请核对后再次提交")]);
    expect(back.text).not.toContain("登录过期");
    expect((await back.submit()).text).toContain(`已新增令牌 ${tokenName}`);
  });

  it("is asked where the roles of a user are ticked, and the ticks stay", async () => {
    const { roleId } = await account();
    const person = await enteredBefore(boss);
    const form = await person.get(`/system/user-role/${target.userId}`);
    const asked = await form.submit({ keys: [roleId] });
    const back = await (await (await asked.follow()).submit({ userPassword: testPassword })).follow();
    expect(back.fields("keys")).toEqual([roleId]);
    expect((await (await back.submit()).follow()).text).toContain("的角色");
    const held = await db().selectFrom("userRole").select("roleId").where("userId", "=", target.userId).execute();
    expect(held).toEqual([{ roleId }]);
  });

  it("is asked before a password is reset, a right is given and a super user made; not for the rest", async () => {
    const person = await enteredBefore(boss);
    const { userId, roleId, userName } = await shortNamed();
    const reset = await (await person.get(`/system/user/${userId}/password`)).submit();
    expect(reset.location).toBe(`/confirm-password?to=${encodeURIComponent(`/system/user/${userId}/password`)}`);
    const role = await person.get(`/system/role/${roleId}/edit`);
    expect((await role.submit({ dataScope: "own" })).location).toMatch(/^\/confirm-password/);
    expect((await role.submit({ secondFactor: "on" })).location).toMatch(/^\/confirm-password/);
    expect((await role.submit({ remark: "只改备注" })).location).toBe(`/system/role/${roleId}`);
    const rights = await person.get(`/system/role-resource/${roleId}`);
    const keys = rights.$("input[name=keys]").map((_, box) => String(rights.$(box).val()));
    expect((await rights.submit({ keys: keys.get().slice(0, 5) })).location).toMatch(/^\/confirm-password/);
    const user = await person.get(`/system/user/${userId}/edit`);
    expect((await user.submit({ isSuper: "on" })).location).toMatch(/^\/confirm-password/);
    expect((await user.submit({ userName: `${userName}新` })).location).toBe(`/system/user/${userId}`);
  });

  it("is asked for many roles at once, and none is changed before", async () => {
    const person = await enteredBefore(boss);
    const { roleId } = await shortNamed();
    const bulk = await person.get(`/system/role/bulk?verb=change&ids=${roleId}`);
    const asked = await bulk.submit({ change: "dataScope", dataScope: "own" });
    expect(asked.location).toMatch(/^\/confirm-password/);
    const scopeOf = () => db().selectFrom("role").select("dataScope").where("roleId", "=", roleId).executeTakeFirst();
    expect(await scopeOf()).toEqual({ dataScope: "all" });
    const back = await (await (await asked.follow()).submit({ userPassword: testPassword })).follow();
    expect(back.field("dataScope")).toBe("own");
    await back.submit({ change: "dataScope" });
    expect(await scopeOf()).toEqual({ dataScope: "own" });
  });

  it("is asked before security events are exported, and leads back to their list", async () => {
    const person = await enteredBefore(boss);
    const asked = await person.get("/system/security-events/export?kind=login");
    const page = await asked.follow();
    expect(page.$("h1").text()).toBe("确认密码");
    const done = await page.submit({ userPassword: testPassword });
    expect(done.location).toBe("/system/security-events?kind=login");
    expect((await person.get("/system/security-events/export?kind=login")).status).toBe(200);
  });

  it("refuses a call in words, and confirmPassword lets the same token go on", async () => {
    const person = await enteredBefore(boss);
    const reset = () => person.call("/api/user/v1.0/resetPassword", { userId: target.userId });
    expect(await reset()).toMatchObject({
      code: 400,
      reason: "forbidden",
      message: expect.stringContaining("confirmPassword"),
    });
    const confirm = (userPassword: string) => person.call("/api/user/v1.0/confirmPassword", { userPassword });
    expect(await confirm("Bu-Dui-De-1")).toMatchObject({
      code: 400,
      errors: [{ path: "userPassword", message: "密码不正确" }],
    });
    expect(await confirm(testPassword)).toMatchObject({ success: true, data: null });
    expect((await reset()).success).toBe(true);
    await expect.poll(() => kindsOf(boss)).toContain("confirmation-wrong");
    expect(await kindsOf(boss)).not.toContain("permission-refused");
  });

  it("given wrong five times ends the session", async () => {
    const who = await account();
    const person = await enteredBefore(who);
    let page = await person.get("/confirm-password");
    for (let time = 1; time < 5; time++) {
      page = await page.submit({ userPassword: "Bu-Dui-De-1" });
      expect([page.status, page.errorAt("userPassword")]).toEqual([422, "密码不正确"]);
    }
    expect((await page.submit({ userPassword: "Bu-Dui-De-1" })).location).toBe("/login?ended=guess");
    expect((await person.get("/homepage")).location).toMatch(/^\/login/);
  });

  it("leads nowhere outside", async () => {
    const page = await (await enteredBefore(boss)).get("/confirm-password?to=//elsewhere.example/");
    expect((await page.submit({ userPassword: testPassword })).location).toBe("/");
  });
});

it("a password given nine minutes ago is fresh", async () => {
  const person = await enteredBefore(boss, 9);
  const answer = await (await person.get(`/system/user/${target.userId}/password`)).submit();
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("一次性密码")]);
});
