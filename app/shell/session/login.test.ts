import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digest } from "~/kit/data/access/encrypt.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, testPassword } from "../../../tests/kit/accounts";
import { api, visitor, type Visitor } from "../../../tests/kit/visit";

const wrong = "账号或密码不正确";
const login = (by: Visitor, userAccount: string, userPassword: string, more: object = {}) =>
  by.call<{ token: string } | null>("/api/base/login/login", { userAccount, userPassword, ...more });
const failTimes = async (userAccount: string) =>
  (
    await visitor().call<{ times: number; captchaRequired: boolean }>(
      "/api/base/login/getLoginFailTimes",
      { userAccount },
      "GET",
    )
  ).data;

async function failed(userAccount: string, times: number, address = "192.0.2.77"): Promise<void> {
  await db()
    .insertInto("loginFailure")
    .values(Array.from({ length: times }, () => ({ account: userAccount, address })))
    .execute();
}

/** A captcha whose answer is known: what the picture says cannot be read here. */
async function captcha(text = "kx9p"): Promise<{ captchaId: string; captchaCode: string }> {
  const captchaId = newKey();
  await db()
    .insertInto("loginCaptcha")
    .values({ captchaId, answerHash: digest(`${captchaId}:${text}`), expiresAt: new Date(Date.now() + 60_000) })
    .execute();
  return { captchaId, captchaCode: text.toUpperCase() };
}

describe("the login page", () => {
  it("lets in by account and password, in any case of the account", async () => {
    const { userAccount } = await account();
    const person = visitor();
    const answer = await (
      await person.get("/login")
    ).submit({ userAccount: ` ${userAccount.toUpperCase()} `, userPassword: testPassword });
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect(answer.headers.getSetCookie().join()).toMatch(/bus_session=.+HttpOnly.*SameSite=Lax/i);
    const session = await db()
      .selectFrom("session")
      .select("tokenHash")
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(session.tokenHash.equals(digest(person.token!))).toBe(true);
    expect(Buffer.from(person.token!, "base64url")).toHaveLength(32);
  });

  it("refuses a form far too large at once", async () => {
    const bytes = new Blob([
      new URLSearchParams({ userAccount: "someone", userPassword: "x".repeat(3_000_000) }).toString(),
    ]).stream();
    const answer = await visitor().send("/login", {
      method: "POST",
      headers: { origin: "http://127.0.0.1:3000", "Content-Type": "application/x-www-form-urlencoded" },
      body: bytes,
    });
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("提交的内容过大")]);
  }, 5000);

  it("asks for both fields and never shows a password again", async () => {
    const person = visitor();
    const empty = await (await person.get("/login")).submit({});
    expect([empty.status, empty.errorAt("userAccount"), empty.errorAt("userPassword")]).toEqual([
      422,
      "请输入账号",
      "请输入密码",
    ]);
    const refused = await empty.submit({ userAccount: "someone", userPassword: "Mi-Mi-9913" });
    expect([refused.status, refused.field("userAccount"), refused.field("userPassword")]).toEqual([422, "someone", ""]);
    expect(refused.html).not.toContain("Mi-Mi-9913");
  });

  it("refuses unknown and known accounts in the same words", async () => {
    const { userAccount } = await account();
    const words = async (name: string) => {
      const page = await (await visitor().get("/login")).submit({ userAccount: name, userPassword: "Bu-Dui-De-1" });
      return [page.status, page.errorAt("userPassword"), page.text.replaceAll(name, "")];
    };
    const [known, unknown] = [await words(userAccount), await words("nobody.has.this")];
    expect(known).toEqual(unknown);
    expect(known[1]).toBe(wrong);
  });

  it("says who must wait for an administrator, but only with the right password", async () => {
    for (const [userStatus, words] of [
      ["disabled", "已停用"],
      ["locked", "已锁定"],
    ] as const) {
      const { userAccount } = await account({ userStatus });
      expect((await login(visitor(), userAccount, testPassword)).message).toContain(words);
      expect((await login(visitor(), userAccount, "Bu-Dui-De-1")).message).toBe(wrong);
    }
  });

  it("shows a captcha after three failures and lets in with its answer", async () => {
    const { userAccount } = await account();
    await failed(userAccount, 3);
    const person = visitor();
    const asked = await (await person.get("/login")).submit({ userAccount, userPassword: testPassword });
    expect([asked.status, asked.errorAt("captchaCode")]).toEqual([422, "请输入验证码"]);
    expect(asked.$("img[alt^=验证码]").attr("src")).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(asked.field("captchaId")).toMatch(/^[0-9a-f]{32}$/);
    const missed = await asked.submit({ userPassword: testPassword, captchaCode: "----" });
    expect([missed.status, missed.errorAt("captchaCode")]).toEqual([422, expect.stringContaining("验证码不正确")]);
    expect(missed.field("captchaId")).not.toBe(asked.field("captchaId"));
    const { captchaId, captchaCode } = await captcha();
    const done = await missed.submit({ userPassword: testPassword, captchaId, captchaCode });
    expect([done.status, done.location]).toEqual([303, "/"]);
  });
});

