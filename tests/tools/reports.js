import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.js";

/**
 * The tests that reports of vitest and Playwright tell of: each with its file, its titles (its own and its groups'), its
 * state (passed, failed, skipped …) and what it said where it failed. A file that could not be loaded counts as one that failed.
 */
export function readTests(files) {
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const report = JSON.parse(readFileSync(file, "utf8"));
      return report.testResults ? report.testResults.flatMap(testsOfVitest) : report.suites.flatMap(testsOfPlaywright);
    });
}

function testsOfVitest({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const tests = assertionResults.map(({ title, ancestorTitles, status, failureMessages }) => ({
    file,
    titles: [title, ...ancestorTitles],
    state: status,
    message: failureMessages?.join("\n"),
  }));
  const isBroken = status === "failed" && !tests.some(({ state }) => state === "failed");
  return isBroken ? [...tests, { file, titles: ["the file itself"], state: "failed", message }] : tests;
}

function testsOfPlaywright({ file, specs = [], suites = [] }) {
  const own = specs.map(({ title, ok, tests }) => {
    const skipped = tests.every(({ status }) => status === "skipped");
    const errors = tests.flatMap(({ results = [] }) => results.flatMap(({ errors = [] }) => errors));
    return {
      file: `tests/e2e/${file}`,
      titles: [title],
      state: skipped ? "skipped" : ok ? "passed" : "failed",
      message: errors.map(({ message }) => message).join("\n"),
    };
  });
  return [...own, ...suites.flatMap(testsOfPlaywright)];
}
