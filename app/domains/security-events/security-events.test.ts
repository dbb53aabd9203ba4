import { sql } from "kysely";
import { expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, testPassword, visitorWith } from "../../../tests/kit/accounts";
import { Visitor } from "../../../tests/kit/visit";

const url = "/system/security-events";
const eventsOf = async (userAccount: string) => {
  const admin = await visitorWith("security-event.read");
  const page = await admin.get(`${url}?userAccount=${userAccount}`);
  return page
    .$("tbody tr")
    .map((_, row) => [
      page
        .$(row)
        .find("td")
        .slice(1, 6)
        .map((_, cell) => page.$(cell).text())
        .get()
        .join("|"),
    ])
    .get();
};

it("shows a refused page and call, and an export, by who did it", async () => {
  const who = await account({ permissions: ["station.read"] });
  const person = await enter(who);
  await person.get("/system/role");
  const refused = await person.call("/api/role/v1.0/list", {});
  expect(refused.code).not.toBe(10000);
  await (
    await person.get("/station/station-management/export")
  ).html;
  await expect
    .poll(async () => (await eventsOf(who.userAccount)).map((row) => row.replace(/\|(127|unknown|::).*?\|/, "|*|")))
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^无权访问\|.*GET \/system\/role$/),
        expect.stringMatching(/^无权访问\|.*POST \/api\/role\/v1\.0\/list$/),
        expect.stringMatching(/^导出数据\|.*站点 .*\.csv$/),
      ]),
    );
});

it("shows a reset password and a changed role where the change stands, and nothing where it was refused", async () => {
  const admin = await account({ isSuper: true });
  const [boss, who, other] = [await enter(admin), await account(), await account({ permissions: ["post.read"] })];
  await boss.call("/api/user/v1.0/resetPassword", { userId: who.userId });
  await boss.call("/api/user/v1.0/setRoleAuth", { userId: who.userId, roleIds: [other.roleId] });
  await boss.call("/api/user/v1.0/resetPassword", { userId: admin.userId });
  await expect.poll(() => eventsOf(admin.userAccount)).toHaveLength(2);
  const rows = await eventsOf(admin.userAccount);
  expect(rows[0]).toMatch(/^角色与授权变更\|.*授予 1 处，收回 1 处$/);
  expect(rows[1]).toMatch(new RegExp(`^重置密码\\|.*${who.userAccount}$`));
});

it("is seen by administrators of all organisations, else only of one's own users", async () => {
  const stranger = `nobody${newKey().slice(0, 8)}`;
  await sql`insert into security_event (kind, user_account) values ('login-failed', ${stranger})`.execute(db());
  const all = await (await visitorWith("security-event.read")).get(`${url}?userAccount=${stranger}`);
  expect(all.$("tbody tr").text()).toContain("登录失败");
  const own = await enter(await account({ permissions: ["security-event.read"], dataScope: "own" }));
  expect((await own.get(`${url}?userAccount=${stranger}`)).$("tbody tr").text()).toContain("没有符合条件的记录");
});

it("is never changed, not even by the program's own database user", async () => {
  for (const change of [
    "update security_event set detail = ''",
    "delete from security_event",
    "truncate security_event",
  ])
    await expect(sql.raw(change).execute(db())).rejects.toThrow(/never changed/);
});

it("asks for its permission and says a wrong day at its filter", async () => {
  expect((await (await visitorWith("station.read")).get(url)).status).toBe(303);
  const page = await (await visitorWith("security-event.read")).get(`${url}?from=2026-02-31&kind=none`);
  expect(page.$('[role="alert"]').text()).toMatch(/事件.*未生效.*从.*未生效/s);
});

it("shows an address that its last wrong try has locked, once however many come, with the request's number", async () => {
  const address = "198.51.100.77";
  await db()
    .insertInto("loginFailure")
    .values(Array.from({ length: 96 }, () => ({ account: "made.up", address })))
    .execute();
  const tries = Array.from({ length: 8 }, (_, at) =>
    new Visitor(address).call("/api/base/login/login", { userAccount: `nobody${at}`, userPassword: "Bu-Dui-De-1" }),
  );
  expect((await Promise.all(tries)).map(({ success }) => success)).not.toContain(true);
  const events = () =>
    db().selectFrom("securityEvent").select(["kind", "requestId", "detail"]).where("address", "=", address).execute();
  await expect.poll(async () => (await events()).filter(({ kind }) => kind === "login-failed").length).toBe(4);
  await expect
    .poll(async () => (await events()).filter(({ kind }) => kind === "address-locked"))
    .toEqual([{ kind: "address-locked", requestId: expect.any(String), detail: `地址 ${address} 失败次数过多` }]);
  expect((await (await visitorWith("security-event.read")).get(`${url}?address=${address}`)).text).toContain(
    "地址锁定",
  );
});

it("numbers logins by their requests, on the page and by the call", async () => {
  const { userAccount } = await account();
  const stranger = new Visitor("198.51.100.78");
  await stranger.call("/api/base/login/login", { userAccount, userPassword: "Bu-Dui-De-1" });
  await stranger.call("/api/base/login/login", { userAccount, userPassword: testPassword });
  await (await stranger.get("/login")).submit({ userAccount, userPassword: testPassword });
  const numbers = async () =>
    (
      await db()
        .selectFrom("securityEvent")
        .select(["kind", "requestId"])
        .where("userAccount", "=", userAccount)
        .orderBy("eventId")
        .execute()
    ).map(({ kind, requestId }) => `${kind} ${requestId?.length}`);
  await expect.poll(async () => (await numbers()).sort()).toEqual(["login 36", "login 36", "login-failed 36"]);
});
