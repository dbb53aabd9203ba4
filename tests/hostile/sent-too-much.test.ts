import { beforeAll, describe, expect, it } from "vitest";
import { decrypt, encrypt } from "~/kit/data/access/encrypt.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, testPassword, visitorWith } from "../kit/accounts";
import { visitor, type Visitor } from "../kit/visit";

const stations = "/station/station-management";
const place = { lng: 116.39, lat: 39.9 };

describe("what is sent beside what is asked for", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith("station.read", "station.write");
  });

  it("changes nothing of a record, by page or call", async () => {
    const more = { version: 77, createdBy: "somebody", createdAt: "2001-01-01T00:00:00Z", deletedAt: "2001-01-01" };
    const name = `多送${newKey().slice(-6)}`;
    const form = await person.get(`${stations}/new`);
    const fields = Object.fromEntries(
      form
        .$("main form [name]")
        .toArray()
        .map((control) => [form.$(control).attr("name")!, form.field(form.$(control).attr("name")!) ?? ""]),
    );
    const posted = await person.post(`${stations}/new`, {
      ...fields,
      lng: "116.39",
      lat: "39.9",
      staSelfCode: newKey().slice(-8),
      staName: name,
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, String(value)])),
    });
    expect(posted.status, posted.text.slice(0, 300)).toBe(303);
    const add = (beside: object) =>
      person.call("/api/sta/v1.0/add", {
        ...place,
        staSelfCode: newKey().slice(-8),
        staName: `${name}二`,
        ...beside,
      });
    expect((await add(more)).errors?.map(({ path }) => path)).toEqual(["createdBy", "createdAt", "deletedAt"]);
    const called = await add({ version: 77 });
    expect(called.success, called.message).toBe(true);
    const rows = await db().selectFrom("station").selectAll().where("staName", "like", `${name}%`).execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect([row.version, row.deletedAt, row.createdBy === "somebody"]).toEqual([1, null, false]);
      expect(row.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  it("gives nobody more rights", async () => {
    const who = await account();
    const own = await enter(who);
    const newPassword = "Duo-Song-Yi-Xie-31";
    const passwords = { oldPassword: testPassword, newPassword };
    const more = { isSuper: true, userStatus: "normal", roleIds: ["1"], userId: "1" };
    const refused = await own.call("/api/user/v1.0/changePassword", { ...passwords, ...more });
    expect(refused.errors?.map(({ path }) => path)).toEqual(Object.keys(more));
    expect((await own.call("/api/user/v1.0/changePassword", passwords)).success).toBe(true);
    const user = await db()
      .selectFrom("appUser")
      .selectAll()
      .where("userId", "=", who.userId)
      .executeTakeFirstOrThrow();
    expect(user.isSuper).toBe(false);
  });

  it("reaches no prototype, in bodies, forms and queries", async () => {
    const poison = `{"__proto__":{"poisoned":1,"isSuper":true},"constructor":{"prototype":{"poisoned":1}},"pageNum":1,"pageSize":1}`;
    for (const path of ["/api/sta/v1.0/pageList", "/api/sta/v1.0/add", "/api/my/getMenuList"])
      expect((await person.call(path, poison)).status).toBe(200);
    for (const name of ["__proto__[poisoned]", "__proto__.poisoned", "constructor.prototype.poisoned"]) {
      expect((await person.post(`${stations}/new`, { [name]: "1", staName: "" })).status).toBe(422);
      expect((await person.get(`${stations}?${encodeURIComponent(name)}=1`)).status).toBe(200);
    }
    expect(({} as { poisoned?: unknown }).poisoned).toBeUndefined();
    expect((await person.call("/api/role/v1.0/list", {})).code).toBe(400);
  });

  it("twice is not taken for once", async () => {
    const twice = await person.get(`${stations}?page=1&page=2&size=20&size=50&sort=staName&sort=-staName`);
    expect(twice.status).toBe(200);
    const name = `两个${newKey().slice(-6)}`;
    const posted = await person.post(`${stations}/new`, [
      ["staName", name],
      ["staName", `${name}二`],
      ["lng", "116.39"],
      ["lat", "39.9"],
    ]);
    expect([posted.status, posted.errorAt("staName")]).toEqual([422, expect.stringMatching(/\S/)]);
    expect(await db().selectFrom("station").select("staUuid").where("staName", "like", `${name}%`).execute()).toEqual(
      [],
    );
  });
});

