import { existsSync } from "node:fs";
import path from "node:path";
import { changedFiles, namesChanged } from "./changed-files.js";
import { phase, root, runSeveral, steps } from "./steps.js";

/** `npm run check`: all that is checked without running the program; `-- --changed [COMMIT]`: what the files changed since it, or since HEAD, need. */
const at = process.argv.indexOf("--changed");
const since = process.argv[at + 1] ?? "HEAD";
const changed = at > 0 ? changedFiles(since) : undefined;
const failed = [];
await runSeveral(
  2,
  steps.map((step) => async () => {
    const concerned = changed?.filter((file) => step.looksAt.test(file));
    if (concerned?.length === 0) return;
    if (step.onlyNames && concerned?.every((file) => !namesChanged(file, since))) return;
    const there = concerned?.filter((file) => existsSync(path.join(root, file))) ?? [];
    const isByFile = Boolean(step.byFile) && (concerned ?? []).every((file) => step.byFile.test(file));
    if (isByFile && concerned && there.length === 0) return;
    if (!(await phase(step.name, step.command(isByFile ? there : [])))) failed.push(step.name);
  }),
);
if (changed) console.log(`\n${changed.length} changed files`);
if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);
