import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { firstLoginMonth, keepLogMonths } from "~/kit/data/logs/months.server";
import { dropOldSessions } from "~/kit/data/logs/old-sessions.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { Visitor } from "../../../tests/kit/visit";
import { noteRequest, withoutSecrets } from "~/kit/data/logs/request-log.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { analysisUrl, jobsUrl, loginsUrl, may, requestsUrl } from "./policy";
import { shareOf } from "./sums.server";
import { orgNamed } from "../../../tests/kit/organisations";
import { day } from "../../../tests/kit/days";

const cellsOf = async (by: Visitor, at: string) => {
  const page = await by.get(at);
  return page
    .$("tbody tr")
    .map((_, row) => page.$(row).text())
    .get()
    .filter((text) => !/^(还没有|没有符合)/.test(text));
};
/** What is written beside the answers comes a second later. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 200 });

beforeAll(async () => void (await keepLogMonths()));

describe("the log of logins", () => {
  it("has good and wrong logins with browser, and how each was left: by whom, when", async () => {
    const [who, boss] = [await account(), await enter(await account({ isSuper: true }))];
    const person = new Visitor("198.51.100.90");
    const agent = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36" };
    const call = async (userPassword: string) =>
      (
        await person.send("/user/login", {
          method: "POST",
          headers: { "content-type": "application/json", ...agent },
          body: JSON.stringify({ userAccount: who.userAccount, userPassword }),
        })
      ).json() as Promise<{ data: { token: string } }>;
    await call("Bu-Dui-De-1");
    const { token } = (await call(who.password)).data;
    await call(who.password);
    const admin = await visitorWith(may.read);
    const rows = () => cellsOf(admin, `${loginsUrl}?userAccount=${who.userAccount}`);
    await eventually(rows).toHaveLength(3);
    expect((await rows())[2]).toMatch(/失败账号或密码不正确198\.51\.100\.90Chrome 120Windows$/);
    expect((await rows())[0]).toMatch(/成功.*在线$/);
    await new Visitor().send("/logout", {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: "{}",
    });
    expect((await rows())[1]).toMatch(/成功.*自己退出$/);
    await boss.call("/api/user/v1.0/resetPassword", { userId: who.userId });
    expect((await rows())[0]).toMatch(/密码被重置测试.{4}$/);
    expect(await cellsOf(admin, `${loginsUrl}?userAccount=${who.userAccount}&leftHow=logout`)).toHaveLength(1);
  });

  it("says of a session that idled out when that was, whatever ended it later", async () => {
    const who = await account();
    await new Visitor("198.51.100.91").signIn(who.userAccount, who.password);
    const admin = await visitorWith(may.read);
    const rows = () => cellsOf(admin, `${loginsUrl}?userAccount=${who.userAccount}`);
    await eventually(rows).toHaveLength(1);
    await sql`update session set last_seen_at = now() - interval '9 hours', ended_at = now(), end_reason = 'user-deleted' where user_id = ${who.userId}`.execute(
      db(),
    );
    expect((await rows())[0]).toMatch(/超时$/);
  });
});

describe("the logs", () => {
  it("show an administrator of one fleet what its own users did, and no more", async () => {
    const [mine, theirs] = [await orgNamed("一车队"), await orgNamed("三车队")];
    const marker = `log${newKey().slice(-8)}`;
    for (const [nth, orgId] of [mine, theirs, null].entries()) {
      const user = { userId: newKey(), userAccount: `${marker}-${nth}`, userName: `记录人${nth}`, orgId };
      const ended = { at: Date.now(), method: "GET", path: "/x", status: nth === 1 ? 500 : 200, ms: 5 + nth };
      noteRequest({ ...ended, requestId: newKey(), viewer: user }, marker, true);
      await sql`insert into login_log (at, user_account, org_id, result) values (now(), ${user.userAccount}, ${orgId}, 'success')`.execute(
        db(),
      );
      await sql`insert into job_log (job, title, began_at, ended_at, result, ref, org_id) values (${marker}, ${user.userAccount}, now(), now(), 'done', 'r', ${orgId})`.execute(
        db(),
      );
    }
    await endLogs();
    const fleet = await enter(await account({ permissions: [may.read], dataScope: "own", orgId: mine }));
    const all = await visitorWith(may.read);
    const day = today();
    for (const [by, most] of [
      [fleet, 1],
      [all, 3],
    ] as const) {
      expect(await cellsOf(by, `${requestsUrl}?functionName=${marker}`)).toHaveLength(most);
      expect(await cellsOf(by, `${jobsUrl}?jobTitle=${marker}`)).toHaveLength(most);
      const { text } = await by.get(`${loginsUrl}?size=200`);
      expect([0, 1, 2].filter((nth) => text.includes(`${marker}-${nth}`))).toHaveLength(most);
      const sums = await by.call<{ functionName: string; count: number; people: number; errors: number }[]>(
        "/api/baseReqLog/v1.0/directiveInfo",
        { from: day, to: day },
      );
      expect(sums.data.find(({ functionName }) => functionName === marker)).toMatchObject({
        count: most,
        people: most,
        errors: most === 1 ? 0 : 1,
      });
      const organisations = await by.call("/api/baseReqLog/v1.0/chartDataBar", {
        from: day,
        to: day,
        by: "organisation",
      });
      expect(JSON.stringify(organisations.data).includes("三车队")).toBe(by === all);
      expect((await by.get(analysisUrl)).text.includes("三车队")).toBe(by === all);
      const file = await (await by.send(`${requestsUrl}/export?functionName=${marker}`)).text();
      expect(file.trim().split("\r\n")).toHaveLength(most + 1);
    }
  });

  it("are kept for as many months as the settings say, a month being dropped whole", async () => {
    await sql`select make_log_months('2020-01-01', '2020-02-01')`.execute(db());
    await sql`insert into login_log (at, user_account, result) values ('2020-01-15', 'old', 'success')`.execute(db());
    const dropped = await keepLogMonths();
    for (const log of [
      "login_log",
      "request_log",
      "request_speed",
      "request_speed_month",
      "request_hour",
      "request_people",
      "job_log",
    ])
      expect(dropped).toContain(`${log}_202001`);
    expect((await sql`select from login_log where user_account = 'old'`.execute(db())).rows).toHaveLength(0);
    expect(await keepLogMonths()).toEqual([]);
    const there = await sql<{
      next: string | null;
    }>`select to_regclass('request_log_' || to_char(now() + interval '1 month', 'YYYYMM'))::text as next`.execute(db());
    expect(there.rows[0]!.next).toMatch(/^request_log_/);
  });

  it("take the sessions with them that they told of, and the tabs of those that nobody comes back to", async () => {
    const { userId } = await db().selectFrom("appUser").select("userId").limit(1).executeTakeFirstOrThrow();
    const session = async (lastSeen: string, ended: string | null) => {
      const sessionId = newKey();
      await sql`insert into session (session_id, token_hash, user_id, created_at, last_seen_at, expires_at, ended_at)
        values (${sessionId}, decode(${sessionId}, 'hex'), ${userId}, ${lastSeen}, ${lastSeen}, ${lastSeen}::timestamptz + interval '1 day', ${ended}::timestamptz)`.execute(
        db(),
      );
      await sql`insert into session_tab (session_id, path, href, title, position) values (${sessionId}, '/x', '/x', 'x', 0)`.execute(
        db(),
      );
      return sessionId;
    };
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const [ended, timedOut, recent, justEnded] = [
      await session("2020-01-15", "2020-01-15"),
      await session("2020-01-16", null),
      await session(monthAgo, null),
      await session(yesterday, yesterday),
    ];
    const live = (
      await sql<{ count: number }>`select count(*)::int as count from session where expires_at > now()`.execute(db())
    ).rows;
    expect(await dropOldSessions(firstLoginMonth())).toBeGreaterThanOrEqual(5);
    const there = async (table: string) =>
      (
        await sql<{
          sessionId: string;
        }>`select session_id from ${sql.table(table)} where session_id = any(${[ended, timedOut, recent, justEnded]}::text[]) order by 1`.execute(
          db(),
        )
      ).rows.map(({ sessionId }) => sessionId);
    expect([await there("session"), await there("session_tab")]).toEqual([[recent, justEnded], [justEnded]]);
    expect(
      (await sql<{ count: number }>`select count(*)::int as count from session where expires_at > now()`.execute(db()))
        .rows,
    ).toEqual(live);
    expect(await dropOldSessions(undefined)).toBe(0);
  });

  it("make a month that is missing", async () => {
    const moment = Date.parse(day(1200));
    const month = day(1200).slice(0, 7).replace("-", "");
    await sql`drop table if exists ${sql.table(`request_log_${month}`)}`.execute(db());
    noteRequest({ at: moment, method: "GET", path: "/y", status: 200, ms: 1, requestId: "future-1" }, "未来", true);
    await endLogs();
    const noted = sql`select from ${sql.table(`request_log_${month}`)} where request_id = 'future-1'`;
    expect((await noted.execute(db())).rows).toHaveLength(1);
    const logs = "request_log request_speed request_speed_month request_hour request_people login_log job_log".split(
      " ",
    );
    await sql`drop table ${sql.join(logs.map((log) => sql.table(`${log}_${month}`)))}`.execute(db());
  });
});

it("a path keeps no secret", () => {
  const secret = "q3Vt8Zk1LmN0pQrS7uVwXyZ2aBcD4eFgH6iJkL9mNo";
  for (const path of [
    `/reset/${secret}`,
    `/x;token=${secret}`,
    `/login%3Ftoken=${secret}`,
    `/s/${secret.toLowerCase()}`,
  ])
    expect([path, withoutSecrets(path).toLowerCase().includes(secret.slice(0, 12).toLowerCase())]).toEqual([
      path,
      false,
    ]);
  const key = "0".repeat(31) + "a";
  expect(withoutSecrets(`/electronic-fence/electronic-fence-management/${key}`)).toBe(
    `/electronic-fence/electronic-fence-management/${key}`,
  );
});

it("a share of requests is told from their steps", () => {
  expect(shareOf([], 0.5)).toBe(0);
  expect(shareOf([{ bucket: 0, requests: 10 }], 0.5)).toBe(0.5);
  const p95 = shareOf(
    [
      { bucket: 4, requests: 94 },
      { bucket: 31, requests: 6 },
    ],
    0.95,
  );
  expect(p95).toBeGreaterThanOrEqual(1024);
  expect(p95).toBeLessThan(1290);
});

describe("the analysis screen", () => {
  it("says at the field what is wrong with a range", async () => {
    const admin = await visitorWith(may.read);
    const backwards = await admin.get(`${analysisUrl}?from=2026-05-02&to=2026-05-01`);
    expect([backwards.status, backwards.errorAt("to"), backwards.field("from")]).toEqual([
      422,
      "结束日期不能早于开始日期",
      "2026-05-02",
    ]);
    const long = await admin.get(`${analysisUrl}?from=2024-05-02&to=2026-05-01`);
    expect([long.status, long.errorAt("to")]).toEqual([422, "一次最多查看一年，请缩短时间范围"]);
    expect((await admin.get(`${analysisUrl}?from=x`)).errorAt("from")).toContain("请输入日期");
  });

  it("has each chart with its table and file, and says where there is nothing", async () => {
    const admin = await visitorWith(may.read);
    noteRequest(
      { at: Date.now(), method: "GET", path: "/z", status: 404, ms: 12, requestId: "chart-1" },
      "图表一号",
      true,
    );
    await endLogs();
    const page = await admin.get(analysisUrl);
    expect(page.$("main svg").length).toBeGreaterThanOrEqual(4);
    expect(page.$("main table:contains(图表一号)").length).toBe(1);
    const file = await (await admin.send(`${page.$("a[download][href*='chart=functions']").attr("href")}`)).text();
    expect(file).toContain("功能,次数,人数,中位毫秒,95% 毫秒,出错");
    expect(file).toMatch(/图表一号,1,0,/);
    expect((await admin.get(`${analysisUrl}?from=2001-01-01&to=2001-01-02`)).text).toContain(
      "2001-01-01 至 2001-01-02 没有访问记录",
    );
    expect((await admin.send(`${analysisUrl}/export?chart=none`)).status).toBe(404);
  });
});
