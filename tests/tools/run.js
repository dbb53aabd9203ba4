import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findChromium } from "./chromium.js";
import { keepTemporaryFilesInMemory } from "./in-memory.js";
import { readTests } from "./reports.js";
import { node, phase as runPhase, steps } from "./steps.js";

/** `npm test`; with `--long` in full, as each week and before a release (`npm run test:long`). */
if (process.argv.includes("--long")) process.env.TESTS = "long";
keepTemporaryFilesInMemory();
const work = mkdtempSync(path.join(tmpdir(), "bus-run-"));
const realDataLog = path.join(work, "real-data.jsonl");
const reportOf = (name) => path.join(work, `${name}.json`);
const reports = {
  vitest: ["tests", "alone", "old-browsers"].map(reportOf),
  playwright: ["pages", "islands"].map(reportOf),
};
const failed = [];

// On one core what needs no build, on the other the build; whichever is done first begins with what looks at what was built.
const building = phase("build, by two at once", node("tests/tools/build-twice.js"));
const lookingAtBuild = [
  () => phase("tests alone", vitest("alone", { projects: ["alone"] })),
  () => phase("old browsers", vitest("old-browsers", { config: "tests/old-browsers/vitest.config.ts" })),
  () => phase("build for old browsers", node("node_modules/tsx/dist/cli.mjs", "tests/floor/check-build.ts")),
];
await Promise.all([checkSources().then(lookAtBuild), lookAtBuild()]);
if (await building) {
  await phase("unit and room tests", vitest("tests", { projects: ["unit", "rooms"] }), { aloud: true });
  await browserTests();
  await phase("security table against the run", node("tests/tools/asvs.js", ...Object.values(reports).flat()));
}
summary();

async function checkSources() {
  for (const { name, command } of steps) await phase(name, command([]));
}

async function lookAtBuild() {
  if (!(await building)) return;
  for (let look = lookingAtBuild.shift(); look; look = lookingAtBuild.shift()) await look();
}

function vitest(report, { config = "tests/vitest.config.ts", projects = [] }) {
  return node(
    "node_modules/vitest/vitest.mjs",
    "run",
    "-c",
    config,
    ...projects.map((one) => `--project=${one}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportOf(report)}`,
  );
}

/** On two servers at once, each with a city of its own. */
async function browserTests() {
  const chromium = await findChromium();
  if (!chromium) {
    console.log(
      "browser tests need Chromium: install it (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH",
    );
    failed.push("browser tests");
    return;
  }
  await Promise.all([
    browse(chromium, { name: "pages", projects: ["pages", "axe"] }),
    browse(chromium, { name: "islands", projects: ["islands"] }),
  ]);
}

function browse(chromium, { name, projects }) {
  const command = node(
    "node_modules/@playwright/test/cli.js",
    "test",
    "-c",
    "tests/e2e/playwright.config.ts",
    `--output=test-results/${name}`,
    "--reporter=line,json",
    ...projects.map((one) => `--project=${one}`),
  );
  // In full they are served by two hosts, each request by the other one.
  const hosts = process.env.TESTS === "long" ? { HOSTS: "2" } : {};
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(name), ...hosts };
  return phase(`browser tests: ${name}`, command, { env });
}

async function phase(name, command, { env = {}, aloud } = {}) {
  const ok = await runPhase(name, command, { env: { REAL_DATA_LOG: realDataLog, ...env }, aloud });
  if (!ok) failed.push(name);
  return ok;
}

function summary() {
  const count = (names) => {
    const told = Object.values(reports).flat().map(readReport);
    return told.reduce((sum, report) => sum + names.reduce((some, name) => some + (report[name] ?? 0), 0), 0);
  };
  const passed = count(["numPassedTests", "expected", "flaky"]);
  const broken = count(["numFailedTests", "unexpected"]);
  const skipped = count(["numPendingTests", "numTodoTests", "skipped"]);
  const real = [...new Set(existsSync(realDataLog) ? readFileSync(realDataLog, "utf8").trim().split("\n") : [])]
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const broke = readTests(Object.values(reports).flat()).filter(({ state }) => state === "failed");
  rmSync(work, { recursive: true });
  for (const { file, titles, message } of broke.slice(0, 20))
    console.log(`\nfailed: ${file}: ${titles[0]}\n${String(message).slice(0, 1500)}`);
  console.log("");
  if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
  const ran = real.filter((one) => one.run).length;
  console.log(`real-data tests: ${ran} run, ${real.length - ran} skipped`);
  console.log(`tests: ${passed} passed, ${broken} failed, ${skipped} skipped`);
  process.exit(failed.length > 0 || broken > 0 || passed === 0 ? 1 : 0);
}

/** The counts of a report of vitest or Playwright. */
function readReport(file) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return report.stats ?? report;
}
