import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, type Figure } from "../bench/figure";
import { away } from "./away";
import { cluster } from "./cluster/cluster";
import { durability } from "./durability";
import { fuzz } from "./fuzz";
import { issue } from "./issue";
import { kills } from "./kills";
import { Program } from "./program";
import { sheets } from "./sheets";
import { releases } from "./releases";
import { silent } from "./silent";
import { starts } from "./starts";
import { strangers } from "./strangers/all";
import { frames } from "./frames";
import { throws } from "./throws";
import { uploads } from "./uploads";
import { freePort } from "../../app/kit/data/db/embedded/port.server";

const password = "Yan-Lian-5083";
const given = process.argv.slice(2);
const options = given.findIndex((word) => word.startsWith("--"));
const asked = options < 0 ? given : given.slice(0, options);
const rounds = Number(asked.find((word) => /^\d+$/.test(word)) ?? 30);

const parts: Record<string, (program: Program) => Promise<Figure[]>> = {
  durability,
  starts,
  kills: (program) => kills(program, password, rounds),
  away: (program) => away(program, password),
  silent: (program) => silent(program, password),
  sheets: (program) => sheets(program, password),
  fuzz: (program) => fuzz(program, password, options < 0 ? [] : given.slice(options)),
  strangers: (program) => strangers(program, password),
  uploads: (program) => uploads(program, password),
  issue: (program) => issue(program, password, rounds),
  throws: (program) => throws(program, password),
  frames,
};
/** Parts with programs of their own. */
const apart: Record<string, () => Promise<Figure[]>> = {
  cluster: () => cluster(folder, password),
  releases: () => releases(folder),
};
const named = asked.filter((word) => !/^\d+$/.test(word));
const unknown = named.find((name) => !(name in parts || name in apart));
if (unknown) {
  console.error(`no part ${unknown}; there are ${Object.keys({ ...parts, ...apart }).join(", ")}`);
  process.exit(2);
}

/** `npm run faults [-- ROUNDS] [durability|starts|kills|away|silent|sheets|fuzz|strangers|uploads|issue|throws|frames|cluster|releases] [--seed N --count N --only N]`: figures as JSON lines on stdout, what happens meanwhile on stderr; exit 1 when a figure is not ok. */
const folder = mkdtempSync(path.join(tmpdir(), "bus-faults-"));
chmodSync(folder, 0o755);
const dataDir = path.join(folder, "data");
mkdirSync(dataDir);
if (!process.env.FAULTS_PROGRAM)
  execFileSync(process.execPath, [fileURLToPath(new URL("../../app/commands/build.js", import.meta.url))], {
    stdio: ["ignore", 2, 2],
  });
const program = new Program(dataDir, await freePort(undefined), {
  ADMIN_PASSWORD: password,
  DEMO: "1",
  LOG_LEVEL: "warn",
  LINK_POLL_SECONDS: "3",
  ISSUE_RETRY_SECONDS: "1",
});
const figures: Figure[] = [];
const show = (more: Figure[]) => {
  for (const figure of more) console.log(JSON.stringify(figure));
  figures.push(...more);
};

for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void program.end().finally(() => process.exit(1)));

const wanted = named.length > 0 ? named : Object.keys({ ...parts, ...apart });
const ofOne = wanted.filter((name) => name in parts);
try {
  if (ofOne.length > 0) {
    program.start();
    show([atMost("first start with the demo city: first page", await program.answered(), 120_000, "ms")]);
  }
  for (const name of ofOne) show(await parts[name]!(program));
  for (const name of wanted.filter((one) => one in apart)) show(await apart[name]!());
} catch (error) {
  console.error(error);
  if (ofOne.length > 0)
    console.error(execFileSync("tail", ["-n", "20", path.join(folder, "program.log")], { encoding: "utf8" }));
  process.exitCode = 1;
} finally {
  await program.end();
}
if (figures.some((figure) => !figure.ok)) process.exitCode = 1;
if (process.exitCode) console.error(`the program's output is in ${folder}`);
else rmSync(folder, { recursive: true });
