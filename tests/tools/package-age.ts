import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import semver from "semver";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as T;

interface Locked {
  /** Where the place has another: an alias. */
  name?: string;
  version: string;
  dev?: boolean;
  deprecated?: string;
  os?: string[];
  cpu?: string[];
}

interface Reason {
  since: string;
  /** What is known of faults that newer ones mend. */
  security: string;
  why: string;
}

/** What may stay behind or is given up by its authors, `name@version`, and what stays on an earlier line, `name@line`, with the reason; and faults that are known though no registry lists them. */
export const held = readJson<{
  reviewed: string;
  behind: Record<string, Reason>;
  earlier: Record<string, Reason>;
  faults: Record<string, { title: string; severity: string; range: string }[]>;
  deprecated: Record<string, string>;
}>("tests/tools/packages-held.json");

const locked = readJson<{ packages: Record<string, Locked> }>("package-lock.json").packages;
/** Without the parts of a package for one kind of machine, which come and go with it. */
const production = Object.entries(locked).filter(([at, one]) => at !== "" && !one.dev && !one.os && !one.cpu);
export const nameOf = (at: string) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length);

export const deprecated = () =>
  production.filter(([, one]) => one.deprecated).map(([at, { version }]) => `${nameOf(at)}@${version}`);
/** The version that stands at a place in node_modules. */
export const versionAt = (at: string) => locked[at]?.version;
export const inProduction = () => new Set(production.map(([at, { version }]) => `${nameOf(at)}@${version}`));

/** The places of a package of the product in node_modules. */
export const placesOf = (name: string) => production.map(([at]) => at).filter((at) => nameOf(at) === name);

/** When the lockfile was last committed, now while it is being changed; without its history the day of the last review. */
export function lockedAt(): Date {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim();
  if (git("rev-parse", "--is-shallow-repository") !== "false") return new Date(held.reviewed);
  if (git("status", "--porcelain", "--", "package-lock.json")) return new Date();
  return new Date(Number(git("log", "-1", "--format=%ct", "--", "package-lock.json")) * 1000);
}

/** The packages of which their line had a newer release for so many days at that time, with the newest of these. */
export async function findBehind(at: Date, days: number): Promise<Record<string, string>> {
  const limit = at.getTime() - days * 86_400_000;
  const found: Record<string, string> = {};
  const left = [...production];
  const look = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [place, { name = nameOf(place), version }] = next;
      const before = (await askReleases(name)).filter(({ date }) => date.getTime() < limit);
      const [newest] = before
        .map((one) => one.version)
        .filter((one) => isNewer(one, version))
        .sort(semver.rcompare);
      if (newest) found[`${nameOf(place)}@${version}`] = newest;
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  return found;
}

/** Our own packages, as `name@line`, of which a later line had a release for so many days at that time: a fault may be mended there alone. */
export async function findEarlier(at: Date, days: number): Promise<string[]> {
  const limit = at.getTime() - days * 86_400_000;
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>("package.json");
  const looked = Object.keys(dependencies).map(async (name) => {
    const version = versionAt(`node_modules/${name}`)!;
    const isLater = ({ version: one, date }: Release) =>
      semver.valid(one) && !semver.prerelease(one) && date.getTime() < limit && semver.gtr(one, lineOf(version));
    return (await askReleases(name)).some(isLater) ? [`${name}@${lineName(version)}`] : [];
  });
  return (await Promise.all(looked)).flat();
}

interface Packument {
  time: Record<string, string>;
  versions: Record<string, { deprecated?: string | boolean }>;
}
export interface Release {
  version: string;
  date: Date;
}

const asked = new Map<string, Promise<Release[]>>();
/** The releases of a package that its authors did not take back, in no order; an error where the registry of npm does not answer. */
export function askReleases(name: string): Promise<Release[]> {
  const before = asked.get(name);
  if (before) return before;
  const asking = askPackument(name).then(({ time, versions }) =>
    Object.keys(versions)
      .filter((version) => !versions[version]!.deprecated && time[version])
      .map((version) => ({ version, date: new Date(time[version]!) })),
  );
  asked.set(name, asking);
  return asking;
}

let registry: Promise<string> | undefined;
/** From the registry itself: npm takes fifty times the time to ask for all, and its cache can miss what was just put there. */
async function askPackument(name: string): Promise<Packument> {
  registry ??= runNpm(["config", "get", "registry"]);
  const address = new URL(name.replace("/", "%2f"), (await registry).trim());
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(60_000) });
      if (!answer.ok) throw new Error(`it answers ${answer.status} for ${name}`);
      return (await answer.json()) as Packument;
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function runNpm(args: string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 1e9, timeout: 480_000, shell: process.platform === "win32" };
  const { stdout } = await promisify(execFile)("npm", args, options).catch((error: { stdout?: string }) => error);
  return stdout ?? "";
}

/** What npm answers as JSON; an object with `error` where it answers none. */
export const npm = async (args: string[]) => JSON.parse((await runNpm(args)) || `{"error":{}}`) as object;

/** Of the same major, for 0.x of the same minor; previews count where a preview is used. */
function isNewer(one: string, version: string): boolean {
  const preview = semver.prerelease(version) !== null;
  if (!semver.valid(one) || !semver.gt(one, version) || (semver.prerelease(one) && !preview)) return false;
  return semver.satisfies(one, lineOf(version), { includePrerelease: true });
}

function lineOf(version: string): string {
  return semver.major(version) > 0 ? `^${semver.major(version)}.0.0-0` : `~0.${semver.minor(version)}.0-0`;
}

const lineName = (version: string) =>
  semver.major(version) > 0 ? String(semver.major(version)) : `0.${semver.minor(version)}`;
