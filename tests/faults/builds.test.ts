import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLongRun } from "../kit/long-run";

/** A program of one page that is built and started by the same commands, in seconds. */
const folder = mkdtempSync(path.join(tmpdir(), "bus-builds-"));
const isRoot = process.getuid?.() === 0;
const running: ChildProcess[] = [];

beforeAll(() => {
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, "app/commands"), { recursive: true });
  for (const file of ["build.js", "builds.js", "bundles.js", "start.js"])
    cpSync(`app/commands/${file}`, path.join(folder, "app/commands", file));
  cpSync("remix.config.js", path.join(folder, "remix.config.js"));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  write("package.json", `{ "type": "module", "dependencies": { "@remix-run/node": "2" } }`);
  write(
    "vite.config.ts",
    `import { vitePlugin as remix } from "@remix-run/dev"; import config from "./remix.config.js"; export default { plugins: [remix(config)] };`,
  );
  write("app/routes.js", "export const objects = []; export const routes = () => [];");
  write("app/root.tsx", "export default function Root() { return <p>one page</p>; }");
  write("app/entry.client.tsx", `document.title = "one page";`);
  write("server.ts", server);
});

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Reads its pages and its assets only when asked for them. */
const server = `
  import { openSync, readdirSync, readFileSync } from "node:fs";
  import { createServer } from "node:http";
  openSync(new URL(".built", import.meta.url), "r");
  const assets = new URL("client/assets/", import.meta.url);
  const names = readdirSync(assets);
  createServer(async (request, response) => {
    try {
      for (const name of names) readFileSync(new URL(name, assets));
      response.end((await import(new URL("server/index.js", import.meta.url).href)).entry.module.version);
    } catch (error) {
      response.end(String(error));
    }
  }).listen(0, "127.0.0.1", function () { console.log("at " + this.address().port); });
`;

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

function change(version: string): void {
  write("app/entry.server.tsx", `export const version = "${version}"; export default () => new Response(version);`);
}

interface Ended {
  code: number | null;
  output: string;
}

function run(args: string[], identity: { uid?: number; gid?: number } = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: folder, ...identity }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

const build = () => run(["app/commands/build.js"]);

/** Starts the program; answers what it is asked through. */
async function start(...before: string[]): Promise<{ ask: () => Promise<string>; child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [...before, "app/commands/start.js"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  let said = "";
  for await (const piece of child.stdout) {
    said += String(piece);
    const [, port] = /at (\d+)/.exec(said) ?? [];
    if (port) return { ask: async () => (await fetch(`http://127.0.0.1:${port}`)).text(), child, said };
  }
  throw new Error(`not started: ${said}`);
}

it.runIf(isLongRun)(
  "a program goes on with the build that it was started with, whatever is built or fails to be built beside it",
  async () => {
    change("one");
    const first = await start();
    expect(first.said).toContain("正在构建");
    change("two");
    expect(await build()).toMatchObject({ code: 0 });
    const second = await start();
    expect(second.said).not.toContain("正在构建");

    write("app/entry.server.tsx", "export default (");
    const failed = await run(["app/commands/start.js"]);
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining("构建失败")]);
    expect([await first.ask(), await second.ask()]).toEqual(["one", "two"]);

    change("two");
    expect((await start()).said).not.toContain("正在构建");
  },
);

it.runIf(isLongRun)("a change of tests or commands, and another version of Node, are no reason to build", async () => {
  change("two");
  await build();
  for (const file of ["a.test.ts", "b.db.test.ts", "c.sample.ts", "d.island.spec.ts", "commands/e.ts"])
    write(`app/${file}`, "export {};");
  expect(await build()).toEqual({ code: 0, output: "" });
  const otherNode = `data:text/javascript,Object.defineProperty(process, "version", { value: "v22.99.0" })`;
  expect((await start("--import", otherNode)).said).not.toContain("正在构建");
  write("app/added.ts", "export {};");
  expect((await build()).output).toContain("正在构建");
  rmSync(path.join(folder, "app/added.ts"));
});

it.runIf(isLongRun)(
  "builds that nobody runs are removed but for the last two, and those that are run are kept",
  async () => {
    const builds = () => readdirSync(path.join(folder, "build")).filter((name) => /^[0-9a-f]{16}$/.test(name)).length;
    for (const child of running.splice(0)) await end(child);
    change("one");
    const old = await start();
    for (const version of ["two", "three", "four"]) {
      change(version);
      expect(await build()).toMatchObject({ code: 0 });
    }
    expect([await old.ask(), builds()]).toEqual(["one", 4]);
    await end(old.child);
    change("five");
    await build();
    expect(builds()).toBe(3);
  },
);

it.runIf(isRoot)(
  "who may not write starts what is built, and is told in words what to do where nothing fits",
  async () => {
    const nobody = { uid: 65534, gid: 65534 };
    change("five");
    await build();
    expect(await run(["app/commands/build.js"], nobody)).toEqual({ code: 0, output: "" });
    change("six");
    const refused = await run(["app/commands/start.js"], nobody);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("当前系统用户不能写")]);
    expect(refused.output).not.toContain("    at ");
  },
);

function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  return ended;
}
