import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { changedFiles } from "./changed-files.js";
import { node, phase, root } from "./steps.js";

/**
 * `npm run test:changed [-- COMMIT]`: what the files changed since it, or since HEAD, need, for work by hand: their checks, the
 * unit tests, the tests of the rooms that changed and of those that import them, and the sweeps. `npm test` stays whole.
 */
const [since = "HEAD"] = process.argv.slice(2);
const changed = changedFiles(since);
const sweeps = ["tests/sweeps/", "tests/spec/spec-"];
/** What the kit does is seen in three rooms. */
const usualRooms = ["stations", "buses", "persons"];

const ok = [
  await phase("checks", node("tests/tools/check.js", "--changed", since)),
  await phase(
    "unit tests",
    node("node_modules/vitest/vitest.mjs", "run", "-c", "tests/vitest.config.ts", "--project=unit"),
    {
      aloud: true,
    },
  ),
  await phase("rooms and sweeps", node("tests/tools/quick.js", "--project=rooms", "--project=alone", ...concerned()), {
    aloud: true,
  }),
];
process.exit(ok.every(Boolean) ? 0 : 1);

/** Test files by their beginnings. */
function concerned() {
  const tests = changed.filter((file) => /^tests\/.+\.test\.ts$/.test(file));
  const rooms = new Set(changed.flatMap((file) => /^app\/domains\/([^/]+)\//.exec(file)?.[1] ?? []));
  const others = changed.some((file) => /^(app|server\.ts)/.test(file) && !/^app\/domains\//.test(file));
  const importing = readdirSync(path.join(root, "app/domains")).filter((room) =>
    [...rooms].some((one) => imports(room, one)),
  );
  const all = new Set([...rooms, ...importing, ...(others ? usualRooms : [])]);
  return [...new Set([...tests, ...[...all].map((room) => `app/domains/${room}/`), ...sweeps])];
}

function imports(room, other) {
  const folder = path.join(root, "app/domains", room);
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => /\.tsx?$/.test(file) && statSync(file).isFile())
    .some((file) => readFileSync(file, "utf8").includes(`"~/domains/${other}/`));
}
