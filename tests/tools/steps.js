import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A command that runs a script with the Node at hand. */
export function node(script, ...args) {
  return [process.execPath, script, ...args];
}

/**
 * Runs a command in the project's folder and tells how it ended and how long it took. Several run at once: what one says
 * comes out when it has ended, or as it says it where `aloud`.
 */
export async function phase(name, [program, ...args], { env = {}, aloud = false } = {}) {
  if (aloud) console.log(`\n== ${name}`);
  const began = Date.now();
  const said = [];
  const run = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", ...(aloud ? ["inherit", "inherit"] : ["pipe", "pipe"])],
    env: { ...process.env, ...env },
  });
  for (const stream of [run.stdout, run.stderr]) stream?.on("data", (piece) => said.push(piece));
  const [status] = await once(run, "close");
  if (!aloud) console.log(`\n== ${name}\n${Buffer.concat(said).toString()}`.trimEnd());
  console.log(`== ${name}: ${status === 0 ? "ok" : "FAILED"} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return status === 0;
}

/** Calls each in turn, as many at a time as given. */
export async function runSeveral(atOnce, works) {
  const left = [...works];
  const lane = async () => {
    for (let work = left.shift(); work; work = left.shift()) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const cache = (name) => path.join(".cache", name);
const eslint = ["-c", "tests/tools/eslint.config.js", "--cache", "--cache-strategy", "content"];

/**
 * What is checked without running the program: each step's command for the whole tree (`of` is empty) or for files.
 * `looksAt` tells which files it concerns. Where a changed one is none of `byFile`, the step looks at everything; one of
 * `onlyNames` is needed only where what files import and export has changed.
 */
export const steps = [
  {
    name: "format",
    looksAt: /\.(css|cjs|js|json|md|ts|tsx|yml)$/,
    byFile: /./,
    command: (of) =>
      node(
        "node_modules/prettier/bin/prettier.cjs",
        "--check",
        "--log-level=warn",
        "--cache",
        "--cache-strategy=content",
        `--cache-location=${cache("prettier")}`,
        ...(of.length > 0 ? of : ["."]),
      ),
  },
  {
    name: "types",
    looksAt: /\.(ts|tsx)$|^(tsconfig|package-lock)\.json$|^app\/routes\.js$/,
    // The compiler of version 7 reads the tree in a quarter of the time of 5; eslint and knip still need the older one's modules.
    command: () => node("node_modules/typescript-7/bin/tsc"),
  },
  {
    name: "lint",
    looksAt: /\.(cjs|js|ts|tsx)$/,
    byFile: /./,
    command: (of) =>
      node(
        "node_modules/eslint/bin/eslint.js",
        ...eslint,
        `--cache-location=${cache("eslint")}`,
        "--no-warn-ignored",
        ...(of.length > 0 ? of : ["."]),
      ),
  },
  {
    // What needs types: ESLint takes over three minutes of computing for these two rules, tsc's Go half a minute, and a tenth of it
    // for one file. Of files that call what became a promise, the whole run tells.
    name: "promises",
    looksAt: /^(app\/.*|server)\.(ts|tsx)$|^tests\/tools\/oxlint\.json$|^(tsconfig|package-lock)\.json$/,
    byFile: /\.tsx?$/,
    command: (of) =>
      node(
        "node_modules/oxlint/bin/oxlint",
        "--type-aware",
        "-c",
        "tests/tools/oxlint.json",
        ...(of.length > 0 ? of : ["app", "server.ts"]),
      ),
  },
  {
    name: "security table",
    looksAt: /^docs\/security-asvs\.md$|^tests\/tools\/asvs\.js$|\.(test|spec)\.tsx?$/,
    command: () => node("tests/tools/asvs.js"),
  },
  {
    name: "import rules",
    looksAt: /^(app\/.*|server)\.(js|ts|tsx)$|^tests\/tools\/(import-rules\.cjs|imports\.js)$/,
    onlyNames: true,
    command: () => node("tests/tools/imports.js"),
  },
  {
    name: "unused",
    looksAt: /\.(cjs|js|ts|tsx)$|^package\.json$/,
    onlyNames: true,
    command: () =>
      node(
        "node_modules/knip/bin/knip.js",
        "--config=tests/tools/knip.js",
        "--no-progress",
        "--cache",
        `--cache-location=${cache("knip")}`,
      ),
  },
];
