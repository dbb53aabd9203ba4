import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findChromium } from "./chromium.js";
import { node, phase as runPhase, root, steps } from "./steps.js";

const work = mkdtempSync(path.join(tmpdir(), "bus-run-"));
const realDataLog = path.join(work, "real-data.jsonl");
const reports = { vitest: path.join(work, "vitest.json"), playwright: path.join(work, "playwright.json") };
const failed = [];

for (const { name, command } of steps) phase(name, command([]));
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
  phase("security table against the run", node("tests/asvs.js", ...Object.values(reports)));
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

function phase(name, command, env = {}) {
  const ok = runPhase(name, command, { REAL_DATA_LOG: realDataLog, ...env });
  if (!ok) failed.push(name);
  return ok;
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
