import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

const work = mkdtempSync(path.join(tmpdir(), "bus-asvs-"));
afterAll(() => rmSync(work, { recursive: true }));

/** The table as it is, with no row that waits for its proof. */
const table = readFileSync("docs/security-asvs.md", "utf8").replaceAll(
  /^(\| V\S+ +\|.*?\| )(?:met|open|installation)( .*\| )[^|]*\(pending\)[^|]*\|$/gm,
  "$1no$2|",
);

interface Ran {
  file: string;
  title: string;
  state: string;
}

/** The tests that the table names, as if they had run. */
const named: Ran[] = [...table.matchAll(/`((?:app|tests)\/[^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)].map(
  ([, file = "", title = ""]) => ({ file, title: title.replaceAll(/\$\{.+?\}|[$%]\w+/g, "one"), state: "passed" }),
);

function check(text: string, ran?: Ran[], ...more: string[]): { status: number | null; words: string } {
  const files = {
    table: path.join(work, "table.md"),
    vitest: path.join(work, "v.json"),
    playwright: path.join(work, "p.json"),
  };
  writeFileSync(files.table, text);
  const isPage = ({ file }: Ran) => file.endsWith(".spec.ts");
  const testResults = (ran ?? [])
    .filter((one) => !isPage(one))
    .map(({ file, title, state }) => ({
      name: path.resolve(file),
      assertionResults: [{ title, ancestorTitles: [], status: state }],
    }));
  const suites = (ran ?? []).filter(isPage).map(({ file, title, state }) => ({
    file: path.basename(file),
    specs: [
      {
        file: path.basename(file),
        title,
        ok: state !== "failed",
        tests: [{ status: state === "skipped" ? "skipped" : "expected" }],
      },
    ],
  }));
  writeFileSync(files.vitest, JSON.stringify({ testResults }));
  writeFileSync(files.playwright, JSON.stringify({ suites }));
  const args = [
    "tests/tools/asvs.js",
    `--table=${files.table}`,
    ...(ran ? [files.vitest, files.playwright] : []),
    ...more,
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, words: stdout };
}

it("the table holds every requirement of both levels, and its proofs", () => {
  expect(named.length).toBeGreaterThan(100);
  for (const told of [check(table), check(table, named)]) expect(told).toMatchObject({ status: 0 });
});

const firstTest = named[0]!;
it.each([
  ["a title that no test has", table.replace(firstTest.title, "is a title of none"), `has no test`],
  [
    "a file that is not there",
    table.replaceAll(firstTest.file, "tests/gone.test.ts"),
    "there is no tests/gone.test.ts",
  ],
  ["a requirement left out", table.replace(/^\| V1\.2\.4 .*\n/m, ""), "69 rows of level 1, the standard has 70"],
  ["a level that is another", table.replace("| V1.2.4  | 1 ", "| V1.2.4  | 2 "), "184 rows of level 2"],
  ["a state of its own", table.replace("| met ", "| almost "), "is none of"],
  [
    "a row that is met without proof",
    table.replace(/^(\| V1\.3\.2 .*\| )[^|]+\|$/m, "$1|"),
    "V1.3.2: is met and names no proof",
  ],
])("%s is found without a run", (_, text, words) => {
  const told = check(text);
  expect([told.status, told.words]).toEqual([1, expect.stringContaining(words)]);
});

it.each([
  ["did not run", named.filter((one) => one.title !== firstTest.title)],
  ["was skipped", named.map((one) => (one.title === firstTest.title ? { ...one, state: "skipped" } : one))],
  ["failed", named.map((one) => (one.title === firstTest.title ? { ...one, state: "failed" } : one))],
])("a test that %s is found in the run", (words, ran) => {
  const told = check(table, ran);
  expect([told.status, told.words]).toEqual([1, expect.stringContaining(`"${firstTest.title}" ${words}`)]);
});

it("tests of packages are looked for in their own run, and only there", () => {
  const ofPackages = named.filter(({ file }) => file === "tests/tools/package-age.test.ts");
  const others = named.filter((one) => !ofPackages.includes(one));
  expect(ofPackages.length).toBeGreaterThan(2);
  expect([check(table, others).status, check(table, ofPackages, "--packages").status]).toEqual([0, 0]);
  const told = check(table, ofPackages.slice(1), "--packages");
  expect([told.status, told.words]).toEqual([1, expect.stringContaining(`"${ofPackages[0]!.title}" did not run`)]);
});

it("a row that waits for its proof is said at each check, and fails a run", () => {
  const waiting = table.replace(`“${firstTest.title}”`, `“${firstTest.title}”<br>(pending) later`);
  expect(check(waiting)).toEqual({ status: 0, words: expect.stringContaining("no proof yet: (pending) later") });
  expect(check(waiting, named).status).toBe(1);
});
