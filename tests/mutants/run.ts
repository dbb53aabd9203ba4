import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Compiler } from "./compiler";
import { drawFaults, type Fault } from "./find-faults";
import { git, listFiles, NotBundled, root, Stage } from "./stage";
import { readImports, testFinder, type TestFile } from "./which-tests";

/**
 * `npm run mutants -- [--seed N] [--count N] [--changed [REF]] [FOLDER or FILE ...]`: plants single slips of a tired engineer in
 * a copy of the working tree and tells which of them the tests notice. `--list` only prints them; `--sweeps` also runs the tests
 * of all rooms; `--files N` and `--limit SECONDS` bound what is run for each; `--at-least 0.85` makes less than that an error.
 */
const usage =
  "usage: npm run mutants -- [--seed N] [--count N] [--files N] [--limit SECONDS] [--at-least SHARE] [--list] [--sweeps] [--changed [REF]] [FOLDER or FILE ...]";
const given = process.argv.slice(2);
const isGiven = (name: string) => given.includes(name) && given.splice(given.indexOf(name), 1).length > 0;
const number = (name: string, otherwise: number) => {
  const at = given.indexOf(name);
  const value = at < 0 ? otherwise : Number(given.splice(at, 2)[1]);
  if (Number.isNaN(value)) leave(usage);
  return value;
};
const [list, sweeps] = [isGiven("--list"), isGiven("--sweeps")];
const seed = number("--seed", Math.floor(Math.random() * 1e6));
const [count, mostFiles, limit] = [number("--count", 20), number("--files", 8), number("--limit", 120)];
const wanted = number("--at-least", 0);
const there = listFiles();
const changed = given.includes("--changed") ? filesSince() : [];
const unknown = given.find((word) => word.startsWith("--") || !existsSync(path.join(root, word)));
if (unknown !== undefined || given.length + changed.length === 0)
  leave(unknown ? `what is ${unknown}?\n${usage}` : usage);

const chosen = there.filter(isPlanted);
const compiler = new Compiler(root, [...chosen, ...there.filter((file) => /^app\/.*\.d\.ts$/.test(file))]);
const drawn = drawFaults(
  chosen.flatMap((file) => compiler.findFaults(file)),
  seed,
);
const testsOf = testFinder(readImports(root, there), sweeps);
const [proved, leftOut, untested] = [new Set<string>(), new Set<string>(), new Set<string>()];
const results: { fault: Fault; isNoticed: boolean }[] = [];

console.log(`seed ${seed}: ${chosen.length} files`);
if (list) listFaults();
else await tryFaults();

function listFaults(): void {
  let left = count;
  for (const fault of drawn) {
    if (left === 0) return;
    if (compiler.accepts(fault) === undefined) continue;
    console.log(`${placeOf(fault)} ${changeOf(fault)}`);
    left -= 1;
  }
}

async function tryFaults(): Promise<void> {
  const stage = new Stage(there);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void stage.close().finally(() => process.exit(130)));
  try {
    await stage.open();
    const began = performance.now();
    for (const fault of drawn) {
      if (results.length === count) break;
      const text = compiler.accepts(fault);
      if (text !== undefined) await tryFault(stage, fault, text);
    }
    showTotals((performance.now() - began) / 1000);
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    await stage.close();
  }
}

async function tryFault(stage: Stage, fault: Fault, text: string): Promise<void> {
  const tests = testsOf(fault.file).filter(({ test }) => !leftOut.has(test));
  if (tests.length === 0) untested.add(fault.file);
  const healthy = readFileSync(path.join(root, fault.file), "utf8");
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  let by: string | undefined;
  try {
    for (const one of tests.slice(0, mostFiles)) {
      stage.put(fault.file, text);
      const outcome = await stage.run(one, limit);
      if (outcome?.failed !== null) {
        stage.put(fault.file, healthy);
        if (await passes(stage, one)) by = `${one.test} > ${outcome ? outcome.failed : `(takes more than ${limit} s)`}`;
      }
      if (by || seconds() > limit) break;
    }
  } catch (error) {
    if (error instanceof NotBundled) return;
    throw error;
  } finally {
    stage.put(fault.file, healthy);
  }
  if (tests.every(({ test }) => leftOut.has(test))) return;
  results.push({ fault, isNoticed: by !== undefined });
  console.log(
    by
      ? `noticed  ${placeOf(fault)} by ${by} (${seconds()} s)`
      : `not      ${placeOf(fault)} ${changeOf(fault)} (${seconds()} s)`,
  );
}

/** Whether a test passes without a fault; asked once, and only of one that has noticed something. A test that does not is left out. */
async function passes(stage: Stage, one: TestFile): Promise<boolean> {
  if (!proved.has(one.test)) {
    const outcome = await stage.run(one, limit);
    proved.add(one.test);
    if (outcome?.failed !== null) {
      leftOut.add(one.test);
      console.log(`left out ${one.test}: ${outcome ? `fails without a fault: ${outcome.failed}` : "takes too long"}`);
    }
  }
  return !leftOut.has(one.test);
}

function showTotals(seconds: number): void {
  const folderOf = ({ file }: Fault) => path.dirname(file).split("/").slice(0, 3).join("/");
  for (const nameOf of [folderOf, ({ kind }: Fault) => kind]) {
    const names = [...new Set(results.map(({ fault }) => nameOf(fault)))].sort();
    console.log("");
    for (const name of names) console.log(`${name}: ${shareOf(results.filter(({ fault }) => nameOf(fault) === name))}`);
  }
  if (untested.size > 0) console.log(`\nno test concerns ${[...untested].join(", ")}`);
  const share = results.filter(({ isNoticed }) => isNoticed).length / results.length;
  console.log(`\nnoticed ${shareOf(results)}; seed ${seed}, ${(seconds / results.length).toFixed(1)} s a fault`);
  if (results.length === 0) leave("no fault was planted");
  if (share < wanted) process.exitCode = 1;
}

function shareOf(of: typeof results): string {
  const noticed = of.filter(({ isNoticed }) => isNoticed).length;
  return `${noticed} of ${of.length} (${((100 * noticed) / of.length).toFixed(0)}%)`;
}

function placeOf({ file, line, kind }: Fault): string {
  return `${file}:${line} (${kind})`;
}

function changeOf({ before, after }: Fault): string {
  const shorten = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 100);
  return `${shorten(before) || "(nothing)"} -> ${shorten(after) || "(left out)"}`;
}

/** What only a browser runs is left to the browser tests, and what is generated or made for tests is nobody's slip. */
function isPlanted(file: string): boolean {
  if (!/^(app\/.*|server)\.tsx?$/.test(file) || /\.(d|test|sample)\.tsx?$|\/db\/tables\.ts$/.test(file)) return false;
  if (given.includes(file) || changed.includes(file)) return true;
  return !/\.(client|island)\./.test(file) && given.some((folder) => file.startsWith(`${folder.replace(/\/$/, "")}/`));
}

/** The files changed since the branch left REF, the new ones too. */
function filesSince(): string[] {
  const at = given.indexOf("--changed");
  const next = given[at + 1];
  const isRef = next !== undefined && !next.startsWith("--") && !existsSync(path.join(root, next));
  const [, ref = "main"] = given.splice(at, isRef ? 2 : 1);
  const base = git("merge-base", ref, "HEAD")[0]!.trim();
  return [
    ...git("diff", "-z", "--name-only", "--diff-filter=d", "--relative", base),
    ...git("ls-files", "-z", "-o", "--exclude-standard"),
  ];
}

function leave(why: string): never {
  console.error(why);
  process.exit(2);
}