describe("the login calls", () => {
  it("take a password encrypted with the public key, by both variants", async () => {
    const { userAccount } = await account();
    const { data: key } = await visitor().call<{ keyId: string; publicKey: string; expiresIn: number }>(
      "/api/base/login/getPublicKey",
    );
    expect(key.expiresIn).toBeGreaterThan(3000);
    expect(createPublicKey(key.publicKey).asymmetricKeyDetails?.modulusLength).toBe(3072);
    const userPassword = publicEncrypt(
      { key: key.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(testPassword),
    ).toString("base64");
    for (const path of ["/api/base/login/login", "/user/login"]) {
      const answer = await visitor().call<{ token: string }>(path, { userAccount, userPassword, keyId: key.keyId });
      expect([answer.success, Object.keys(answer.data)]).toEqual([true, ["token"]]);
    }
    expect(await login(visitor(), userAccount, userPassword, { keyId: newKey() })).toMatchObject({
      code: 400,
      errors: [{ path: "userPassword", message: expect.stringContaining("公钥已过期") }],
    });
    expect((await login(visitor(), userAccount, testPassword, { keyId: key.keyId })).success).toBe(false);
  });

  it("count failures in the same shape for accounts that exist and that do not", async () => {
    const { userAccount } = await account();
    for (const name of [userAccount, "no.such.account"]) {
      expect(await failTimes(name)).toEqual({ times: 0, captchaRequired: false });
      for (let time = 0; time < 3; time++)
        expect((await login(visitor(), name, "Bu-Dui-De-1")).errors).toEqual([
          { path: "userPassword", message: wrong },
        ]);
      expect(await failTimes(name)).toEqual({ times: 3, captchaRequired: true });
    }
  });

  it("ask for a captcha after three failures; each picture answers once", async () => {
    const { userAccount } = await account();
    await failed(userAccount, 3);
    expect((await login(visitor(), userAccount, testPassword)).errors).toMatchObject([{ path: "captchaCode" }]);
    const one = await captcha();
    expect((await login(visitor(), userAccount, "Bu-Dui-De-1", one)).errors).toMatchObject([{ path: "userPassword" }]);
    expect((await login(visitor(), userAccount, testPassword, one)).errors).toMatchObject([{ path: "captchaCode" }]);
    expect(
      (await login(visitor(), userAccount, testPassword, { ...(await captcha()), captchaCode: "zzzz" })).errors,
    ).toMatchObject([{ path: "captchaCode" }]);
    expect((await login(visitor(), userAccount, testPassword, await captcha())).success).toBe(true);
  });

  it("lock an account for an address after five failures, not for other addresses", async () => {
    const { userAccount } = await account();
    const here = visitor();
    for (let time = 0; time < 5; time++)
      expect((await login(here, userAccount, "Bu-Dui-De-1", time >= 3 ? await captcha() : {})).errors).toMatchObject([
        { path: "userPassword" },
      ]);
    expect((await login(here, userAccount, testPassword, await captcha())).errors).toEqual([
      { path: "userAccount", message: "登录失败次数过多，请 10 分钟后再试，或请管理员解锁" },
    ]);
    expect((await login(visitor(), userAccount, testPassword, await captcha())).success).toBe(true);
  });

  it("say that a password is too long instead of cutting it, and count no failure", async () => {
    const { userAccount } = await account();
    expect(await login(visitor(), userAccount, testPassword.padEnd(129, "x"))).toMatchObject({
      success: false,
      errors: [{ path: "userPassword", message: "密码最多 128 个字符" }],
    });
    expect((await failTimes(userAccount)).times).toBe(0);
  });

  it("are answered the later the more has failed before, a right password too", async () => {
    const { userAccount } = await account();
    await failed(userAccount, 8);
    const began = performance.now();
    expect((await login(visitor(), userAccount, testPassword, await captcha())).success).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(1_400);
  });

  it("forget the failures at a success", async () => {
    const { userAccount } = await account();
    const here = visitor();
    await failed(userAccount, 2, here.address);
    expect((await login(here, userAccount, testPassword)).success).toBe(true);
    expect(await failTimes(userAccount)).toEqual({ times: 0, captchaRequired: false });
  });

  it("make an address wait after a hundred failures over all accounts", async () => {
    const { userAccount } = await account();
    const here = visitor();
    await failed("whoever", 99, here.address);
    expect((await login(here, userAccount, testPassword)).success).toBe(true);
    await failed("whoever", 1, here.address);
    expect((await login(here, userAccount, testPassword)).errors).toMatchObject([{ path: "userAccount" }]);
    expect((await login(visitor(), userAccount, testPassword)).success).toBe(true);
  });

  it("judge no more of many tries at once than one after the other", async () => {
    const { userAccount } = await account();
    const here = visitor();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, nth) =>
        login(here, userAccount, nth === 59 ? testPassword : "Bu-Dui-De-1", await captcha()),
      ),
    );
    const said = answers.map(({ success, message }) => (success ? "let in" : message));
    expect(said.filter((words) => words === wrong || words === "let in")).toHaveLength(5);
    expect(said.filter((words) => words.startsWith("登录失败次数过多"))).toHaveLength(55);
  });

  it("let in whoever gives the right password, however many at once, from one address or from many", async () => {
    const { userAccount } = await account();
    const here = visitor();
    const fromHere = await Promise.all(Array.from({ length: 8 }, () => login(here, userAccount, testPassword)));
    expect(fromHere.map(({ message }) => message)).toEqual(Array.from({ length: 8 }, () => "操作成功"));
    const others = Array.from({ length: 8 }, () => visitor());
    const fromAll = await Promise.all(others.map((other) => login(other, userAccount, testPassword)));
    expect(fromAll.map(({ message }) => message)).toEqual(Array.from({ length: 8 }, () => "操作成功"));
    expect(await failTimes(userAccount)).toEqual({ times: 0, captchaRequired: false });
  });

  it("ask for a captcha after three of many wrong tries at once, from however many addresses", async () => {
    const { userAccount } = await account();
    const others = Array.from({ length: 80 }, () => visitor());
    const answers = await Promise.all(others.map((other) => login(other, userAccount, "Bu-Dui-De-1")));
    const said = answers.map(({ message }) => message);
    expect(said.filter((words) => words === wrong)).toHaveLength(3);
    expect(said.filter((words) => words === "请输入验证码")).toHaveLength(77);
  });

  it("refuse in words when too many wait to be judged, and count nobody who was not", async () => {
    const names = Array.from({ length: 150 }, (_, nth) => `crowd${nth}`);
    const answers = await Promise.all(names.map((name) => login(visitor(), name, "Bu-Dui-De-1")));
    const refused = answers.filter(({ message }) => message.startsWith("现在登录的人太多"));
    expect([answers.every(({ status, code }) => status === 200 && code === 400), refused.length > 10]).toEqual([
      true,
      true,
    ]);
    const booked = await db().selectFrom("loginFailure").select("account").where("account", "like", "crowd%").execute();
    expect(booked).toHaveLength(names.length - refused.length);
    const pages = await Promise.all(
      names.map((name) => visitor().post("/login", { userAccount: name, userPassword: "Bu-Dui-De-1" })),
    );
    expect([...new Set(pages.map(({ status }) => status))].sort()).toEqual([422, 429]);
    const told = pages.find(({ status }) => status === 429)!;
    expect([told.text, told.field("userAccount"), told.headers.get("retry-after")]).toEqual([
      expect.stringContaining("现在登录的人太多，请过几秒再试"),
      expect.stringMatching(/^crowd/),
      "10",
    ]);
  });

  it("let an account that is guessed from everywhere open only where its person was let in before", async () => {
    const { userAccount } = await account();
    const [home, elsewhere] = [visitor(), visitor()];
    expect((await login(home, userAccount, testPassword)).success).toBe(true);
    await failed(userAccount, 30);
    expect((await login(elsewhere, userAccount, testPassword, await captcha())).errors).toMatchObject([
      { path: "userAccount", message: expect.stringContaining("登录失败次数过多") },
    ]);
    expect((await login(home, userAccount, testPassword, await captcha())).success).toBe(true);
  });

  it("keep what another address failed when the person is let in", async () => {
    const { userAccount } = await account();
    await failed(userAccount, 5, "192.0.2.78");
    expect((await login(visitor(), userAccount, testPassword, await captcha())).success).toBe(true);
    expect((await login(visitor("192.0.2.78"), userAccount, testPassword, await captcha())).success).toBe(false);
  });

  it("give pictures and keys to an address only so often", async () => {
    const asked = (path: string, method: "GET" | "POST") => async (by: Visitor) =>
      (await by.call(path, {}, method)).message;
    for (const [ask, words] of [
      [asked("/api/base/login/captchaImage", "GET"), "获取验证码太频繁"],
      [asked("/api/base/login/getPublicKey", "POST"), "获取登录公钥太频繁"],
    ] as const) {
      const here = visitor();
      const said = await Promise.all(Array.from({ length: 70 }, () => ask(here)));
      expect(said.filter((message) => message.startsWith(words)).length).toBeGreaterThan(0);
      expect(await ask(visitor())).toBe("操作成功");
    }
  });

  it("count only the last ten minutes", async () => {
    const { userAccount } = await account();
    await failed(userAccount, 5);
    await db()
      .updateTable("loginFailure")
      .set({ at: new Date(Date.now() - 11 * 60_000) })
      .where("account", "=", userAccount)
      .execute();
    expect(await failTimes(userAccount)).toEqual({ times: 0, captchaRequired: false });
    expect((await login(visitor(), userAccount, testPassword)).success).toBe(true);
  });
});

