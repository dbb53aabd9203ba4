import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LockedError, lockHolder, takeLock } from "./lock.server";
import { isLongRun } from "../../../../../tests/kit/long-run";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "bus-lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

it("is held until given back", async () => {
  const release = await takeLock(folder);
  await expect(takeLock(folder)).rejects.toThrow(LockedError);
  expect(await lockHolder(folder)).toMatchObject({ pid: process.pid });
  release();
  (await takeLock(folder))();
  expect(readdirSync(folder)).toHaveLength(1);
});

it.runIf(isLongRun)("is given to exactly one of many that find it stale", async () => {
  writeFileSync(path.join(folder, "app.lock.9"), JSON.stringify({ pid: 2 ** 22 + 1, start: "1", world: "gone" }));
  const script = `import("./app/kit/data/db/embedded/lock.server.ts").then((it) => it.takeLock(${JSON.stringify(folder)})).then(() => { console.log("got"); setTimeout(() => process.exit(), 120_000); }, () => console.log("refused"))`;
  const runs = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--import", "tsx", "-e", script], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const answers = await Promise.all(
    runs.map(
      (run) => new Promise<string>((resolve) => run.stdout.once("data", (line) => resolve(String(line).trim()))),
    ),
  );
  for (const run of runs) run.kill("SIGKILL");
  expect(answers.sort()).toEqual(["got", "refused", "refused", "refused"]);
});

it.runIf(isLongRun)("respects a holder of another machine while its heart beats", async () => {
  const lock = path.join(folder, "app.lock.1");
  writeFileSync(lock, JSON.stringify({ pid: 1, start: "1", world: "elsewhere" }));
  const beating = setInterval(() => utimesSync(lock, new Date(), new Date()), 500);
  await expect(takeLock(folder)).rejects.toThrow(LockedError);
  clearInterval(beating);
  (await takeLock(folder))();
});
