import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { takeLock } from "../app/kit/data/db/embedded/lock.server";
import { call } from "./faults/api";
import { passwords } from "./passwords";
import { endStarted, start } from "./started";
import { signedIn } from "./strangers/signed-in";

afterEach(endStarted);

/** Runs the start to its end. */
function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["app/commands/start.js"],
      { env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe("npm start", () => {
  it("stops at a wrong setting with nothing but its name and what is wrong", async () => {
    expect(await run({ PORT: "abc" })).toEqual({ code: 2, output: "设置 PORT 不正确: 应为 0 到 65535 的整数\n" });
  });

  it("is refused, in words, a second time on the same data folder", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "bus-twice-"));
    const release = await takeLock(dataDir);
    const { code, output } = await run({ DATA_DIR: dataDir, DATABASE_URL: "" });
    expect(code).toBe(1);
    expect(output).toContain("同一目录不能启动两次");
    release();
    rmSync(dataDir, { recursive: true });
  });

  it("answers pages, health and packed assets, and ends with 0 when asked to", async () => {
    const { url, child } = await start();
    expect(await fetch(`${url}/healthz`).then((answer) => answer.json())).toEqual({ ok: true, db: true });
    const page = await fetch(`${url}/login`, { headers: { "Accept-Encoding": "br" } });
    expect(page.headers.get("content-encoding")).toBe("br");
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "")?.[1];
    const html = await page.text();
    expect(html).toContain(`nonce="${nonce}"`);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
    const asset = await fetch(url + script, { headers: { "Accept-Encoding": "gzip, br" } });
    expect(asset.headers.get("content-encoding")).toBe("br");
    expect(asset.headers.get("cache-control")).toContain("immutable");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

it("lets a browser keep nothing that only a person who is signed in may see", async () => {
  const { url } = await start();
  const { cookie } = await signedIn(url, "planner", passwords.demo);
  const ask = async (path: string, headers: Record<string, string> = { cookie }) => {
    const answer = await fetch(url + path, { headers, redirect: "manual" });
    return [path, answer.status, answer.headers.get("cache-control")];
  };
  for (const [path, status] of [
    ["/personnel/personnel-management", 200],
    ["/personnel/personnel-management.data", 200],
    ["/stations/nowhere", 404],
    ["/line/line-management/new/around?of=stations", 404],
    ["/dict/dictionary-configuration", 200],
  ] as const)
    expect(await ask(path)).toEqual([path, status, "no-store"]);
  expect(await ask("/personnel/personnel-management", {})).toEqual([
    "/personnel/personnel-management",
    303,
    "no-store",
  ]);
  expect((await ask("/favicon.svg"))[2]).toContain("max-age");
});

it("the same build answers under stock remix-serve, given a prepared database", async () => {
  const { url } = await start({}, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { ok: true, db: true }]);
  const html = await fetch(`${url}/login`).then((answer) => answer.text());
  expect(html).toContain("<form");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  expect((await fetch(url + script)).status).toBe(200);
});

it("the password made for the first administrator opens nothing but its own change, where there is no demo city", async () => {
  await sql`truncate app_user cascade`.execute(db());
  const { url, output } = await start({ DEMO: "0", ADMIN_PASSWORD: "" });
  const password = /账号 admin（系统管理员）：密码 (\S+)/.exec(output())?.[1] ?? "";
  const { token } = await signedIn(url, "admin", password);
  expect(await call(url, "/api/user/v1.0/list", {}, token)).toMatchObject({ success: false, message: "请先修改密码" });
  expect(await db().selectFrom("appUser").select("userAccount").execute()).toEqual([{ userAccount: "admin" }]);
});
