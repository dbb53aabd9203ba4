import { existsSync } from "node:fs";
import path from "node:path";
import { changedFiles } from "./changed-files.js";
import { phase, root, runSeveral, steps } from "./steps.js";

/** `npm run check`: all that is checked without running the program; `-- --changed [COMMIT]`: what the files changed since it, or since HEAD, need. */
const at = process.argv.indexOf("--changed");
const changed = at > 0 ? changedFiles(process.argv[at + 1]) : undefined;
const failed = [];
await runSeveral(
  2,
  steps.map((step) => async () => {
    const concerned = changed?.filter((file) => step.looksAt.test(file));
    if (concerned?.length === 0) return;
    const there = step.byFile ? (concerned ?? []).filter((file) => existsSync(path.join(root, file))) : [];
    if (step.byFile && concerned && there.length === 0) return;
    if (!(await phase(step.name, step.command(there)))) failed.push(step.name);
  }),
);
if (changed) console.log(`\n${changed.length} changed files`);
if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);
