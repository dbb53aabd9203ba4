import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { atLeast, atMost, type Figure } from "../bench/figure";
import { migrations, revisionBefore, unpack } from "./release-before";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** The release before this one on a database as this one makes it: its own tests of each call and screen of the specification, with the migrations that are here. Throws where the history is not at hand. */
export async function releases(folder: string): Promise<Figure[]> {
  const revision = revisionBefore();
  if (!revision) throw new Error("the history of the sources is not here: git fetch --unshallow");
  const before = path.join(folder, "before");
  mkdirSync(before);
  unpack(revision, before);
  cpSync(migrations, path.join(before, migrations), { recursive: true });
  const file = path.join(folder, "spec.json");
  const options = ["tests/spec", "--reporter=json", `--outputFile=${file}`];
  spawnSync(process.execPath, ["tests/tools/quick.js", ...options], { cwd: before, stdio: ["ignore", 2, 2] });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const failed = testResults.flatMap((one) => one.assertionResults).filter(({ status }) => status === "failed");
  for (const { fullName } of failed) console.error(`failed on the newer database: ${fullName}`);
  return [
    atLeast(
      `tests of calls and screens that ${revision.slice(0, 8)} passes on the newer database`,
      numPassedTests,
      500,
    ),
    atMost("tests that it fails there", numFailedTests, 0),
  ];
}