it("markup in a name is text on every page that shows it", async () => {
  const person = await visitorWith("station.read", "station.write", "station.delete");
  const mark = newKey().slice(-6);
  const staName = `<b id="pwn${mark}">'"&</b><script>pwn(1)</script><img src=x>`;
  const staSelfCode = newKey().slice(-8);
  const { data } = await person.call<{ staUuid: string }>("/api/sta/v1.0/add", { ...place, staSelfCode, staName });
  const record = `${stations}/${data.staUuid}`;
  const term = encodeURIComponent(staName.slice(0, 40));
  for (const at of [`${stations}?keyword=${staSelfCode}`, `${stations}?keyword=${term}`, `/search?q=${term}`].concat(
    ["", "/edit", "/history", "/delete"].map((end) => record + end),
  )) {
    const page = await person.get(at);
    expect([at, page.status < 500, page.$(`#pwn${mark}`).length]).toEqual([at, true, 0]);
    expect([at, page.html.match(/<script>pwn|<img src=x/)]).toEqual([at, null]);
  }
  expect((await person.get(record)).text).toContain("<script>pwn(1)</script>");
});

it("what was sealed opens as it was, and not at all once a bit of it is another", () => {
  const sealed = encrypt("秘密");
  expect([decrypt(sealed), sealed.equals(encrypt("秘密")), sealed.includes("秘密")]).toEqual(["秘密", false, false]);
  for (let at = 0; at < sealed.length; at++) {
    const other = Buffer.from(sealed);
    other[at]! ^= 1;
    expect([at, decrypt(other)]).toEqual([at, undefined]);
  }
});

describe("a password", () => {
  const change = async (person: Visitor, oldPassword: string, newPassword: string) =>
    (await (await person.get("/modify-password")).submit({ oldPassword, newPassword, repeated: newPassword })).status;
  const letIn = async (userAccount: string, userPassword: string) =>
    (await visitor().call("/api/base/login/login", { userAccount, userPassword })).success;

  it("is taken as it was typed: blanks, case, any letters, 64 of them and more", async () => {
    for (const password of [
      " Two Blanks Around 7719 ",
      "不用数字也行的四个词语呀",
      "🚌🚏🚦🛣🚌🚏🚦🛣🚌🚏",
      "k7".repeat(8) + "Zq!x ".repeat(12) + "ende",
    ]) {
      const who = await account();
      expect([password, await change(await enter(who), testPassword, password)]).toEqual([password, 303]);
      expect([password, await letIn(who.userAccount, password)]).toEqual([password, true]);
      for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), password.slice(0, 64)])
        if (other !== password) expect([other, await letIn(who.userAccount, other)]).toEqual([other, false]);
    }
  });

  it("is typed into fields that hide it and that password managers and the clipboard may fill", async () => {
    const person = await visitorWith();
    const pages = [await visitor().get("/login"), await person.get("/modify-password")];
    const fields = pages.flatMap((page) =>
      page
        .$("input[name*=assword], input[name=repeated]")
        .toArray()
        .map((field) => page.$(field)),
    );
    expect(fields.map((field) => [field.attr("type"), field.attr("autocomplete")])).toEqual([
      ["password", "current-password"],
      ["password", "current-password"],
      ["password", "new-password"],
      ["password", "new-password"],
    ]);
    for (const page of pages) expect(page.html).not.toMatch(/onpaste|oncopy|readonly/i);
  });
});

it("every login, failure, lock, sign-out and changed password is a security event with its address and its way", async () => {
  const who = await account();
  const [person, thief] = [visitor(), visitor()];
  await person.signIn(who.userAccount, testPassword);
  for (let nth = 0; nth < 2; nth++)
    await thief.post("/login", { userAccount: who.userAccount, userPassword: "Bu-Dui-De-1" });
  await person.call("/api/user/v1.0/changePassword", { oldPassword: testPassword, newPassword: "Xin-De-Mi-Ma-5521" });
  const guesser = await enter(who);
  for (let nth = 0; nth < 5; nth++)
    await guesser.call("/api/user/v1.0/confirmPassword", { userPassword: "Bu-Dui-De-1" });
  await (await person.get("/homepage")).submit({}, { press: "退出登录" });
  const kinds = async () =>
    (await db().selectFrom("securityEvent").selectAll().where("userAccount", "=", who.userAccount).execute())
      .map(({ kind, address, at, detail }) =>
        [kind, address, at.getTime() > Date.now() - 60_000, detail].join(" ").trim(),
      )
      .sort();
  await expect
    .poll(kinds)
    .toEqual(
      [
        `login ${person.address} true 网页，密码`,
        `login-failed ${thief.address} true 网页，密码`,
        `login-failed ${thief.address} true 网页，密码`,
        `account-locked ${guesser.address} true 密码错误次数过多，登录已结束`,
        ...Array.from({ length: 5 }, () => `confirmation-wrong ${guesser.address} true`),
        `password-changed ${person.address} true`,
        `sign-out ${person.address} true`,
      ].sort(),
    );
});
