import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./chromium.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), "bus-run-"));
const realDataLog = path.join(work, "real-data.jsonl");
const reports = { vitest: path.join(work, "vitest.json"), playwright: path.join(work, "playwright.json") };
const failed = [];

phase("types", node("node_modules/typescript/bin/tsc", "--noEmit"));
phase("lint", node("node_modules/eslint/bin/eslint.js", "-c", "tests/eslint.config.js", "."));
phase(
  "import rules",
  node(
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    "--config",
    "tests/import-rules.cjs",
    "app",
    "server.ts",
  ),
);
if (phase("build", node("app/commands/build.js"))) {
  phase(
    "unit and room tests",
    node(
      "node_modules/vitest/vitest.mjs",
      "run",
      "-c",
      "tests/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reports.vitest}`,
    ),
  );
  phase("build for old browsers", node("node_modules/tsx/dist/cli.mjs", "tests/floor/check-build.ts"));
  if (existsSync(path.join(root, "tests/e2e/playwright.config.ts"))) await browserTests();
  phase("old browsers", node("node_modules/vitest/vitest.mjs", "run", "-c", "tests/old-browsers/vitest.config.ts"));
}
summary();

async function browserTests() {
  const chromium = await findChromium();
  if (!chromium) {
    console.log(
      "browser tests need Chromium: install it (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH",
    );
    failed.push("browser tests");
    return;
  }
  const command = node(
    "node_modules/@playwright/test/cli.js",
    "test",
    "-c",
    "tests/e2e/playwright.config.ts",
    "--reporter=line,json",
  );
  phase("browser tests", command, { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright });
}

function node(...args) {
  return [process.execPath, ...args];
}

function phase(name, [program, ...args], env = {}) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, REAL_DATA_LOG: realDataLog, ...env },
  });
  console.log(`== ${name}: ${status === 0 ? "ok" : "FAILED"} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (status !== 0) failed.push(name);
  return status === 0;
}

function summary() {
  const vitest = readReport(reports.vitest) ?? {};
  const { stats = {} } = readReport(reports.playwright) ?? {};
  const passed = (vitest.numPassedTests ?? 0) + (stats.expected ?? 0) + (stats.flaky ?? 0);
  const broken = (vitest.numFailedTests ?? 0) + (stats.unexpected ?? 0);
  const skipped = (vitest.numPendingTests ?? 0) + (vitest.numTodoTests ?? 0) + (stats.skipped ?? 0);
  const real = [...new Set(existsSync(realDataLog) ? readFileSync(realDataLog, "utf8").trim().split("\n") : [])]
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  rmSync(work, { recursive: true });
  console.log("");
  if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
  const ran = real.filter((one) => one.run).length;
  console.log(`real-data tests: ${ran} run, ${real.length - ran} skipped`);
  console.log(`tests: ${passed} passed, ${broken} failed, ${skipped} skipped`);
  process.exit(failed.length > 0 || broken > 0 || passed === 0 ? 1 : 0);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
