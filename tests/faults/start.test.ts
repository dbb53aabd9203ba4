import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { buildInPlace } from "../../app/commands/builds.js";
import { takeLock } from "../../app/kit/data/db/embedded/lock.server";
import { call } from "./api";
import { passwords } from "../kit/passwords";
import { endStarted, start } from "../kit/started";
import { signedIn } from "../strangers/signed-in";
import { isLongRun } from "../kit/long-run";

afterEach(endStarted);

/** Runs the start, or another command, to its end. */
function run(
  env: Record<string, string>,
  args = ["app/commands/start.js"],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env }, timeout: 120_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

/** What a proxy's oldest kind of check gets for an answer. */
function askPlain(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let told = "";
    net
      .connect(Number(port), hostname, function (this: net.Socket) {
        this.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      })
      .on("data", (chunk) => (told += String(chunk)))
      .on("close", () => resolve(told))
      .on("error", reject);
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

  it("answers a check in HTTP/1.0 without a host, and Prometheus with the token alone", async () => {
    const token = "a-token-of-some-length";
    const { url } = await start({ METRICS_TOKEN: token });
    for (const path of ["/healthz", "/readyz"]) expect(await askPlain(url, path)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await askPlain(url, "/login")).toMatch(/^HTTP\/1\.1 400 /);
    const metrics = (authorization: string) => fetch(`${url}/metrics`, { headers: { authorization } });
    expect((await metrics(`Bearer ${token.slice(1)}`)).status).toBe(404);
    const told = await (await metrics(`Bearer ${token}`)).text();
    for (const line of [
      /^bus_http_request_seconds_count\{kind="page",method="GET",status="2xx"\} [1-9]/m,
      /^bus_database_up 1$/m,
      /^bus_database_connections\{state="waited_for"\} 0$/m,
      /^bus_jobs\{state="running"\} \d/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(told).toMatch(line);
  });

  it("says first that it stops, and answers until a proxy has noticed", async () => {
    const { url, child } = await start({ STOP_GRACE_SECONDS: "2" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it("answers pages, health and packed assets, and ends with 0 when asked to", async () => {
    const { url, child } = await start();
    expect(await fetch(`${url}/healthz`).then((answer) => answer.json())).toEqual({ ok: true, db: true });
    expect(await fetch(`${url}/readyz`).then((answer) => answer.json())).toEqual({ ok: true });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
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

it.runIf(isLongRun)("goes on with its own pages, assets and threads when other builds are put in place", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-tree-"));
  for (const name of ["app", "public", "server.ts", "package.json", "package-lock.json", `build/${buildInPlace()}`])
    cpSync(name, path.join(folder, name), { recursive: true });
  for (const file of ["vite.config.ts", "remix.config.js", "tsconfig.json", "postcss.config.js"])
    cpSync(file, path.join(folder, file));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const inTree = (script: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" });
  inTree(`const { putInPlace } = await import("./app/commands/builds.js"); putInPlace("${buildInPlace()}");`);
  const { url } = await start({}, [], folder);

  mkdirSync(path.join(folder, "other/server"), { recursive: true });
  inTree(`
    import { randomUUID } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
    const { builds, putInPlace, removeOld } = await import("./app/commands/builds.js");
    for (const name of ["server.js", "server/index.js", "sheet-import-worker.js"]) writeFileSync("other/" + name, "throw 1");
    for (const name of ["1", "2", "3"].map((one) => one.repeat(16))) {
      cpSync("other", builds + "/" + name, { recursive: true });
      writeFileSync(builds + "/" + name + "/.built", "");
      putInPlace(name);
      removeOld();
    }`);
  const { cookie } = await signedIn(url, "admin", passwords.admin);
  const page = await fetch(`${url}/excel/import?template=post`, { headers: { cookie } });
  const assets = readdirSync(path.join(folder, "build", buildInPlace()!, "client/assets"));
  const scripts = assets.filter((name) => name.endsWith(".js")).slice(0, 20);
  const answers = await Promise.all(scripts.map((name) => fetch(`${url}/assets/${name}`)));
  expect([page.status, ...answers.map(({ status }) => status)]).toEqual([200, ...scripts.map(() => 200)]);

  const form = new FormData();
  for (const [name, value] of Object.entries({ templateCode: "post", mode: "both" })) form.set(name, value);
  form.set("file", new File(["岗位编号,岗位名称,类别,状态\r\nOWN-1,自带线程读的岗位,司机,启用\r\n"], "posts.csv"));
  const sent = await fetch(page.url, {
    method: "POST",
    headers: { cookie, origin: url },
    body: form,
    redirect: "manual",
  });
  expect([sent.status, await sent.text()]).toEqual([303, ""]);
  const at = url + sent.headers.get("location");
  await expect
    .poll(() => fetch(at, { headers: { cookie } }).then((answer) => answer.text()))
    .toContain("自带线程读的岗位");
  rmSync(folder, { recursive: true });
});

it.each(["import", "simulate", "read-package"])(
  "npm run %s comes up without what pages alone can read",
  async (name) => {
    const { code, output } = await run({}, ["--import", "tsx", `app/commands/${name}.ts`, "--help"]);
    expect([code, output]).toEqual([0, expect.stringContaining(`用法: npm run ${name}`)]);
  },
);

it("the same build answers under stock remix-serve, given a prepared database", async () => {
  const { url } = await start({}, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { ok: true, db: true }]);
  const html = await fetch(`${url}/login`).then((answer) => answer.text());
  expect(html).toContain("<form");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  expect((await fetch(url + script)).status).toBe(200);
});

it.runIf(isLongRun)(
  "two starts at once on an empty database both come up, and the passwords are printed once",
  async () => {
    const env = { DATABASE_URL: await makeEmptyDatabase(), ADMIN_PASSWORD: "", DEMO_PASSWORD: "" };
    const both = await Promise.all([start(env), start(env)]);
    const printed = both.flatMap(({ output }) =>
      [...output().matchAll(/账号 (\w+)（.*?：密码 \S+/g)].map(([, who]) => who),
    );
    expect(printed.sort()).toEqual(["admin", "clerk", "nobody", "planner", "station", "viewer"]);
    expect(both.map(({ output }) => output().includes('"level":60') || output().includes('"level":50'))).toEqual([
      false,
      false,
    ]);
  },
);

async function makeEmptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().slice(0, 8)}`;
  await sql`create database ${sql.id(name)}`.execute(db());
  const at = new URL(process.env.DATABASE_URL!);
  at.pathname = `/${name}`;
  return at.href;
}

it.runIf(isLongRun)(
  "commands say in words that a start has to make the data first, or that no program answers",
  async () => {
    const DATABASE_URL = await makeEmptyDatabase();
    const command = (name: string, ...args: string[]) => [
      "node_modules/tsx/dist/cli.mjs",
      `app/commands/${name}.ts`,
      ...args,
    ];
    for (const args of [command("simulate"), command("simulate", "--fleet", "2"), command("gateway")])
      expect([args, await run({ DATABASE_URL }, args)]).toEqual([
        args,
        { code: 1, output: "数据库还是空的：请先启动一次程序，让它建立数据，再执行本命令。\n" },
      ]);
    const { code, output } = await run({}, command("simulate", "--url", "http://127.0.0.1:9"));
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("连不上 http://127.0.0.1:9：请先用 npm start 启动程序"),
    ]);
    expect(output).not.toContain("    at ");
  },
);

it("refuses a database that a newer program has changed, in words", async () => {
  await sql`insert into migration (name, checksum) values ('9999_of_a_newer_program.sql', 'other')`.execute(db());
  const { code, output } = await run({ PORT: "0" });
  expect([code, output]).toEqual([
    1,
    expect.stringContaining("数据库比本程序新：其中已应用的迁移 9999_of_a_newer_program.sql"),
  ]);
  await sql`delete from migration where name like '9999%'`.execute(db());
});

it("the password made for the first administrator opens nothing but its own change, where there is no demo city", async () => {
  await sql`truncate app_user cascade`.execute(db());
  const { url, output } = await start({ DEMO: "0", ADMIN_PASSWORD: "" });
  const password = /账号 admin（系统管理员）：密码 (\S+)/.exec(output())?.[1] ?? "";
  const { token } = await signedIn(url, "admin", password);
  expect(await call(url, "/api/user/v1.0/list", {}, token)).toMatchObject({ success: false, message: "请先修改密码" });
  expect(await db().selectFrom("appUser").select("userAccount").execute()).toEqual([{ userAccount: "admin" }]);
});
