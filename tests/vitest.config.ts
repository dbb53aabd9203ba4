import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./tools/in-memory.js";

const root = fileURLToPath(new URL("..", import.meta.url));
// Neither UTC nor where the operator is: what takes the machine's zone for either is seen.
process.env.TZ = "America/New_York";
// What a test starts is one process, unless it asks for more.
process.env.WORKERS = "1";
keepTemporaryFilesInMemory();
const own = { resolve: { alias: { "~": `${root}app` } }, esbuild: { jsxDev: false } };

/** Files that give the program other settings, or put something in a module's place: for others the program stays as it was loaded. */
const alone = ["app", "tests"]
  .flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) => /^vi\.mock\(|vi\.hoisted\(|\bserveTerminals\(/m.test(readFileSync(root + name, "utf8")));

/** Long enough for a machine that is busy with other work: what must be done in time says so itself. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

const database = {
  globalSetup: ["tests/kit/database.setup.ts"],
  // The built program runs as Node loads it.
  server: { deps: { external: [/\/build\/server\//, /\/\.cache\/quick\//] } },
  ...patience,
};

/**
 * Three projects: `unit` needs nothing; `rooms` goes through the built app with a database of its own per file, and its files
 * share two processes, which load the program once; `alone` is those of both that cannot share.
 */
export default defineConfig({
  root,
  ...own,
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    // As the program is started: with the default a tenth of the time goes into collecting memory; its threads would take the other file's core.
    // What a test says is held in memory must not be what is still to be collected.
    poolOptions: {
      forks: { isolate: false, execArgv: ["--max-semi-space-size=32", "--single-threaded-gc", "--expose-gc"] },
      threads: { maxThreads: 1, minThreads: 1 },
    },
    projects: [
      {
        ...own,
        test: {
          name: "unit",
          root,
          include: [
            "app/kit/**/*.test.ts",
            "app/transit/**/*.test.ts",
            "app/kit/**/*.test.tsx",
            "app/seed/**/*.test.ts",
            "app/**/*.client.test.{ts,tsx}",
            "app/shell/**/*.unit.test.ts",
            "tests/tools/{asvs,changed-files,forbidden-code,papers}.test.ts",
            "tests/faults/{builds,callbacks}.test.ts",
            "tests/mutants/*.test.ts",
          ],
          exclude: ["**/*.db.test.ts", "node_modules", ...alone],
          setupFiles: ["tests/kit/react.setup.ts", "tests/kit/fresh.setup.ts"],
          ...patience,
        },
      },
      {
        ...own,
        test: {
          name: "rooms",
          root,
          include: [
            "app/**/*.db.test.ts",
            "app/domains/**/*.test.ts",
            "app/homepage/*.test.ts",
            "app/shell/**/*.test.ts",
            "tests/{bench,faults,hostile,spec,sweeps,tools}/*.test.ts",
          ],
          exclude: [
            "app/**/*.client.test.{ts,tsx}",
            "app/shell/**/*.unit.test.ts",
            "tests/tools/{asvs,changed-files,forbidden-code,package-age,papers}.test.ts",
            "tests/faults/{builds,callbacks}.test.ts",
            "node_modules",
            ...alone,
          ],
          setupFiles: ["tests/kit/react.setup.ts", "tests/kit/fresh.setup.ts", "tests/kit/file.setup.ts"],
          ...database,
        },
      },
      {
        ...own,
        test: {
          name: "alone",
          root,
          include: alone,
          pool: "threads",
          setupFiles: ["tests/kit/react.setup.ts", "tests/kit/file.setup.ts"],
          ...database,
        },
      },
    ],
  },
});
