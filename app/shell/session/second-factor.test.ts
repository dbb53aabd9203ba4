import { hashRawSync } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { keyedDigest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, testPassword, type Account } from "../../../tests/kit/accounts";
import {
  codeOf,
  letTimePass,
  otherThan,
  recoveryCodesIn,
  scanPicture,
  secretIn,
  setUp,
} from "../../../tests/kit/second-factor";
import { visitor, type Visitor } from "../../../tests/kit/visit";

const stations = "/station/station-management";
const login = (userAccount: string, more: object = {}) =>
  visitor().call<{ token: string } | null>("/api/base/login/login", {
    userAccount,
    userPassword: testPassword,
    ...more,
  });

async function withFactor(reach = {}): Promise<Account & { secret: string; codes: string[]; person: Visitor }> {
  const who = await account(reach);
  const person = await enter(who);
  const { secret, codes } = await setUp(person);
  await letTimePass(who.userId);
  return { ...who, secret, codes, person };
}

async function halfway(who: Account, person = visitor(), to = "") {
  const half = await (
    await person.get(`/login${to}`)
  ).submit({ userAccount: who.userAccount, userPassword: testPassword });
  return half.follow();
}

const kindsOf = async (userId: string) =>
  (await db().selectFrom("securityEvent").select("kind").where("userId", "=", userId).orderBy("eventId").execute()).map(
    ({ kind }) => kind,
  );

describe("turning a second factor on", () => {
  it("shows a picture and the secret, and ten recovery codes once", async () => {
    const who = await account();
    const [person, elsewhere] = [await enter(who), await enter(who)];
    const page = await person.get("/second-factor");
    expect(secretIn(page)).toMatch(/^[A-Z2-7]{32}$/);
    const scanned = new URL(scanPicture(page));
    expect([scanned.protocol, scanned.host, decodeURIComponent(scanned.pathname)]).toEqual([
      "otpauth:",
      "totp",
      `/${who.userAccount}`,
    ]);
    expect(Object.fromEntries(scanned.searchParams)).toMatchObject({
      secret: secretIn(page),
      issuer: "基础数据管理平台",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    const { codes } = await setUp(person);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
    const known = await person.get("/second-factor");
    expect(known.text).toContain("剩余恢复码10 个");
    for (const code of codes) expect(known.html).not.toContain(code);
    expect((await elsewhere.get("/homepage")).location).toMatch(/^\/login/);
    const stored = await db()
      .selectFrom("secondFactor")
      .selectAll()
      .where("userId", "=", who.userId)
      .executeTakeFirstOrThrow();
    expect(stored.sealedSecret.toString("latin1")).not.toContain(secretIn(page));
    await expect.poll(() => kindsOf(who.userId)).toEqual(["second-factor-on"]);
  });

  it("keeps its secret over a wrong code and a wrong password, and takes neither", async () => {
    const who = await account();
    const person = await enter(who);
    const page = await person.get("/second-factor");
    const secret = secretIn(page);
    const missed = await page.submit({ newCode: otherThan(codeOf(secret)), password: testPassword });
    expect([missed.status, missed.errorAt("newCode"), secretIn(missed)]).toEqual([
      422,
      expect.stringContaining("动态码不正确"),
      secret,
    ]);
    const letters = await missed.submit({ newCode: "一二三四五六", password: testPassword });
    expect(letters.errorAt("newCode")).toContain("动态码不正确");
    const wrong = await missed.submit({ newCode: codeOf(secret), password: "Bu-Dui-De-1" });
    expect([wrong.errorAt("password"), wrong.field("password"), secretIn(wrong)]).toEqual(["密码不正确", "", secret]);
    expect((await person.get("/second-factor")).$("h1").text()).toBe("两步验证");
    expect((await wrong.submit({ newCode: codeOf(secret), password: testPassword })).status).toBe(200);
  });

  it("takes no secret that was shown to somebody else, or made up", async () => {
    const [mine, theirs] = [await enter(await account()), await enter(await account())];
    const other = await theirs.get("/second-factor");
    const secret = secretIn(other);
    for (const setup of [other.field("setup"), "bm90IG91cnM"]) {
      const page = await mine.get("/second-factor");
      const answer = await page.submit({ setup: setup!, newCode: codeOf(secret), password: testPassword });
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("二维码已失效")]);
      expect(secretIn(answer)).not.toBe(secret);
    }
  });
});

