import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { historyOf } from "~/kit/data/db/history.server";
import { db } from "~/kit/data/db/pool.server";
import { type Account, account, enter, testPassword, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { visitor, type Visitor } from "../../../tests/kit/visit";
import { type UserRow, userRoom } from "./room";

const { may } = userRoom;
const path = (name: string) => `/api/user/v1.0/${name}`;
const ofUsers = ["user.read", "user.write", "user.delete", "user.password", "user.session", "user.authorise"];
const orgs: Record<string, string> = {};
let boss: Visitor;
let made = 0;

const add = (by: Visitor, values: object = {}) =>
  by.call<UserRow & { password: string | null }>(path("add"), {
    userAccount: `made${++made}`,
    userName: `新人${made}`,
    ...values,
  });
const login = (userAccount: string, userPassword: string, from = visitor()) =>
  from.call<{ token: string }>("/user/login", { userAccount, userPassword });
const statusOf = async (userId: string) =>
  (await db().selectFrom("appUser").select("userStatus").where("userId", "=", userId).executeTakeFirstOrThrow())
    .userStatus;
const seesOwn = async (person: Visitor) => (await person.call("/api/my/getUserInfo", {}, "GET")).success;
const forbidden = { success: false, code: 400, reason: "forbidden" };
const branch = () => account({ permissions: ofUsers, dataScope: "own-below", orgId: orgs["第一分公司"] });

beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    orgs[orgName] = orgId;
});

let rooms = 0;
describeRoom({
  path: "/system/user",
  may,
  leads: (created) => created.$("main a.primary").attr("href"),
  valid: () => ({
    userAccount: `room.user${++rooms}`,
    userName: `房间用户${String(rooms).padStart(3, "0")}`,
    orgId: orgs["一车队"]!,
    personUuid: "",
  }),
  invalid: [
    { field: "userAccount", value: "", message: "请输入账号" },
    { field: "userAccount", value: "ab", message: "3 到 32" },
    { field: "userAccount", value: "a".repeat(33), message: "3 到 32" },
    { field: "userAccount", value: "有 空格", message: "3 到 32" },
    { field: "userAccount", value: "-abc", message: "字母或数字开头" },
    { field: "userName", value: "", message: "请输入姓名" },
    { field: "userName", value: "名".repeat(33), message: "最多 32 个字" },
    { field: "orgId", value: "0".repeat(32), message: "请从您可管理的机构中选择" },
    { field: "personUuid", value: "0".repeat(32), message: "有效人员" },
  ],
  showsAs: "userName",
  unique: { field: "userAccount", message: "账号已被使用" },
  texts: ["userName", "userAccount"],
  typed: (field, word) => (field === "userAccount" ? `u${Buffer.from(word).toString("hex")}` : word),
  bulk: {
    field: "orgId",
    get value() {
      return orgs["二车队"]!;
    },
  },
  table: { name: "appUser", key: "userId" },
  api: { missing: path("update"), key: "userId" },
});

