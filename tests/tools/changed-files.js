import { execFileSync } from "node:child_process";
import { root } from "./steps.js";

/** The files changed since a commit: changed, staged, deleted and new ones. */
export function changedFiles(since = "HEAD") {
  const git = (...args) => execFileSync("git", [...args, "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const files = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
  return [...new Set(files)].filter(Boolean);
}
