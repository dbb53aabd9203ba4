import { execFileSync, execSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

export const migrations = "app/kit/data/db/migrations";

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8", stdio: "pipe" }).trim();

/**
 * The revision before the newest migration came: the release that runs beside this one while hosts are replaced.
 * RELEASE_BEFORE names another one. Undefined where the history is not at hand.
 */
export function revisionBefore(): string | undefined {
  const newest = readdirSync(migrations).sort().at(-1)!;
  try {
    const addedIn = git("log", "-1", "--diff-filter=A", "--format=%H", "--", `${migrations}/${newest}`);
    return git("rev-parse", "--verify", process.env.RELEASE_BEFORE ?? (addedIn ? `${addedIn}^` : "HEAD"));
  } catch {
    return undefined;
  }
}

/** Whether a migration that it does not have says that it must be alone: then the two do not run beside each other. */
export function mustBeAlone(revision: string): boolean {
  const known = git("ls-tree", "--name-only", revision, `${migrations}/`).split("\n");
  const due = readdirSync(migrations).filter((name) => !known.includes(`${migrations}/${name}`));
  return due.some((name) => /^-- alone\b/m.test(readFileSync(`${migrations}/${name}`, "utf8")));
}

/** Its sources in an empty folder, on the packages that are here. */
export function unpack(revision: string, folder: string): void {
  execSync(`git archive ${revision} | tar -x -C ${folder}`);
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
}

/** Has the program of that folder bundled by its own rules, without what browsers load; answers the file that starts it. */
export function bundle(folder: string): string {
  const work = `
    import { bundleServer } from "./app/commands/build.js";
    import { bundlePages } from "./tests/tools/quick-bundle.js";
    await bundleServer("build/quick");
    await bundlePages(process.cwd(), "build/quick/server/index.js");`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", work], { cwd: folder, stdio: "pipe" });
  mkdirSync(path.join(folder, "build/quick/client"));
  writeFileSync(path.join(folder, "build/quick/.built"), "");
  return "build/quick/server.js";
}