describe("a new user", () => {
  it("gets a password that is answered once, opens nothing but its own change, and is kept nowhere else", async () => {
    const userId = "0".repeat(31) + "7";
    const { data } = await add(boss, { userId });
    expect(data).toMatchObject({ userStatus: "must-change-password", isSuper: false });
    expect(
      (
        await boss.call<{ password: null }>(path("add"), {
          userId,
          userAccount: data.userAccount,
          userName: data.userName,
        })
      ).data.password,
    ).toBeNull();
    const person = visitor();
    const page = await (await person.signIn(data.userAccount, data.password!)).follow();
    expect(page.url).toBe("/modify-password");
    expect(await person.call("/api/my/getUserInfo", {}, "GET")).toMatchObject({
      data: { userStatus: "must-change-password" },
    });
    expect(await person.call("/api/user/v1.0/pageList", {})).toMatchObject({ success: false, reason: "forbidden" });
    const kept = await sql<{
      text: string;
    }>`select jsonb_agg(h)::text as text from history h where record_key = ${userId}`.execute(db());
    expect(kept.rows[0]!.text).not.toContain(data.password);
    expect(kept.rows[0]!.text).not.toMatch(/argon2|passwordHash/);
    expect(JSON.stringify(await boss.call(path("list"), { userAccount: data.userAccount }))).not.toMatch(
      /argon2|passwordHash|"password/,
    );
    const changed = await (
      await person.get("/modify-password")
    ).submit({ oldPassword: data.password!, newPassword: "Huan-Le-Xin-8842", repeated: "Huan-Le-Xin-8842" });
    expect(changed.status).toBe(303);
    expect(await statusOf(userId)).toBe("normal");
  });

  it("has an account that nobody else has, in upper or lower case", async () => {
    const { data } = await add(boss, { userAccount: "Zhang.San@1" });
    expect((await add(boss, { userAccount: "zhang.san@1" })).errors).toEqual([
      { path: "userAccount", message: "账号已被使用" },
    ]);
    const free = async (userAccount: string, userId?: string) =>
      (await boss.call(path("validUserAccount"), { userAccount, userId })).data;
    expect([await free("ZHANG.SAN@1"), await free("ZHANG.SAN@1", data.userId), await free("zhang.si")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("stands for one valid person, and a person for one user", async () => {
    const [one] = await db()
      .selectFrom("person")
      .select(["personUuid", "orgId"])
      .where("isValid", "=", true)
      .limit(1)
      .execute();
    expect((await add(boss, { personUuid: one!.personUuid })).data).toMatchObject({ personName: expect.any(String) });
    expect((await add(boss, { personUuid: one!.personUuid })).errors).toEqual([
      { path: "personUuid", message: expect.stringContaining("已关联账号") },
    ]);
    expect((await add(boss, { personUuid: "0".repeat(32) })).errors).toEqual([
      { path: "personUuid", message: expect.stringContaining("有效人员") },
    ]);
  });
});

describe("a new password", () => {
  it("ends all sessions, must be changed, and leaves the old one useless", async () => {
    const someone = await account();
    const [one, two] = [await enter(someone), await enter(someone)];
    const { data } = await boss.call<{ password: string }>(path("resetPassword"), { userId: someone.userId });
    for (const person of [one, two]) expect((await person.get("/homepage")).location).toBe("/login?to=%2Fhomepage");
    expect((await login(someone.userAccount, testPassword)).success).toBe(false);
    expect((await login(someone.userAccount, data.password)).success).toBe(true);
    expect(await statusOf(someone.userId)).toBe("must-change-password");
    const [change] = await historyOf(someone.userId);
    expect(change!.after).toMatchObject({ password: "（已重置为一次性密码）", userStatus: "must-change-password" });
    expect(JSON.stringify(change)).not.toContain(data.password);
  });

  it("stays to be changed when the user is disabled and let in again", async () => {
    const someone = await account();
    const { data } = await boss.call<{ password: string }>(path("resetPassword"), { userId: someone.userId });
    await boss.call(path("update"), { userId: someone.userId, userStatus: "disabled" });
    expect((await login(someone.userAccount, data.password)).success).toBe(false);
    await boss.call(path("update"), { userId: someone.userId, userStatus: "normal" });
    expect(await statusOf(someone.userId)).toBe("must-change-password");
  });

  it("is not to be had of people who hold more, nor of oneself this way", async () => {
    const who = await account({ permissions: ofUsers });
    const admin = await enter(who);
    const [strong, equal] = [
      await account({ permissions: [...ofUsers, "line.delete"] }),
      await account({ permissions: ["user.read"] }),
    ];
    expect(await admin.call(path("resetPassword"), { userId: strong.userId })).toMatchObject(forbidden);
    expect((await login(strong.userAccount, testPassword)).success).toBe(true);
    const renamed = { userId: strong.userId, userAccount: `${strong.userAccount}x`, version: 1 };
    expect(await admin.call(path("update"), renamed)).toMatchObject(forbidden);
    expect(await admin.call(path("resetPassword"), { userId: equal.userId })).toMatchObject({ success: true });
    expect(await admin.call(path("resetPassword"), { userId: who.userId })).toMatchObject({
      success: false,
      reason: "used",
    });
    const fleet = await enter(await account({ permissions: ofUsers, dataScope: "own", orgId: orgs["一车队"] }));
    const wide = await account({ permissions: ["user.read"], dataScope: "all", orgId: orgs["一车队"] });
    expect(await fleet.call(path("resetPassword"), { userId: wide.userId })).toMatchObject(forbidden);
  });
});

describe("a locked account", () => {
  it("is opened again by an administrator, with its counters", async () => {
    const someone = await account();
    const from = visitor();
    await db()
      .insertInto("loginFailure")
      .values(Array.from({ length: 5 }, () => ({ account: someone.userAccount, address: from.address })))
      .execute();
    expect((await login(someone.userAccount, testPassword, from)).errors).toMatchObject([
      { path: "userAccount", message: expect.stringContaining("请管理员解锁") },
    ]);
    expect(await boss.call(path("unLockUser"), { userId: someone.userId })).toMatchObject({ success: true });
    expect((await login(someone.userAccount, testPassword, from)).success).toBe(true);
    await db().updateTable("appUser").set({ userStatus: "locked" }).where("userId", "=", someone.userId).execute();
    expect((await login(someone.userAccount, testPassword)).success).toBe(false);
    await boss.call(path("unLockUser"), { userId: someone.userId });
    expect((await login(someone.userAccount, testPassword)).success).toBe(true);
  });
});

describe("a super user", () => {
  const changes = (userId: string) =>
    [
      ["update", { userId, userName: "改名" }],
      ["update", { userId, isSuper: false }],
      ["update", { userId, userStatus: "disabled" }],
      ["delete", { userId }],
      ["resetPassword", { userId }],
      ["unLockUser", { userId }],
      ["setRoleAuth", { userId, roleIds: [] }],
    ] as const;

  it("is managed by super users only", async () => {
    const [admin, chief] = [await visitorWith(...ofUsers), await account({ isSuper: true })];
    const online = await enter(chief);
    for (const [name, body] of changes(chief.userId))
      expect([name, await admin.call(path(name), body)]).toMatchObject([name, forbidden]);
    expect(await admin.call(path("delete"), { ids: [(await account()).userId, chief.userId] })).toMatchObject(
      forbidden,
    );
    const pages = [
      ...["edit", "delete", "disable", "unlock", "password", "sessions"].map(
        (verb) => `/system/user/${chief.userId}/${verb}`,
      ),
      `/system/user-role/${chief.userId}`,
    ];
    for (const page of pages) {
      const posted = await admin.post(page, { userName: "改名", userAccount: chief.userAccount, all: "1" });
      expect([page, posted.location?.slice(0, 4)]).toEqual([page, "/401"]);
      if (!page.endsWith("/delete"))
        expect([page, (await admin.get(page)).location?.slice(0, 4)]).toEqual([page, "/401"]);
    }
    expect(await seesOwn(online)).toBe(true);
    expect((await login(chief.userAccount, testPassword)).success).toBe(true);
  });

  it("is made by super users only", async () => {
    const who = await account({ permissions: ofUsers });
    const admin = await enter(who);
    const only = [{ path: "isSuper", message: "只有超级用户能设置超级用户" }];
    expect((await add(admin, { isSuper: true })).errors).toEqual(only);
    expect((await admin.call(path("update"), { userId: who.userId, isSuper: true })).errors).toEqual(only);
    const { data } = await add(admin);
    const form = await admin.get(`/system/user/${data.userId}/edit`);
    expect(form.$("[name=isSuper]").length).toBe(0);
    const crafted = await admin.post(`/system/user/${data.userId}/edit`, {
      userAccount: data.userAccount,
      userName: data.userName,
      isSuper: "on",
    });
    expect(crafted.status).toBe(422);
    expect((await boss.call<UserRow>(path("update"), { userId: data.userId, isSuper: true })).data.isSuper).toBe(true);
  });

  it("cannot be the last to be demoted, disabled or deleted, not even by two at once", async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable("appUser").set({ isSuper: false }).where("isSuper", "=", true).execute();
      });
    const [one, two] = [await account({ isSuper: true }), await account({ isSuper: true })];
    const [first, second] = [await enter(one), await enter(two)];
    const race = await Promise.all([
      first.call(path("update"), { userId: two.userId, isSuper: false }),
      second.call(path("update"), { userId: one.userId, isSuper: false }),
    ]);
    expect(race.map((answer) => answer.success).sort()).toEqual([false, true]);
    const last = (
      await db()
        .selectFrom("appUser")
        .select("userId")
        .where("isSuper", "=", true)
        .where("deletedAt", "is", null)
        .execute()
    ).map((row) => row.userId);
    expect(last).toHaveLength(1);
    const chief = await enter({ userId: last[0]! });
    for (const [name, body] of [
      ["update", { userId: last[0], isSuper: false }],
      ["update", { userId: last[0], userStatus: "disabled" }],
      ["delete", { userId: last[0] }],
    ] as const) {
      expect([name, await chief.call(path(name), body)]).toMatchObject([name, { success: false, reason: "used" }]);
    }
    const [three, four] = [await account({ isSuper: true }), await account({ isSuper: true })];
    await db().updateTable("appUser").set({ isSuper: false }).where("userId", "=", last[0]!).execute();
    const [third, fourth] = [await enter(three), await enter(four)];
    const deletions = await Promise.all([
      third.call(path("delete"), { userId: four.userId }),
      fourth.call(path("update"), { userId: three.userId, userStatus: "disabled" }),
    ]);
    expect(deletions.map((answer) => answer.success).sort()).toEqual([false, true]);
    boss = await enter(await account({ isSuper: true }));
  });
});

describe("an administrator of some organisations", () => {
  it("sees and manages their own users only", async () => {
    const admin = await enter(await branch());
    const [mine, theirs, nobodys] = [
      await account({ orgId: orgs["一车队"] }),
      await account({ orgId: orgs["三车队"] }),
      await account(),
    ];
    const listed = (await admin.call<{ list: UserRow[] }>(path("pageList"), { pageSize: 500 })).data.list.map(
      (user) => user.userId,
    );
    expect(listed).toContain(mine.userId);
    for (const other of [theirs, nobodys]) {
      expect(listed).not.toContain(other.userId);
      for (const [name, body] of [
        ["update", { userId: other.userId, userName: "改名" }],
        ["update", { userId: other.userId, userStatus: "disabled" }],
        ["delete", { userId: other.userId }],
        ["delete", { ids: [mine.userId, other.userId] }],
        ["resetPassword", { userId: other.userId }],
        ["unLockUser", { userId: other.userId }],
        ["getRoleAuth", { userId: other.userId }],
        ["setRoleAuth", { userId: other.userId, roleIds: [] }],
        ["getUserRoles", { userId: other.userId }],
        ["getRoleAuthTree", { userId: other.userId }],
        ["add", { userId: other.userId, userAccount: "other-key", userName: "某人" }],
      ] as const)
        expect([name, await admin.call(path(name), body)]).toMatchObject([name, { success: false, reason: "missing" }]);
    }
    expect(await admin.call(path("update"), { userId: mine.userId, userName: "改名" })).toMatchObject({
      success: true,
    });
  });

  it("moves users only within them, and nobody out of sight", async () => {
    const who = await branch();
    const admin = await enter(who);
    const mine = await account({ orgId: orgs["一车队"], permissions: ["user.read"], dataScope: "own" });
    for (const orgId of [orgs["三车队"], orgs["滨江公交"], null]) {
      expect((await admin.call(path("update"), { userId: mine.userId, orgId })).errors).toEqual([
        { path: "orgId", message: "请从您可管理的机构中选择" },
      ]);
      expect((await add(admin, { orgId })).errors).toEqual([{ path: "orgId", message: "请从您可管理的机构中选择" }]);
      expect((await admin.call(path("update"), { userId: who.userId, orgId })).success).toBe(false);
    }
    expect(await admin.call(path("update"), { userId: mine.userId, orgId: orgs["二车队"] })).toMatchObject({
      success: true,
    });
    const reader = await account({ permissions: ["line.read"], dataScope: "own", orgId: orgs["一车队"] });
    expect(await admin.call(path("update"), { userId: reader.userId, orgId: orgs["二车队"] })).toMatchObject(forbidden);
  });

  it("does not let a disabled or deleted user back who holds more than they do", async () => {
    const admin = await enter(await branch());
    const strong = await account({ permissions: ["line.delete"], dataScope: "own", orgId: orgs["一车队"] });
    expect(await admin.call(path("update"), { userId: strong.userId, userStatus: "disabled" })).toMatchObject({
      success: true,
    });
    expect(await admin.call(path("update"), { userId: strong.userId, userStatus: "normal" })).toMatchObject(forbidden);
    await admin.call(path("delete"), { userId: strong.userId });
    const back = await admin.post("/system/user/recycle", { key: strong.userId });
    expect(back.location).toMatch(/^\/401/);
  });
});

describe("many users at once", () => {
  const many = (by: Visitor, verb: string, ...ids: string[]) =>
    by.get(`/system/user/bulk?${new URLSearchParams([["verb", verb], ...ids.map((id) => ["ids", id])])}`);
  const disabling = { change: "userStatus", userStatus: "disabled" };

  it("become what each could become alone; whom it is refused are named, all or none", async () => {
    const who = await account({ permissions: ofUsers });
    const [admin, plain, chief] = [await enter(who), await account(), await account({ isSuper: true })];
    const online = await enter(plain);
    const refused = await (await many(admin, "change", plain.userId, chief.userId, who.userId)).submit(disabling);
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining("有 2 条不能这样修改，没有修改任何记录"),
    ]);
    for (const why of [`${chief.userName}：超级用户只能由超级用户管理`, `${who.userName}：不能停用自己的账号`])
      expect(refused.text).toContain(why);
    expect([await statusOf(plain.userId), await seesOwn(online)]).toEqual(["normal", true]);
    const done = await (await refused.submit({}, { press: "跳过不能修改的，修改其余 1 条" })).follow();
    expect(done.text).toContain("已修改 1 条用户，跳过 2 条");
    expect(await Promise.all([plain, chief, who].map(({ userId }) => statusOf(userId)))).toEqual([
      "disabled",
      "normal",
      "normal",
    ]);
    expect(await seesOwn(online)).toBe(false);
  });

  it("are not let in again or moved where they hold more than the administrator", async () => {
    const admin = await enter(await branch());
    const strong = await account({ permissions: ["line.delete"], orgId: orgs["一车队"], userStatus: "disabled" });
    for (const [field, value] of [
      ["userStatus", "normal"],
      ["orgId", orgs["二车队"]!],
    ] as const) {
      const refused = await (await many(admin, "change", strong.userId)).submit({ change: field, [field]: value });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("超出您自己的权限或数据范围")]);
    }
    const outside = await (
      await many(admin, "change", strong.userId)
    ).submit({ change: "orgId", orgId: orgs["三车队"]! });
    expect([outside.status, outside.errorAt("orgId")]).toEqual([422, "请从您可管理的机构中选择"]);
    expect(await statusOf(strong.userId)).toBe("disabled");
  });

  it("leave a super user who can log in, also when two disable each other", async () => {
    const others = await db()
      .updateTable("appUser")
      .set({ isSuper: false })
      .where("isSuper", "=", true)
      .returning("userId")
      .execute();
    const [one, two] = [await account({ isSuper: true }), await account({ isSuper: true })];
    const asked = await Promise.all(
      [enter(one), enter(two)].map(async (by, nth) => many(await by, "change", [two, one][nth]!.userId)),
    );
    await Promise.all(asked.map((ask) => ask.submit(disabling)));
    expect((await Promise.all([one, two].map(({ userId }) => statusOf(userId)))).sort()).toEqual([
      "disabled",
      "normal",
    ]);
    await db()
      .updateTable("appUser")
      .set({ isSuper: true })
      .where(
        "userId",
        "in",
        others.map(({ userId }) => userId),
      )
      .execute();
  });

  it("are not deleted with oneself or a super user among them", async () => {
    const who = await account({ permissions: ofUsers });
    const [admin, plain, chief] = [await enter(who), await account(), await account({ isSuper: true })];
    for (const [other, why] of [
      [who, "自己的账号"],
      [chief, "请由超级用户删除"],
    ] as const) {
      const ask = await many(admin, "remove", plain.userId, other.userId);
      expect([ask.text, ask.$("main form[method=post]").length]).toEqual([expect.stringContaining(why), 0]);
    }
    const gone = await (await (await many(admin, "remove", plain.userId)).submit()).follow();
    expect(gone.text).toContain("已删除 1 条用户");
  });
});

