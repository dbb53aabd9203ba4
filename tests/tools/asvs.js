import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readTests } from "./reports.js";
import { root } from "./steps.js";

/**
 * The table of docs/security-asvs.md against the tests: each row that is met names a paper's heading or tests that are
 * there; with the reports of a run (vitest's, Playwright's) these tests also ran in it and passed, with `--packages` those
 * that `npm run packages` runs instead of `npm test`. A row's own
 * `(may be skipped)` stands for a test that needs a tool which not every machine has.
 */
const given = process.argv.slice(2);
const reports = given.filter((one) => !one.startsWith("--"));
const isOfRun = (file) => (file === "tests/tools/package-age.test.ts") === given.includes("--packages");
const paper = given.find((one) => one.startsWith("--table="))?.slice("--table=".length) ?? "docs/security-asvs.md";
const counts = { 1: 70, 2: 183 };
const states = ["met", "installation", "open", "no"];

const rows = readRows(readFileSync(path.resolve(root, paper), "utf8"));
const pending = rows.flatMap(({ number, proofs }) =>
  proofs.filter(isPending).map(({ text }) => `${number}: no proof yet: ${text}`),
);
const faults = [...faultsOfTheList(), ...rows.flatMap(faultsOfRow)];
if (reports.length > 0) faults.push(...pending, ...faultsOfTheRun(readTests(reports)));
else for (const words of pending) console.log(words);
for (const fault of faults) console.log(fault);
for (const level of [1, 2]) {
  const told = states.map(
    (state) => `${rows.filter((row) => row.level === level && row.state === state).length} ${state}`,
  );
  console.log(`ASVS 5.0.0 level ${level}: ${told.join(", ")}`);
}
process.exit(faults.length > 0 ? 1 : 0);

function readRows(text) {
  return text
    .split("\n")
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [number, level, about, state, how, proof] = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim());
      return {
        number,
        level: Number(level),
        about,
        state,
        how,
        proofs: proof ? proof.split("<br>").map(readProof) : [],
      };
    });
}

/** A proof is a link to a heading, or a file and a test's title in it. */
function readProof(text) {
  const [, file, title, mark] = /^`([^`]+)` “(.+)”( \(may be skipped\))?$/.exec(text) ?? [];
  return {
    text,
    file,
    title: title?.replaceAll("\\|", "|"),
    maySkip: Boolean(mark),
    heading: /^\[[^\]]+\]\([\w.-]+\.md#[^)\s]+\)$/.test(text),
  };
}

/** What another branch is building; said at each check, and a fault of each whole run. */
function isPending({ text }) {
  return text.startsWith("(pending)");
}

function faultsOfTheList() {
  const found = [];
  for (const [level, count] of Object.entries(counts)) {
    const has = rows.filter((row) => row.level === Number(level)).length;
    if (has !== count) found.push(`${paper}: ${has} rows of level ${level}, the standard has ${count}`);
  }
  const places = rows.map(({ number }) =>
    number
      .slice(1)
      .split(".")
      .map((part) => part.padStart(3, "0"))
      .join("."),
  );
  places.forEach((place, nth) => {
    if (nth > 0 && place <= places[nth - 1]) found.push(`${rows[nth].number}: twice, or not in its place`);
  });
  return found;
}

function faultsOfRow({ number, about, state, how, proofs }) {
  const say = (words) => `${number}: ${words}`;
  if (!states.includes(state)) return [say(`"${state}" is none of ${states.join(", ")}`)];
  if (!about || !how) return [say("says not what it is about, or not how it is met or why not")];
  if (["met", "installation"].includes(state) && proofs.length === 0) return [say(`is ${state} and names no proof`)];
  return proofs.flatMap(({ text, file, title, heading }) => {
    if (heading || isPending({ text })) return [];
    if (!file) return [say(`the proof "${text}" is neither a heading nor a test`)];
    if (!existsSync(path.join(root, file))) return [say(`there is no ${file}`)];
    return sourcesOf(file).some((source) => ['"', "`", "'"].some((mark) => source.includes(`${mark}${title}${mark}`)))
      ? []
      : [say(`${file} has no test "${title}"`)];
  });
}

/** A test file and what it takes from beside it, where the tests that all rooms share stand. */
function sourcesOf(file) {
  const text = readFileSync(path.join(root, file), "utf8");
  const beside = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, at]) =>
    path.join(root, path.dirname(file), `${at}.ts`),
  );
  return [text, ...beside.filter((at) => existsSync(at)).map((at) => readFileSync(at, "utf8"))];
}

function faultsOfTheRun(ran) {
  return rows.flatMap(({ number, proofs }) =>
    proofs
      .filter(({ file }) => file && isOfRun(file))
      .flatMap(({ file, title, maySkip }) => {
        const pattern = new RegExp(
          `^${title
            .split(/\$\{[^}]+\}|[$%]\w+/)
            .map(RegExp.escape ?? escape)
            .join(".+")}$`,
        );
        const found = ran.filter((one) => one.file === file && one.titles.some((name) => pattern.test(name)));
        const say = (words) => [`${number}: ${file} "${title}" ${words}`];
        if (found.length === 0) return say("did not run");
        if (found.some(({ state }) => state === "failed")) return say("failed");
        return !maySkip && found.every(({ state }) => state !== "passed") ? say("was skipped") : [];
      }),
  );

  function escape(text) {
    return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }
}
