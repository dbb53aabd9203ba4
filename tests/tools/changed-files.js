import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.js";

/** The files changed since a commit: changed, staged, deleted and new ones. */
export function changedFiles(since = "HEAD") {
  const git = (...args) => execFileSync("git", [...args, "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const files = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
  return [...new Set(files)].filter(Boolean);
}

/** Whether a file imports or exports something else than at a commit; what is no source counts as changed whatever changed in it. */
export function namesChanged(file, since = "HEAD") {
  if (!/\.(cjs|js|ts|tsx)$/.test(file)) return true;
  const now = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : "";
  return namesIn(now) !== namesIn(textAt(file, since));
}

function textAt(file, commit) {
  try {
    const quiet = ["ignore", "pipe", "ignore"];
    return execFileSync("git", ["show", `${commit}:${file}`], { cwd: root, encoding: "utf8", stdio: quiet });
  } catch {
    return "";
  }
}

/** What a source imports, by statements and by calls, and the beginnings of what it exports. */
export function namesIn(source) {
  const statements = source.match(/^import\b[^;]*;|^export\b[^;=({]*(?:\{[^;]*;)?/gm) ?? [];
  const calls = source.match(/\b(?:import|require|mock)\(\s*["'`][^"'`]*["'`]/g) ?? [];
  return [...statements, ...calls].map((one) => one.replace(/\s+/g, " ")).join("\n");
}
