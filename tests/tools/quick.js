import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePages } from "./quick-bundle.js";

/**
 * `npm run test:quick -- <test files>`: the same tests on a server bundle that esbuild makes in half a second.
 * It has no client assets; `npm test` runs on the real build.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const outfile = path.join(root, ".cache/quick/index.js");

await bundlePages(root, outfile);
const { status } = spawnSync(
  process.execPath,
  [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "-c", "tests/vitest.config.ts", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SKIP_BUILD: "1", SERVER_BUILD: outfile },
  },
);
process.exit(status ?? 1);
