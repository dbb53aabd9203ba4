import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, testPassword } from "../../../tests/kit/accounts";
import { passwords } from "../../../tests/kit/passwords";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { isLongRun } from "../../../tests/kit/long-run";

const day = 86_400_000;
const expired = "首次密码已过期，请联系管理员重置密码";
const path = (verb: string) => `/api/user/v1.0/${verb}`;
const login = (userAccount: string, userPassword: string) =>
  visitor().call("/user/login", { userAccount, userPassword });
const endsAt = async (userId: string) =>
  (
    await db()
      .selectFrom("appUser")
      .select("firstPasswordEndsAt")
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow()
  ).firstPasswordEndsAt;
const setEnd = (userId: string, firstPasswordEndsAt: Date) =>
  db().updateTable("appUser").set({ firstPasswordEndsAt }).where("userId", "=", userId).execute();

let boss: Visitor;
beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
});
async function reset(userId: string): Promise<string> {
  return (await boss.call<{ password: string }>(path("resetPassword"), { userId })).data.password;
}

describe("a password that an administrator made", () => {
  it("opens for a week, then says that it has expired, on the page and to a call", async () => {
    const who = await account();
    const password = await reset(who.userId);
    expect(((await endsAt(who.userId))!.getTime() - Date.now()) / day).toBeCloseTo(7, 2);
    await setEnd(who.userId, new Date(Date.now() + 60_000));
    expect((await login(who.userAccount, password)).success).toBe(true);
    await setEnd(who.userId, new Date(Date.now() - 1000));
    expect(await login(who.userAccount, password)).toMatchObject({
      success: false,
      errors: [{ path: "userPassword", message: expired }],
    });
    const page = await (await visitor().get("/login")).submit({ userAccount: who.userAccount, userPassword: password });
    expect([page.status, page.text.includes(expired)]).toEqual([422, true]);
  });

  it("tells nothing of it to who does not know it, and counts as no guess for who does", async () => {
    const who = await account();
    const password = await reset(who.userId);
    await setEnd(who.userId, new Date(Date.now() - 1000));
    const [wrong, unknown] = [await login(who.userAccount, "Bu-Dui-4410"), await login("nobody.here", "Bu-Dui-4410")];
    expect(wrong.errors).toEqual(unknown.errors);
    for (let times = 0; times < 6; times++) expect((await login(who.userAccount, password)).message).toBe(expired);
  });

  it("stands as expired in the list and on the user's page, and opens again when reset", async () => {
    const { data: made } = await boss.call<{ userId: string; userAccount: string; password: string }>(path("add"), {
      userAccount: "first.password",
      userName: "首次密码",
    });
    const url = `/system/user/${made.userId}`;
    expect((await boss.get(url)).text).toContain("前要登录并修改");
    await setEnd(made.userId, new Date(Date.now() - 1000));
    expect((await boss.get(url)).text).toContain("过期，不能再登录，请重置密码");
    expect((await boss.get(`/system/user?userAccount=${made.userAccount}`)).text).toContain("密码已过期");
    const issued = await (await boss.get(`${url}/password`)).submit();
    expect(issued.text).toContain("7 天内没有登录修改就会过期");
    const person = visitor();
    await person.signIn(made.userAccount, issued.$("dd").last().text());
    await (
      await person.get("/modify-password")
    ).submit({
      oldPassword: issued.$("dd").last().text(),
      newPassword: "Huan-Le-Xin-8842",
      repeated: "Huan-Le-Xin-8842",
    });
    expect(await endsAt(made.userId)).toBeNull();
    expect((await boss.get(url)).text).not.toContain("首次密码：");
    expect((await login(made.userAccount, "Huan-Le-Xin-8842")).success).toBe(true);
  });

  it("is not that of the accounts of the first start", async () => {
    expect((await login("admin", passwords.admin)).success).toBe(true);
    const seeded = await db()
      .selectFrom("appUser")
      .select("userAccount")
      .where("createdBy", "=", "system")
      .where("firstPasswordEndsAt", "is not", null)
      .execute();
    expect(seeded).toEqual([]);
  });

  it("does not count for the super user who must stay", async () => {
    await db().updateTable("appUser").set({ isSuper: false }).where("isSuper", "=", true).execute();
    const [one, two] = [await account({ isSuper: true }), await account({ isSuper: true })];
    const chief = await enter(one);
    await db()
      .updateTable("appUser")
      .set({ userStatus: "must-change-password", firstPasswordEndsAt: new Date(Date.now() + day) })
      .where("userId", "=", two.userId)
      .execute();
    const demote = () => chief.call(path("update"), { userId: one.userId, isSuper: false });
    expect(await demote()).toMatchObject({ success: false, reason: "used" });
    await db().updateTable("appUser").set({ firstPasswordEndsAt: null }).where("userId", "=", two.userId).execute();
    expect((await demote()).success).toBe(true);
    expect((await login(two.userAccount, testPassword)).success).toBe(true);
  });
});

it.runIf(isLongRun)(
  "of the first administrator is not one of the common ones: the start ends and says so",
  async () => {
    await sql`truncate app_user cascade`.execute(db());
    const start = (ADMIN_PASSWORD: string) =>
      spawnSync(process.execPath, ["tests/tools/prepare.js"], {
        env: { ...process.env, ADMIN_PASSWORD, DEMO: "0" },
        encoding: "utf8",
      });
    const refused = start("admin@2026");
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain("设置 ADMIN_PASSWORD 不正确: 密码太常见");
    expect(await db().selectFrom("appUser").select("userId").execute()).toEqual([]);
    expect(start("Yan-Lian-5083").status).toBe(0);
    expect((await login("admin", "Yan-Lian-5083")).success).toBe(true);
  },
);