describe("a login with a second factor", () => {
  it("is recorded with the way it was opened by", async () => {
    const who = await withFactor();
    await (await halfway(who)).submit({ code: codeOf(who.secret) });
    expect(await login(who.userAccount, { secondFactorCode: who.codes[0] })).toMatchObject({ success: true });
    const ways = async () =>
      (
        await db()
          .selectFrom("securityEvent")
          .select("detail")
          .where("userId", "=", who.userId)
          .where("kind", "=", "login")
          .execute()
      ).map(({ detail }) => detail);
    await expect.poll(ways).toEqual(["网页，密码和动态码", "接口，密码和动态码"]);
    expect(await kindsOf(who.userId)).toContain("recovery-code-used");
  });

  it("asks for the code on a second page and goes on to the page wanted", async () => {
    const who = await withFactor({ permissions: ["station.read"] });
    const person = visitor();
    const asked = await halfway(who, person, `?to=${encodeURIComponent(stations)}`);
    expect([
      asked.$("h1").text(),
      person.token,
      asked.$("[name=code]").attr("autocomplete"),
      asked.$("[name=code]").attr("inputmode"),
    ]).toEqual(["两步验证", undefined, "one-time-code", "numeric"]);
    expect((await person.get(stations)).location).toMatch(/^\/login\?/);
    const done = await asked.submit({ code: codeOf(who.secret).replace(/^.../, "$& ") });
    expect([done.status, done.location, person.cookies.has("bus_half")]).toEqual([303, stations, false]);
    expect((await person.get(stations)).status).toBe(200);
    await expect.poll(() => kindsOf(who.userId)).toContain("login");
  });

  it("takes each code once", async () => {
    const who = await withFactor();
    const code = codeOf(who.secret);
    expect((await (await halfway(who)).submit({ code })).status).toBe(303);
    const again = await (await halfway(who)).submit({ code });
    expect([again.status, again.errorAt("code")]).toEqual([422, expect.stringContaining("已经用过")]);
    expect((await login(who.userAccount, { secondFactorCode: code })).errors).toMatchObject([
      { path: "secondFactorCode" },
    ]);
    const [first, second] = await Promise.all([await halfway(who), await halfway(who)]);
    await letTimePass(who.userId);
    const both = await Promise.all([first.submit({ code }), second.submit({ code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it("takes a recovery code once, in any case and spacing", async () => {
    const who = await withFactor();
    const [code, other] = who.codes as [string, string];
    const person = visitor();
    const asked = await halfway(who, person);
    const page = await person.get(asked.$("form a").attr("href")!);
    const done = await page.submit({ code: code.toUpperCase().replaceAll("-", " ") });
    expect([done.status, (await (await done.follow()).follow()).text]).toEqual([
      303,
      expect.stringContaining("还剩 9 个恢复码"),
    ]);
    expect((await (await halfway(who)).submit({ code })).status).toBe(422);
    expect(await login(who.userAccount, { secondFactorCode: other })).toMatchObject({ success: true });
    await expect
      .poll(() => kindsOf(who.userId))
      .toEqual(expect.arrayContaining(["recovery-code-used", "second-factor-wrong"]));
  });

  it("begins anew after five wrong codes, which count as failed logins", async () => {
    const who = await withFactor();
    const person = visitor();
    let page = await halfway(who, person);
    const code = otherThan(codeOf(who.secret));
    for (let time = 1; time < 5; time++) {
      page = await page.submit({ code });
      expect([time, page.status]).toEqual([time, 422]);
    }
    const began = performance.now();
    const over = await page.submit({ code });
    expect(performance.now() - began, "the fifth waits").toBeGreaterThan(480);
    expect([over.status, over.location]).toEqual([303, "/login?over="]);
    expect((await over.follow()).text).toContain("动态码错误次数过多");
    expect((await person.get("/login/code")).location).toBe("/login?over=");
    const locked = await (
      await person.get("/login")
    ).submit({ userAccount: who.userAccount, userPassword: testPassword });
    expect(locked.errorAt("userAccount")).toContain("登录失败次数过多");
  });

  it("does not forget wrong codes at a right password", async () => {
    const who = await withFactor();
    const person = visitor();
    for (let time = 0; time < 2; time++)
      await (await halfway(who, person)).submit({ code: otherThan(codeOf(who.secret)) });
    await halfway(who, person);
    const { data } = await visitor().call<{ times: number }>(
      "/api/base/login/getLoginFailTimes",
      { userAccount: who.userAccount },
      "GET",
    );
    expect(data.times).toBe(2);
  });

  it("is over after five minutes, after a reset of the password, and for who may no longer log in", async () => {
    const who = await withFactor();
    const code = codeOf(who.secret);
    const late = await halfway(who);
    await db()
      .updateTable("halfLogin")
      .set({ expiresAt: new Date(0) })
      .where("userId", "=", who.userId)
      .execute();
    expect((await late.submit({ code })).location).toBe("/login?over=");
    for (const change of [{ passwordHash: "changed" }, { userStatus: "disabled" }]) {
      const other = await withFactor();
      const page = await halfway(other);
      await db().updateTable("appUser").set(change).where("userId", "=", other.userId).execute();
      expect((await page.submit({ code: codeOf(other.secret) })).location).toBe("/login?over=");
    }
    expect((await visitor().get("/login/code")).location).toBe("/login?over=");
  });

  it("by call takes the code beside the password", async () => {
    const who = await withFactor();
    expect(await login(who.userAccount)).toMatchObject({
      code: 400,
      reason: "field",
      errors: [{ path: "secondFactorCode", message: expect.stringContaining("两步验证") }],
    });
    const wrong = { secondFactorCode: otherThan(codeOf(who.secret)) };
    expect((await login(who.userAccount, wrong)).errors).toMatchObject([{ path: "secondFactorCode" }]);
    const done = await login(who.userAccount, { secondFactorCode: codeOf(who.secret) });
    expect([done.success, Object.keys(done.data!)]).toEqual([true, ["token"]]);
    expect((await login((await account()).userAccount, wrong)).success).toBe(true);
  });
});

describe("a role that requires a second factor", () => {
  it("leads to the setup and nowhere else until it is done, and refuses calls", async () => {
    const who = await account({ permissions: ["station.read"] });
    const person = await enter(who);
    expect((await person.get(stations)).status).toBe(200);
    const boss = await account({ isSuper: true });
    const role = { roleId: who.roleId, secondFactor: true };
    expect((await (await enter(boss)).call("/api/role/v1.0/update", role)).success).toBe(true);
    expect(await kindsOf(boss.userId)).toEqual(["roles-changed"]);
    expect((await person.get(stations)).location).toBe("/second-factor");
    expect((await person.post("/modify-password", {})).location).toBe("/second-factor");
    expect(await person.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 })).toMatchObject({
      code: 400,
      reason: "forbidden",
      message: expect.stringContaining("两步验证"),
    });
    expect((await person.get("/second-factor")).text).toContain("您的角色要求两步验证，请先开启");
    await setUp(person);
    expect((await person.get(stations)).status).toBe(200);
    expect((await person.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 })).success).toBe(true);
  });

  it("lets nobody turn it off", async () => {
    const who = await withFactor();
    await db().updateTable("role").set({ secondFactor: true }).where("roleId", "=", who.roleId).execute();
    const page = await who.person.get("/second-factor/off");
    const answer = await page.submit({ password: testPassword, code: codeOf(who.secret) });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("您的角色要求两步验证，不能关闭")]);
  });
});

