import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Each build is a folder here, named by its sources; the files beside them load the one that is in place (decision 120). */
export const builds = fileURLToPath(new URL("../../build", import.meta.url));

/** Written last, so that what has it is whole; a program keeps it open for as long as it runs. */
const mark = ".built";

/** Builds that are kept whether anybody runs them or not: the one in place and the two before it. */
const kept = 3;

const isName = (name) => /^[0-9a-f]{16}$/.test(name);

/** The name of the build that a start takes, or undefined where there is none. */
export function buildInPlace() {
  const door = path.join(builds, "server.js");
  const name = existsSync(door) ? /"\.\/(\w+)\/server\.js"/.exec(readFileSync(door, "utf8"))?.[1] : undefined;
  return name && isWhole(name) ? name : undefined;
}

export function isWhole(name) {
  return existsSync(path.join(builds, name, mark));
}

export function markWhole(name) {
  writeFileSync(path.join(builds, name, mark), "");
}

/** Has starts take this build. Who runs another one goes on with it: each file of a build names only files of the same. */
export function putInPlace(name) {
  const now = new Date();
  utimesSync(path.join(builds, name, mark), now, now);
  mkdirSync(path.join(builds, "server"), { recursive: true });
  writeDoor("server/index.js", `export * from "../${name}/server/index.js";\n`);
  const bundles = readdirSync(path.join(builds, name)).filter((file) => file.endsWith(".js") && file !== "server.js");
  for (const file of [...bundles, "server.js"]) writeDoor(file, `import "./${name}/${file}";\n`);
}

function writeDoor(file, text) {
  const door = path.join(builds, file);
  writeFileSync(`${door}.new`, text);
  renameSync(`${door}.new`, door);
}

/** Removes the builds that are neither kept nor run by a process that we can see, and what was left half made. */
export function removeOld() {
  const all = readdirSync(builds).filter(isName);
  const placedAt = (name) => statSync(path.join(builds, name, mark)).mtimeMs;
  const whole = all.filter(isWhole).sort((one, other) => placedAt(other) - placedAt(one));
  const needed = new Set([...whole.slice(0, kept), ...buildsInUse()]);
  for (const name of all.filter((one) => !needed.has(one))) {
    rmSync(path.join(builds, name, mark), { force: true });
    rmSync(path.join(builds, name), { recursive: true, force: true });
  }
}

/** Linux tells which files a process has open: of every process to root, of one's own to others. */
function buildsInUse() {
  if (process.platform !== "linux") return [];
  const open = readFolder("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => readFolder(`/proc/${pid}/fd`).map((number) => readTarget(`/proc/${pid}/fd/${number}`)));
  return open.filter((file) => path.basename(file) === mark).map((file) => path.basename(path.dirname(file)));
}

function readFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTarget(link) {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
