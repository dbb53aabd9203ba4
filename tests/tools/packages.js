import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { node, phase } from "./steps.js";

/** `npm run packages`: the age and the known faults of packages, and that the security table's tests of them ran. */
const work = mkdtempSync(path.join(tmpdir(), "bus-packages-"));
const report = path.join(work, "packages.json");
const ended = [
  await phase(
    "packages",
    node(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=tests/tools/packages.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ),
    { aloud: true },
  ),
  await phase("security table against the run", node("tests/tools/asvs.js", "--packages", report)),
];
rmSync(work, { recursive: true });
process.exit(ended.every(Boolean) ? 0 : 1);