describe("sessions", () => {
  const at = (userId: string) => `/system/user/${userId}/sessions`;

  it("are listed by where they come from, never by their tokens, and ended one by one", async () => {
    const someone = await account();
    const [one, two] = [await enter(someone), await enter(someone)];
    await sql`update session set user_agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36', address = '192.0.2.77'
      where user_id = ${someone.userId} and session_id = (select min(session_id) from session where user_id = ${someone.userId})`.execute(
      db(),
    );
    const list = await boss.get(at(someone.userId));
    expect(list.text).toMatch(/192\.0\.2\.77.*Chrome 126，Windows/);
    for (const person of [one, two]) expect(list.html).not.toContain(person.token);
    const hashes = await sql<{
      hash: string;
    }>`select encode(token_hash, 'hex') as hash from session where user_id = ${someone.userId}`.execute(db());
    for (const { hash } of hashes.rows) expect(list.html).not.toContain(hash);
    const ended = await list.submit({}, { press: "[name=sessionId]" });
    expect((await ended.follow()).text).toContain("已结束");
    expect([await seesOwn(one), await seesOwn(two)].sort()).toEqual([false, true]);
    await (await boss.get(at(someone.userId))).submit({}, { press: "结束全部登录" });
    expect([await seesOwn(one), await seesOwn(two)]).toEqual([false, false]);
    expect((await historyOf(someone.userId)).map((change) => JSON.stringify(change.after)).join()).toContain(
      "192.0.2.77",
    );
  });

  it("of one user are not ended under the name of another, nor outside one's organisations", async () => {
    const [mine, theirs] = [await account({ orgId: orgs["一车队"] }), await account({ orgId: orgs["三车队"] })];
    const online = await enter(theirs);
    const { sessionId } = await db()
      .selectFrom("session")
      .select("sessionId")
      .where("userId", "=", theirs.userId)
      .executeTakeFirstOrThrow();
    expect((await boss.post(at(mine.userId), { sessionId })).status).toBe(404);
    const admin = await enter(await branch());
    expect((await admin.get(at(theirs.userId))).status).toBe(404);
    expect((await admin.post(at(theirs.userId), { sessionId })).status).toBe(404);
    expect(await seesOwn(online)).toBe(true);
  });

  it("end when the user is disabled or deleted", async () => {
    for (const end of [
      (userId: string) => boss.call(path("update"), { userId, userStatus: "disabled" }),
      (userId: string) => boss.call(path("delete"), { userId }),
    ]) {
      const someone: Account = await account();
      const online = await enter(someone);
      await end(someone.userId);
      expect(await seesOwn(online)).toBe(false);
      const left = await sql<{
        n: number;
      }>`select count(*) as n from session where user_id = ${someone.userId} and ended_at is null`.execute(db());
      expect(left.rows[0]!.n).toBe(0);
    }
  });
});