describe("the old password of a change", () => {
  const change = (by: Visitor, oldPassword: string) =>
    by.call("/api/user/v1.0/changePassword", { oldPassword, newPassword: "Xin-De-Mi-Ma-5521" });

  it("is guessed as seldom as at the login, however many at once, and then the session is over", async () => {
    const who = await account();
    const person = await enter(who);
    const answers = await Promise.all(Array.from({ length: 60 }, () => change(person, "Bu-Dui-De-1")));
    const judged = answers.filter(({ message }) => /^原密码(不正确|错误次数过多，登录已结束)/.test(message));
    expect([judged.length, answers.some(({ success }) => success)]).toEqual([5, false]);
    expect(await change(person, testPassword)).toMatchObject({ code: 10200 });
    expect((await login(person, who.userAccount, testPassword, await captcha())).success).toBe(false);
    expect((await login(visitor(), who.userAccount, testPassword, await captcha())).success).toBe(true);
  });

  it("is guessed as seldom from forty addresses, one after another or at once", async () => {
    const guess = async (isInTurn: boolean) => {
      const who = await account();
      const { token } = await enter(who);
      const from = (nth: number) =>
        api(token, `198.18.${isInTurn ? 1 : 2}.${nth}`).call("/api/user/v1.0/changePassword", {
          oldPassword: "Bu-Dui-De-1",
          newPassword: "Xin-De-Mi-Ma-5521",
        });
      const answers: Awaited<ReturnType<typeof from>>[] = [];
      if (isInTurn) for (let nth = 0; nth < 40; nth++) answers.push(await from(nth));
      else answers.push(...(await Promise.all(Array.from({ length: 40 }, (_, nth) => from(nth)))));
      const events = await db()
        .selectFrom("securityEvent")
        .select("kind")
        .where("userAccount", "=", who.userAccount)
        .where("kind", "=", "session-ended")
        .execute();
      return [
        answers.filter(({ message }) => /^原密码(不正确|错误次数过多，登录已结束)/.test(message)).length,
        events.length,
      ];
    };
    expect(await guess(true)).toEqual([5, 1]);
    expect(await guess(false)).toEqual([5, 1]);
  });

  it("counts wrong codes and confirmations of a session with it, and forgets them at a right one", async () => {
    const who = await account();
    const person = await enter(who);
    const ways = [
      (nth: number) =>
        api(person.token, `198.18.3.${nth}`).call("/api/user/v1.0/confirmPassword", { userPassword: "Bu-Dui-De-1" }),
      (nth: number) =>
        api(person.token, `198.18.4.${nth}`).call("/api/user/v1.0/changePassword", {
          oldPassword: "Bu-Dui-De-1",
          newPassword: "Xin-De-Mi-Ma-5521",
        }),
    ];
    const wrong = (nth: number) => ways[nth % 2]!(nth);
    for (let nth = 0; nth < 4; nth++) expect((await wrong(nth)).message).toMatch(/不正确/);
    expect(await person.call("/api/user/v1.0/confirmPassword", { userPassword: testPassword })).toMatchObject({
      success: true,
    });
    for (let nth = 4; nth < 8; nth++) expect((await wrong(nth)).message).toMatch(/不正确/);
    expect((await wrong(8)).message).toContain("登录已结束");
    expect((await person.get("/homepage")).location).toMatch(/^\/login/);
  });

  it("that is right passes, however many at once", async () => {
    const person = await enter(await account());
    const confirm = () => person.call("/api/user/v1.0/confirmPassword", { userPassword: testPassword });
    const answers = await Promise.all(Array.from({ length: 8 }, confirm));
    expect(answers.map(({ message }) => message)).toEqual(Array.from({ length: 8 }, () => "操作成功"));
  });

  it("leads from the page to the login at the fifth failure", async () => {
    const person = await enter(await account());
    const wrongOnce = async () =>
      (await person.get("/modify-password")).submit({
        oldPassword: "Bu-Dui-De-1",
        newPassword: "Xin-De-Mi-Ma-5521",
        repeated: "Xin-De-Mi-Ma-5521",
      });
    for (let time = 0; time < 4; time++) expect((await wrongOnce()).errorAt("oldPassword")).toBe("原密码不正确");
    const ended = await wrongOnce();
    expect([ended.status, ended.location]).toEqual([303, "/login?ended"]);
    expect((await ended.follow()).text).toContain("原密码错误次数过多，登录已结束");
    expect((await person.get("/homepage")).location).toMatch(/^\/login/);
  });

  it("that is right is no failure, even where the new one is too weak", async () => {
    const who = await account();
    const person = await enter(who);
    for (let time = 0; time < 7; time++)
      expect(
        (await person.call("/api/user/v1.0/changePassword", { oldPassword: testPassword, newPassword: "password1" }))
          .errors,
      ).toMatchObject([{ path: "newPassword" }]);
    expect(await change(person, testPassword)).toMatchObject({ success: true });
  });
});

it("tells a browser below the floor so, and lets it log in all the same", async () => {
  const asked = async (userAgent: string) =>
    (await (await visitor().send("/login", { headers: { "user-agent": userAgent } })).text()).includes(
      "浏览器版本过低",
    );
  const chrome = (version: number) =>
    `Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/${version}.0 Safari/537.36`;
  expect(await Promise.all([85, 86, 109].map((version) => asked(chrome(version))))).toEqual([true, false, false]);
});
