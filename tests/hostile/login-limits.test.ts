import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, testPassword } from "../kit/accounts";
import { Client } from "../kit/client";
import { readPage } from "../kit/page";
import { endStarted, start } from "../kit/started";

const wrong = "账号或密码不正确";
const waits = "登录失败次数过多，请 10 分钟后再试，或请管理员解锁";
afterAll(endStarted);

async function serve(env: Record<string, string> = {}): Promise<string> {
  return (await start(env, ["build/server.js"])).url;
}

const failed = (userAccount: string, address: string, times: number) =>
  db()
    .insertInto("loginFailure")
    .values(Array.from({ length: times }, () => ({ account: userAccount, address })))
    .execute();

/** What is the same however the address becomes known: two of this machine's, or two that a proxy names. */
function describeAddresses(
  url: () => string,
  [here, there]: [string, string],
  at: (address: string) => { address?: string; forwardedFor?: string },
): void {
  const from = (address: string) => new Client(url(), at(address));

  it("are booked under the address they came from, as is the session", async () => {
    const { userAccount, userId } = await account();
    expect(await from(here).signIn(userAccount, "Bu-Dui-De-1")).toBe(`422 ${wrong}`);
    const booked = await db()
      .selectFrom("loginFailure")
      .select("address")
      .where("account", "=", userAccount)
      .executeTakeFirstOrThrow();
    expect(booked.address).toBe(here);
    expect(await from(there).signIn(userAccount, testPassword)).toBe("/");
    const session = await db()
      .selectFrom("session")
      .select("address")
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow();
    expect(session.address).toBe(there);
  });

  it("lock an account where they failed five times, and nowhere else", async () => {
    const { userAccount } = await account();
    await failed(userAccount, here, 5);
    expect(await from(here).signIn(userAccount, testPassword)).toBe(`422 ${waits}`);
    // Elsewhere a captcha is asked for, and no more.
    expect(await from(there).signIn(userAccount, testPassword)).toBe("422 请输入验证码");
  });

  it("by a hundred over made-up accounts make their own address wait, and no other", async () => {
    const [one, two] = [await account(), await account()];
    await failed("made.up", here, 99);
    expect(await from(here).signIn("made.up.too", "Bu-Dui-De-1")).toBe(`422 ${wrong}`);
    expect(await from(here).signIn(one.userAccount, testPassword)).toBe(`422 ${waits}`);
    expect(await from(there).signIn(two.userAccount, testPassword)).toBe("/");
  });
}

beforeEach(() => db().deleteFrom("loginFailure").execute());

let direct = "";
beforeAll(async () => {
  direct = await serve();
});

describe("failures at the login page", () => {
  describeAddresses(
    () => direct,
    ["127.0.0.1", "127.0.0.2"],
    (address) => ({ address }),
  );
});

describe("failures behind a trusted proxy", () => {
  let behind = "";
  beforeAll(async () => {
    behind = await serve({ TRUST_PROXY: "loopback" });
  });
  describeAddresses(
    () => behind,
    ["203.0.113.5", "203.0.113.6"],
    (forwardedFor) => ({ forwardedFor }),
  );

  it("count one machine once, whatever port or IPv6 address of its network it uses", async () => {
    const at = (forwardedFor: string) => new Client(behind, { forwardedFor });
    const { userAccount } = await account();
    for (const address of ["203.0.113.9:1001", "203.0.113.9:1002", "2001:db8:7:7::1", "2001:db8:7:7:aaaa::2"])
      await at(address).signIn("made.up.here", "Bu-Dui-De-1");
    const booked = await db()
      .selectFrom("loginFailure")
      .select("address")
      .where("account", "=", "made.up.here")
      .orderBy("address")
      .execute();
    expect(booked.map(({ address }) => address)).toEqual(["2001:db8:7:7::/64", "203.0.113.9", "203.0.113.9"]);
    expect(await at("2001:db8:7:7::3").signIn(userAccount, testPassword)).toBe("/");
  });
});

it("takes an address from no header where no proxy is trusted", async () => {
  await new Client(direct, { forwardedFor: "203.0.113.77" }).signIn("made.up.header", "Bu-Dui-De-1");
  const booked = await db()
    .selectFrom("loginFailure")
    .select("address")
    .where("account", "=", "made.up.header")
    .execute();
  expect(booked).toEqual([{ address: "127.0.0.1" }]);
});

it("judges no more of 500 tries at once than of five, by page and by call, and refuses the others in words", async () => {
  const { userAccount } = await account();
  const passwords = Array.from({ length: 250 }, (_, nth) => (nth > 200 ? testPassword : "Bu-Dui-De-1"));
  const stranger = () => new Client(direct, { address: "127.0.0.3" });
  const path = "/api/base/login/login";
  const [calls, pages] = await Promise.all([
    Promise.all(passwords.map((userPassword) => stranger().call(path, { userAccount, userPassword }))),
    Promise.all(passwords.map((userPassword) => stranger().post("/login", { userAccount, userPassword }))),
  ]);
  expect([...new Set(calls.map(({ http, code }) => `${http} ${code}`))]).toEqual(["200 400"]);
  expect([...new Set(pages.map(({ status }) => status))].filter((status) => ![422, 429].includes(status))).toEqual([]);
  const judged = [...calls.map(({ message }) => message), ...pages.map(({ text }) => text)];
  expect(judged.filter((text) => text.includes(wrong)).length).toBeLessThanOrEqual(5);
  const busy = pages.find(({ text }) => text.includes("登录过于频繁，请过几秒再试"))!;
  expect([busy.status, busy.headers["retry-after"]]).toEqual([429, "5"]);
  expect(busy.text).toMatch(/这次没有核对密码，也没有计为失败。.*账号 \w+ 已保留/);
  const sent = readPage(busy.text).form().pairs;
  expect(sent).toEqual([
    ["userAccount", userAccount],
    ["again", "1"],
  ]);
  const back = await new Client(direct, { address: "127.0.0.5" }).post("/login", Object.fromEntries(sent));
  const page = readPage(back.text);
  expect([back.status, page.field("userAccount"), page.errorAt("userPassword")]).toEqual([200, userAccount, ""]);
  expect(await new Client(direct, { address: "127.0.0.4" }).signIn(userAccount, testPassword)).toMatch(
    /^\/$|请输入验证码/,
  );
});