it("keeps the password's hash out of a conflict's answer", async () => {
  const someone = await account();
  await boss.call(path("update"), { userId: someone.userId, userName: "改一次" });
  const stale = await boss.call(path("update"), { userId: someone.userId, userName: "改两次", version: 1 });
  expect(stale).toMatchObject({
    reason: "stale",
    data: { theirs: { userName: "改一次" }, mine: { userName: "改两次" } },
  });
  expect(JSON.stringify(stale)).not.toMatch(/argon2|passwordHash/);
  const mine = await boss.get(`/system/user/${someone.userId}/edit`);
  await boss.call(path("update"), { userId: someone.userId, userName: "改三次" });
  const conflict = await mine.submit({ userName: "我的名字" });
  expect([conflict.status, conflict.text]).toEqual([409, expect.stringMatching(/我的名字.*改三次/)]);
  expect(conflict.html).not.toMatch(/argon2|passwordHash/);
});

describe("the pages", () => {
  const at = "/system/user";

  it("make a user with a password that stands on the answer alone", async () => {
    const made = await (
      await boss.get(`${at}/new`)
    ).submit({ userAccount: "page.user", userName: "页面用户", orgId: orgs["一车队"]! });
    const password = made.$("dd").eq(1).text();
    expect(made.text).toMatch(/已保存用户 页面用户.*离开此页以后/);
    expect(made.headers.get("cache-control")).toContain("no-store");
    expect([...boss.cookies.values()].map((value) => Buffer.from(value, "base64url").toString()).join()).not.toContain(
      password,
    );
    const url = made.$("main a.primary").attr("href")!;
    for (const page of [url, `${url}/edit`, `${url}/history`, at])
      expect((await boss.get(page)).html).not.toContain(password);
    expect((await (await visitor().signIn("page.user", password)).follow()).url).toBe("/modify-password");
    const reset = await (await boss.get(`${url}/password`)).submit();
    expect(reset.headers.get("cache-control")).toContain("no-store");
    const second = reset.$("dd").eq(1).text();
    expect(second).not.toBe(password);
    expect((await login("page.user", password)).success).toBe(false);
    expect((await login("page.user", second)).success).toBe(true);
    const exported = await (await boss.send(`${at}/export?keyword=page.user`)).text();
    expect(exported).toContain("页面用户");
    expect(exported).not.toMatch(/argon2/);
  });

  it("disable and let in again, with the reason in the history", async () => {
    const someone = await account();
    const online = await enter(someone);
    const url = `${at}/${someone.userId}`;
    const disabled = await (await boss.get(`${url}/disable`)).submit({ reason: "离职" });
    expect((await disabled.follow()).text).toContain("已停用用户");
    expect(await seesOwn(online)).toBe(false);
    expect((await login(someone.userAccount, testPassword)).errors).toMatchObject([
      { message: expect.stringContaining("已停用") },
    ]);
    expect((await boss.get(`${url}/history`)).text).toMatch(/修改原因：离职.*已停用/);
    expect((await (await (await boss.get(`${url}/disable`)).submit()).follow()).text).toContain("已启用用户");
    expect((await login(someone.userAccount, testPassword)).success).toBe(true);
  });

  it("show the failures that lock somebody out, and unlock", async () => {
    const someone = await account();
    const url = `${at}/${someone.userId}`;
    expect((await boss.get(url)).html).not.toContain(`${url}/unlock`);
    await db()
      .insertInto("loginFailure")
      .values(Array.from({ length: 5 }, () => ({ account: someone.userAccount, address: "192.0.2.9" })))
      .execute();
    expect((await boss.get(url)).text).toContain("最近 10 分钟 5 次");
    expect((await (await (await boss.get(`${url}/unlock`)).submit()).follow()).text).toContain("已解锁用户");
    expect((await boss.get(url)).text).toContain("最近 10 分钟没有");
    expect((await historyOf(someone.userId))[0]!.after).toEqual({ sessions: "清除了 5 次登录失败" });
  });

  it("give roles by ticks, keep those beyond one's reach as they are", async () => {
    const who = await account({ permissions: ofUsers });
    const admin = await enter(who);
    const strong = await account({ permissions: ["line.delete"] });
    const url = `/system/user-role/${strong.userId}`;
    const page = await admin.get(url);
    expect(page.$(`input[value="${strong.roleId}"]`).attr("disabled")).toBeDefined();
    const saved = await page.submit({ keys: [who.roleId] });
    expect((await saved.follow()).text).toContain("已保存");
    const roles = await boss.call<{ roleIds: string[] }>(path("getRoleAuth"), { userId: strong.userId });
    expect(roles.data.roleIds.sort()).toEqual([who.roleId, strong.roleId].sort());
    expect((await boss.get(`${at}/${strong.userId}/history`)).text).toMatch(/授予角色 测试角色/);
  });

  it("are closed without their permissions, and change nothing then", async () => {
    const someone = await account();
    const reader = await visitorWith("user.read");
    for (const page of ["disable", "unlock", "password", "sessions"]
      .map((verb) => `${at}/${someone.userId}/${verb}`)
      .concat(`/system/user-role/${someone.userId}`)) {
      expect([page, (await reader.get(page)).location?.slice(0, 4)]).toEqual([page, "/401"]);
      expect([page, (await reader.post(page, { all: "1" })).location?.slice(0, 4)]).toEqual([page, "/401"]);
    }
    expect((await login(someone.userAccount, testPassword)).success).toBe(true);
    for (const verb of ["/disable", "/unlock", "/password", "/sessions"])
      expect([verb, (await boss.get(`${at}/${"0".repeat(32)}${verb}`)).status]).toEqual([verb, 404]);
  });
});
