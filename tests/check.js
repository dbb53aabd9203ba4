import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { phase, root, runSeveral, steps } from "./steps.js";

/** `npm run check`: all that is checked without running the program; `-- --changed`: what the files changed since HEAD need. */
const changed = process.argv.includes("--changed") ? changedFiles() : undefined;
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

/** Against HEAD: changed, staged, deleted and new ones. */
function changedFiles() {
  const git = (...args) => execFileSync("git", [...args, "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const files = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return [...new Set(files)].filter(Boolean);
}
