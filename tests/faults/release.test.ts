import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { isLongRun } from "../kit/long-run";
import { endStarted, start } from "../kit/started";

afterEach(endStarted);

it.runIf(isLongRun)("a release starts where there is Node and nothing else, and builds nothing", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-release-"));
  try {
    execFileSync(process.execPath, ["app/commands/release.js", folder], { stdio: "ignore" });
    const [archive] = readdirSync(folder);
    execFileSync("tar", ["-xzf", archive!], { cwd: folder });
    const unpacked = path.join(folder, archive!.replace(".tar.gz", ""));
    const programs = path.join(folder, "bin");
    mkdirSync(programs);
    symlinkSync(process.execPath, path.join(programs, "node"));
    const before = readdirSync(path.join(unpacked, "build"));
    // Its own packages, of another place than ours.
    const { url, output } = await start({ PATH: `${programs}:/usr/bin:/bin` }, undefined, unpacked);
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true });
    expect(output()).not.toContain("正在构建");
    expect(readdirSync(path.join(unpacked, "build"))).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
