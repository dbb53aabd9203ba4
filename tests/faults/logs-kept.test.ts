import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import pg from "pg";
import { db } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/database";
import { endStarted, start } from "../kit/started";
import { signedIn } from "../strangers/signed-in";
import { isLongRun } from "../kit/long-run";

afterAll(endStarted);

const counted = async (where = "true") =>
  (await sql<{ n: number }>`select count(*) as n from request_log where ${sql.raw(where)}`.execute(db())).rows[0]!.n;

it("a clean stop loses no request, login or sum of them; their names are those of screens and calls, and no path holds a secret", async () => {
  const { url, child } = await start();
  const { cookie, token } = await signedIn(url, "planner", passwords.demo);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { redirect: "manual", ...init, headers: { cookie, ...(init.headers as object) } }).then(
      (answer) => answer.text(),
    );
  const secret = "Zk1LmN0pQrS7uVwXyZ2aBcD4eFgH6iJkL9mNo";
  for (let i = 0; i < 40; i++) await ask("/station/station-management?keyword=abc");
  await ask(`/homepage?token=${secret}`);
  await ask(`/reset/${secret}`);
  await ask("/healthz");
  await ask("/favicon.svg");
  await ask("/api/sta/v1.0/pageList", {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: "{}",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const names = await sql<{ function: string; n: number; who: string }>`
    select function, count(*) as n, max(user_account) as who from request_log group by 1`.execute(db());
  const of = (name: string) => names.rows.find((row) => row.function === name);
  expect(of("站点管理")).toMatchObject({ n: 40, who: "planner" });
  expect(of("接口：分页查询站点")).toMatchObject({ n: 1, who: "planner" });
  expect(await counted(`path like '%${secret.slice(0, 8)}%'`)).toBe(0);
  expect(await counted("path like '%[已隐去]%'")).toBe(1);
  expect(await counted("path in ('/healthz', '/favicon.svg') or path like '/assets/%' or path like '%?%'")).toBe(0);
  const sums = await sql<{
    n: number;
  }>`select (select sum(requests) from request_speed where org_id = '*') as n union all select (select sum(requests) from request_hour)`.execute(
    db(),
  );
  expect(sums.rows.map(({ n }) => n)).toEqual([await counted(), await counted()]);
  const logins = await sql`select user_account, result from login_log`.execute(db());
  expect(logins.rows).toEqual([{ userAccount: "planner", result: "success" }]);
  const before = await counted();
  const again = await start();
  await fetch(`${again.url}/login`);
  const over = new Promise((resolve) => again.child.once("exit", resolve));
  again.child.kill("SIGTERM");
  await over;
  expect(await counted()).toBeGreaterThan(before);
});

it.runIf(isLongRun)("a database that refuses the logs fails no request, and has them when it is back", async () => {
  const { url, child, output } = await start({ LOG_LEVEL: "info" });
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query("begin; lock table request_log in access exclusive mode");
  const before = output();
  for (let i = 0; i < 60; i++) expect((await fetch(`${url}/login?n=${i}`)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(output().slice(before.length)).not.toMatch(/"level":50/);
  await client.query("rollback");
  await client.end();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(await counted("path = '/login' and at > now() - interval '2 minutes'")).toBeGreaterThanOrEqual(60);
});

it.runIf(isLongRun)("requests are not logged where the setting says so", async () => {
  const before = await counted();
  const { url, child } = await start({ REQUEST_LOG: "0" });
  await fetch(`${url}/login`);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  expect(await counted()).toBe(before);
});
