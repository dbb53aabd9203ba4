import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { configure } from "../../app/kit/data/db/embedded/configuration.server";
import { identity } from "../../app/kit/data/db/embedded/initialise.server";
import { findPlace } from "../../app/kit/data/db/embedded/place.server";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import { startDatabase } from "../../app/kit/data/db/embedded/start.server";
import { printLine } from "../../app/kit/ground/log.server";
import { keepTemporaryFilesInMemory } from "./in-memory.js";

/**
 * `npm run test:as-of -- 2029-01-01 <test files>`: these tests, and their database, with the clock at noon (UTC) of that day, or
 * at the time given with it (`2029-01-01T23:30`), so that no test waits for the calendar to fail. By libfaketime (Debian's package of that name); FAKETIME_LIBRARY names another file.
 */
const [day = "", ...files] = process.argv.slice(2);
const library =
  process.env.FAKETIME_LIBRARY ??
  ["x86_64", "aarch64"]
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file));
const seconds = Math.round((Date.parse(`${day.includes("T") ? day : `${day}T12:00`}Z`) - Date.now()) / 1000);
if (!library || !Number.isFinite(seconds)) {
  printLine(
    library
      ? "usage: npm run test:as-of -- 2029-01-01 <test files>"
      : "libfaketime is not there: apt-get install libfaketime",
  );
  process.exit(2);
}
const clock = {
  LD_PRELOAD: library,
  // An offset, so that all processes have the same time whenever they begin.
  FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}`,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
};

keepTemporaryFilesInMemory();
const dataDir = mkdtempSync(path.join(tmpdir(), "bus-as-of-"));
chmodSync(dataDir, 0o755);
// As the program makes it, then started once more with the other clock.
const made = await startDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
await made.stop();
const place = findPlace(dataDir, printLine);
const port = await freePort(undefined);
const inHaste = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
const configuration = Object.entries(configure(port, inHaste)).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
const server = spawn(path.join(place.programs, "bin/postgres"), ["-D", place.data, ...configuration], {
  ...identity(place.account),
  cwd: place.data,
  stdio: "ignore",
  env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...clock },
});
const url = new URL(made.url);
url.port = String(port);
printLine(`the database's clock says ${await askTime(url.href)}`);

const { status } = spawnSync(process.execPath, ["tests/tools/quick.js", ...files], {
  stdio: "inherit",
  env: { ...process.env, ...clock, TEST_DATABASE_URL: url.href },
});
const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGINT");
await ended;
rmSync(dataDir, { recursive: true });
process.exit(status ?? 1);

async function askTime(at: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(at);
    try {
      await client.connect();
      return (await client.query<{ now: string }>("select now()::text as now")).rows[0]?.now ?? "";
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
