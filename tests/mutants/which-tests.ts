import { readFileSync } from "node:fs";
import path from "node:path";

/** Which files of the program and its tests a file imports when it runs, by their paths from `root`. */
type Imports = ReadonlyMap<string, readonly string[]>;

const imported =
  /(?:^|\n)(?:import|export) (?!type\b)[^;"]*"([^"]+)";|\bimport\(\s*(?:\/\*.*?\*\/\s*)?"([^"]+)"\)|new URL\("([^"]+)", import\.meta\.url\)/g;

/** Reads the imports of all these files. */
export function readImports(root: string, files: readonly string[]): Imports {
  const sources = files.filter((file) => /\.[jt]sx?$/.test(file));
  const there = new Set(sources);
  const resolve = (from: string, name: string) => {
    const at = name.startsWith("~/")
      ? `app/${name.slice(2)}`
      : path.posix.join(path.posix.dirname(from), name.replace(/\?.*/, ""));
    return ["", ".ts", ".tsx", ".js", "/index.ts"].map((ending) => at + ending).find((file) => there.has(file));
  };
  return new Map(
    sources.map((file) => {
      const names = [...readFileSync(path.join(root, file), "utf8").matchAll(imported)];
      const found = names.map(([, ...name]) => name.find(Boolean)!).filter((name) => /^[.~]/.test(name));
      return [file, found.flatMap((name) => resolve(file, name) ?? [])];
    }),
  );
}

/** From how many steps away each file is reached that imports one of these, or is imported by one. */
export function measureSteps(imports: Imports, from: readonly string[]): Map<string, number> {
  const steps = new Map(from.map((file) => [file, 0]));
  // A map is walked on into what is added to it meanwhile.
  for (const [file, far] of steps)
    for (const next of imports.get(file) ?? []) if (!steps.has(next)) steps.set(next, far + 1);
  return steps;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const roomOf = (file: string) => /^app\/(domains\/[^/]+|shell|homepage)\//.exec(file)?.[0];
const farthest = 3;

/** A test file, and whether it asks the built program. */
export interface TestFile {
  test: string;
  throughProgram: boolean;
}

/** What tells which tests concern a file, nearest first: those that import it, within three steps where they need not the whole program; of a room's file the room's; then those of the rooms that import it, or of the nearest; with `sweeps` then those of all rooms. */
export function testFinder(imports: Imports, sweeps: boolean): (file: string) => TestFile[] {
  const importers = new Map<string, string[]>();
  for (const [file, names] of imports)
    for (const name of names) importers.set(name, [...(importers.get(name) ?? []), file]);
  const tests = [...imports.keys()].filter(isTest);
  // What holds all that is said or written against what was before notices most.
  const comparing = new Set(importers.get("tests/kit/said-kept.ts"));
  const throughProgram = new Set(measureSteps(importers, ["tests/kit/visit.ts"]).keys());
  return (file) => {
    const steps = measureSteps(importers, [file]);
    const own = roomOf(file);
    const rooms = new Map<string, number>();
    for (const [importer, far] of steps) {
      const room = roomOf(importer);
      if (room && room !== own && !isTest(importer) && !rooms.has(room)) rooms.set(room, far);
    }
    const nearest = own ? 1 : Math.min(...rooms.values());
    const rank = (test: string) => {
      const far = steps.get(test) ?? Infinity;
      const room = roomOf(test);
      if (far === 1 || (far <= farthest && !throughProgram.has(test))) return far;
      if (room && room === own) return 10 + differing(path.dirname(test), path.dirname(file));
      if (room && rooms.get(room) === nearest) return 30;
      if (!room && path.dirname(test) === path.dirname(file)) return 20;
      if (!sweeps || !test.startsWith("tests/") || !throughProgram.has(test)) return Infinity;
      // After those of the same folder.
      return comparing.has(test) ? 10.5 : 40;
    };
    const named = (test: string) => words(test).filter((word) => words(file).includes(word)).length;
    return tests
      .map((test) => ({ test, rank: rank(test) }))
      .filter((one) => one.rank < Infinity)
      .sort((a, b) => a.rank - b.rank || named(b.test) - named(a.test) || (a.test < b.test ? -1 : 1))
      .map(({ test }) => ({ test, throughProgram: throughProgram.has(test) }));
  };
}

const words = (file: string) => path.basename(file).split(/\W+/);

/** How many folders of two paths are not those of the other. */
function differing(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const same = a.findIndex((name, place) => name !== b[place]);
  return same < 0 ? b.length - a.length : a.length + b.length - 2 * same;
}
