import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The rows of a table in this folder, by column name. */
export function rowsOf(name: "endpoints" | "screens"): Record<string, string>[] {
  const [head = "", ...lines] = readFileSync(`tests/spec/${name}.tsv`, "utf8").trim().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => Object.fromEntries(line.split("\t").map((cell, place) => [columns[place], cell])));
}

/** The list of what is not built yet, one row a line: `POST /api/…` or `screen /…`. */
export const notBuilt = readLines(readFileSync("tests/spec/not-built.txt", "utf8"));

/** How long the list was when it was last shortened; lower it together with the list. */
export const mostNotBuilt = 0;

/** The list at every commit that touched it, as far as this checkout knows. */
export function earlierLists(): { commit: string; lines: string[] }[] {
  const git = (...words: string[]) =>
    execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const commits = git("log", "--format=%H", "--", "tests/spec/not-built.txt").split("\n").filter(Boolean);
    return commits.map((commit) => ({ commit, lines: readLines(git("show", `${commit}:tests/spec/not-built.txt`)) }));
  } catch {
    return [];
  }
}

function readLines(text: string): string[] {
  return text.split("\n").filter((line) => line && !line.startsWith("#"));
}
