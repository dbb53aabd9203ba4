import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import semver from "semver";

const root = fileURLToPath(new URL("..", import.meta.url));
const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as T;

interface Locked {
  version: string;
  dev?: boolean;
  deprecated?: string;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Outdated {
  current?: string;
  wanted: string;
  latest: string;
  location?: string;
}

/** What may stay behind or is given up by its authors, `name@version` with the reason. */
export const held = readJson<{
  reviewed: string;
  behind: Record<string, { since: string; security: string; why: string }>;
  deprecated: Record<string, string>;
}>("tests/packages-held.json");

const locked = readJson<{ packages: Record<string, Locked> }>("package-lock.json").packages;
/** Without the parts of a package for one kind of machine, which come and go with it. */
const production = Object.entries(locked).filter(([at, one]) => at !== "" && !one.dev && !one.os && !one.cpu);
export const nameOf = (at: string) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length);

export const deprecated = () =>
  production.filter(([, one]) => one.deprecated).map(([at, { version }]) => `${nameOf(at)}@${version}`);
/** The version that stands at a place in node_modules. */
export const versionAt = (at: string) => locked[at]?.version;
export const inProduction = () => new Set(production.map(([at, { version }]) => `${nameOf(at)}@${version}`));

/** When the lockfile was last committed, now while it is being changed; without its history the day of the last review. */
export function lockedAt(): Date {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim();
  if (git("rev-parse", "--is-shallow-repository") !== "false") return new Date(held.reviewed);
  if (git("status", "--porcelain", "--", "package-lock.json")) return new Date();
  return new Date(Number(git("log", "-1", "--format=%ct", "--", "package-lock.json")) * 1000);
}

/** The packages of which their line had a newer release for so many days at that time; undefined where the registry does not answer. */
export async function findBehind(at: Date, days: number): Promise<Record<string, string> | undefined> {
  const limit = new Date(at.getTime() - days * 86_400_000);
  const rows = await askOutdated(limit);
  // Two majors behind by decision: an answer without it is none.
  if (!rows?.has("node_modules/react")) return undefined;
  const found: Record<string, string> = {};
  for (const [place, { version }] of production) {
    const [name, told] = [nameOf(place), rows.get(place) ?? []];
    let known = told.flatMap(({ wanted, latest }) => [wanted, latest]);
    if (told.length > 0 && !known.some((one) => isNewer(one, version)) && !isAskedWidely(place, version)) {
      const times = await releaseTimes(name);
      known = Object.keys(times).filter((one) => new Date(times[one]!) < limit);
    }
    const [newest] = known.filter((one) => isNewer(one, version)).sort(semver.rcompare);
    if (newest) found[`${name}@${version}`] = newest;
  }
  return found;
}

/** By the npm at hand, which has each package's releases in its cache afterwards. */
async function askOutdated(at: Date): Promise<Map<string, Outdated[]> | undefined> {
  const command = ["outdated", "--all", "--omit=dev", "--json", `--before=${at.toISOString()}`, "--fetch-retries=1"];
  const answer = await npm(command);
  const rows = Object.values(answer as Record<string, Outdated | Outdated[]>).flat();
  if ("error" in answer) return undefined;
  const byPlace = new Map<string, Outdated[]>();
  for (const row of rows.filter(({ current, location }) => current && location)) {
    const place = path.relative(root, row.location!).replaceAll("\\", "/");
    byPlace.set(place, [...(byPlace.get(place) ?? []), row]);
  }
  return byPlace;
}

const asked = new Map<string, Promise<object>>();
function releaseTimes(name: string): Promise<Record<string, string>> {
  if (!asked.has(name)) asked.set(name, npm(["view", "--offline", "--json", name, "time"]));
  return asked.get(name) as Promise<Record<string, string>>;
}

/** What npm answers as JSON; an object with `error` where it answers none. */
export async function npm(args: string[]): Promise<object> {
  const options = { cwd: root, maxBuffer: 1e9, timeout: 480_000, shell: process.platform === "win32" };
  const { stdout } = await promisify(execFile)("npm", args, options).catch((error: { stdout?: string }) => error);
  return JSON.parse(stdout || `{"error":{}}`) as object;
}

/** Of the same major, for 0.x of the same minor; previews count where a preview is used. */
function isNewer(one: string, version: string): boolean {
  const preview = semver.prerelease(version) !== null;
  if (!semver.valid(one) || !semver.gt(one, version) || (semver.prerelease(one) && !preview)) return false;
  return semver.satisfies(one, lineOf(version), { includePrerelease: true });
}

function lineOf(version: string): string {
  return semver.major(version) > 0 ? `^${semver.major(version)}.0.0-0` : `~0.${semver.minor(version)}.0-0`;
}

/** Whether somebody asks for the package in a range as wide as its line, so that npm has told its newest. */
function isAskedWidely(place: string, version: string): boolean {
  return [["", locked[""]!] as const, ...production].some(([from, { dependencies, optionalDependencies }]) => {
    const range = { ...dependencies, ...optionalDependencies }[nameOf(place)];
    if (!range || resolve(from, nameOf(place)) !== place || !semver.validRange(range)) return false;
    return semver.subset(`>=${version} ${lineOf(version)}`, range, { includePrerelease: true });
  });
}

function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (locked[place]) return place;
    if (!folder) return undefined;
  }
}
