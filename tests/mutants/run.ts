import { existsSync } from "node:fs";
import path from "node:path";
import { bundles } from "../../app/commands/bundles.js";
import { keepTemporaryFilesInMemory } from "../tools/in-memory.js";
import { Compiler } from "./compiler";
import { drawFaults, type Fault } from "./find-faults";
import { git, listFiles, root, Stage } from "./stage";
import { type Planted, Trial } from "./trial";
import { measureSteps, readImports, testFinder } from "./which-tests";

/**
 * `npm run mutants -- [--seed N] [--count N] [--changed [REF]] [FOLDER or FILE ...]`: plants single slips of a tired engineer in
 * a copy of the working tree and tells which of them the tests notice. `--list` only prints them; `--sweeps` also runs the tests
 * of all rooms; `--files N` and `--limit SECONDS` bound what is run for each that reaches it; `--at-least 0.85` makes less than that an error.
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

keepTemporaryFilesInMemory();
const chosen = there.filter(isPlanted);
const compiler = new Compiler(root, [...chosen, ...there.filter((file) => /^app\/.*\.d\.ts$/.test(file))]);
const faults = [...takeFaults()];
console.log(`seed ${seed}: ${faults.length} faults in ${chosen.length} files`);
if (faults.length === 0) leave("nothing can be planted there");
const results: { fault: Fault; isNoticed: boolean }[] = [];
const untested = new Set<string>();
if (list) for (const { fault } of faults) console.log(`${placeOf(fault)} ${changeOf(fault)}`);
else await tryFaults();

/** As many of the drawn faults as are wanted, those left out that the compiler notices. */
function* takeFaults(): Generator<Planted> {
  let taken = 0;
  for (const fault of drawFaults(
    chosen.flatMap((file) => compiler.findFaults(file)),
    seed,
  )) {
    if (taken === count) return;
    const text = compiler.accepts(fault);
    if (text !== undefined) yield { number: taken++, fault, text };
  }
}

async function tryFaults(): Promise<void> {
  let stage: Stage | undefined;
  let began = performance.now();
  let isEnding = false;
  const seconds = () => (performance.now() - began) / 1000;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    // Both npm and tsx hand a signal on, and the second must not end what the first has begun.
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      if (results.length > 0) showTotals(seconds());
      void Promise.resolve(stage?.close()).finally(() => process.exit(130));
    });
  try {
    // A signal waits until all is copied, and then finds what there is to be taken away.
    stage = new Stage(there);
    await stage.open();
    began = performance.now();
    const imports = readImports(root, there);
    const beside = measureSteps(imports, Object.values(bundles));
    const trial = new Trial(stage, faults, limit, (file) => beside.has(file));
    const testsOf = testFinder(imports, sweeps);
    for (const planted of faults) {
      const { fault } = planted;
      const start = performance.now();
      const verdict = await trial.judge(planted, testsOf(fault.file), mostFiles);
      if (!verdict) untested.add(fault.file);
      else {
        const { by, reachedBy } = verdict;
        results.push({ fault, isNoticed: by !== undefined });
        const how = by ? `by ${by}` : `${changeOf(fault)}, reached by ${reachedBy} tests`;
        const took = ((performance.now() - start) / 1000).toFixed(0);
        console.log(`${by ? "noticed " : "not     "} ${placeOf(fault)} ${how} (${took} s)`);
      }
    }
    showTotals(seconds());
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    await stage?.close();
  }
}

function showTotals(seconds: number): void {
  const folderOf = ({ file }: Fault) => path.dirname(file).split("/").slice(0, 3).join("/");
  for (const nameOf of [folderOf, ({ kind }: Fault) => kind]) {
    const names = [...new Set(results.map(({ fault }) => nameOf(fault)))].sort();
    console.log("");
    for (const name of names) console.log(`${name}: ${shareOf(results.filter(({ fault }) => nameOf(fault) === name))}`);
  }
  if (untested.size > 0) console.log(`\nno test concerns ${[...untested].join(", ")}`);
  if (results.length === 0) throw new Error("no test that passes concerns what was planted");
  const share = results.filter(({ isNoticed }) => isNoticed).length / results.length;
  console.log(`\nnoticed ${shareOf(results)}; seed ${seed}, ${(seconds / results.length).toFixed(1)} s a fault`);
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

/** What is generated or made for tests is nobody's slip. */
function isPlanted(file: string): boolean {
  if (!/^(app\/.*|server)\.tsx?$/.test(file) || /\.(d|test|sample)\.tsx?$|\/db\/tables\.ts$/.test(file)) return false;
  return changed.includes(file) || given.some((one) => file === one || file.startsWith(`${one.replace(/\/$/, "")}/`));
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