describe("a second factor in force", () => {
  it("is turned off by password and code", async () => {
    const who = await withFactor();
    const page = await who.person.get("/second-factor/off");
    const code = codeOf(who.secret);
    expect((await page.submit({ password: testPassword, code: otherThan(code) })).errorAt("code")).toBe("动态码不正确");
    expect((await page.submit({ password: "Bu-Dui-De-1", code })).errorAt("password")).toBe("密码不正确");
    expect((await page.submit({ password: testPassword, code })).location).toBe("/second-factor");
    expect((await login(who.userAccount)).success).toBe(true);
    await expect.poll(() => kindsOf(who.userId)).toContain("second-factor-off");
    expect((await who.person.get("/second-factor/off")).location).toBe("/second-factor");
  });

  it("ends the session of who guesses at its code", async () => {
    const who = await withFactor();
    let page = await who.person.get("/second-factor/off");
    const wrong = { password: testPassword, code: otherThan(codeOf(who.secret)) };
    for (let time = 1; time < 5; time++) page = await page.submit(wrong);
    const began = performance.now();
    const ended = await page.submit(wrong);
    expect(performance.now() - began, "the fifth waits").toBeGreaterThan(480);
    expect([ended.location, (await ended.follow()).text]).toEqual([
      "/login?ended=guess",
      expect.stringContaining("密码或动态码错误次数过多，登录已结束"),
    ]);
    expect((await who.person.get("/homepage")).location).toMatch(/^\/login/);
  });

  it("moves to another phone, with a recovery code where the old one is gone", async () => {
    const who = await withFactor();
    const page = await who.person.get("/second-factor/renew");
    const secret = secretIn(page);
    const given = { newCode: codeOf(secret), password: testPassword };
    expect((await page.submit({ ...given, code: "000000" })).errorAt("code")).toBe("动态码不正确");
    const done = await page.submit({ ...given, code: who.codes[0]! });
    expect([done.status, recoveryCodesIn(done).length]).toEqual([200, 10]);
    await letTimePass(who.userId);
    expect((await login(who.userAccount, { secondFactorCode: codeOf(who.secret) })).success).toBe(false);
    expect((await login(who.userAccount, { secondFactorCode: who.codes[1] })).success).toBe(false);
    expect((await login(who.userAccount, { secondFactorCode: codeOf(secret) })).success).toBe(true);
    const bypass = await who.person.post("/second-factor", {
      setup: page.field("setup")!,
      newCode: codeOf(secret),
      password: testPassword,
    });
    expect(bypass.status).toBe(422);
  });

  it("keeps recovery codes as argon2id with a salt of each set", async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    const hashes = async ({ userId }: Account) =>
      (await db().selectFrom("recoveryCode").select("codeHash").where("userId", "=", userId).execute()).map(
        ({ codeHash }) => codeHash,
      );
    const [kept] = await hashes(one);
    const salt = kept!.subarray(0, 16);
    expect((await hashes(other))[0]!.subarray(0, 16)).not.toEqual(salt);
    const expected = one.codes.map((code) =>
      hashRawSync(keyedDigest(`${one.userId}:${code.replaceAll("-", "")}`), { salt, algorithm: 2 }),
    );
    const found = new Set((await hashes(one)).map((hash) => hash.subarray(16).toString("hex")));
    expect(found).toEqual(new Set(expected.map((hash) => hash.toString("hex"))));
  });

  it("gives new recovery codes in place of the old", async () => {
    const who = await withFactor();
    const page = await who.person.get("/second-factor/recovery-codes");
    const fresh = recoveryCodesIn(await page.submit({ password: testPassword, code: codeOf(who.secret) }));
    expect(fresh).toHaveLength(10);
    expect((await login(who.userAccount, { secondFactorCode: who.codes[0] })).success).toBe(false);
    expect((await login(who.userAccount, { secondFactorCode: fresh[0] })).success).toBe(true);
  });
});
