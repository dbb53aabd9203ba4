import { type ChildProcess, execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { takeLock } from "../app/kit/data/db/embedded/lock.server";
import { startServer } from "./running-server";

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => void child.kill("SIGKILL")));

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

/** A server that ends with the test. */
async function serve(file: string, args: string[] = []): Promise<{ url: string; child: ChildProcess }> {
  const server = await startServer(file, args);
  children.push(server.child);
  return server;
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
    const { url, child } = await serve("app/commands/start.js");
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

it("the same build answers under stock remix-serve, given a prepared database", async () => {
  const { url } = await serve("node_modules/@remix-run/serve/dist/cli.js", ["build/server/index.js"]);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { ok: true, db: true }]);
  const html = await fetch(`${url}/login`).then((answer) => answer.text());
  expect(html).toContain("<form");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  expect((await fetch(url + script)).status).toBe(200);
});
