import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { findOrStartDatabase } from "~/kit/data/db/embedded/start.server";
import { emptyDatabase, foreseeMigrations } from "~/kit/data/db/migrate.server";
import { settings } from "~/kit/ground/settings.server";

/** Releases that lie beside one another, and the link that says which of them is started. */
export interface Installation {
  link: string;
  /** The folder of the release whose command this is, to which the link leads. */
  folder: string;
}

/** What an upgrade leaves in the new release's folder for the way back. */
export interface Origin {
  /** The name of the folder of the release before. */
  before: string;
  /** The folder of the backup that was made first, where one was needed. */
  backup?: string;
}

const originFile = "installed-over.json";

/** Throws, in words, where this program does not lie in a release's folder with a link to it. */
export function findInstallation(): Installation {
  const folder = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
  const beside = path.dirname(folder);
  const link = readdirSync(beside)
    .map((name) => path.join(beside, name))
    .find((at) => lstatSync(at).isSymbolicLink() && existsSync(at) && realpathSync(at) === folder);
  if (!link)
    throw new Error(
      `${beside} 里没有指向 ${folder} 的链接：本命令只用于由发布包安装的程序（见 docs/operating.md）。由源代码安装的，请用 git pull、npm ci 和 node app/commands/build.js。`,
    );
  return { link, folder };
}

/** Unpacks an archive of `npm run release` beside the other releases, named also by its contents; answers its folder. Throws, in words, and leaves nothing, where it is damaged or none of this platform. */
export async function unpackRelease(archive: string, beside: string): Promise<string> {
  if (!existsSync(archive)) throw new Error(`没有文件 ${archive}。`);
  const digest = await digestOf(archive);
  const told = existsSync(`${archive}.sha256`) ? readFileSync(`${archive}.sha256`, "utf8").split(/\s/)[0] : digest;
  if (told !== digest) throw new Error(`${archive} 的内容和 ${archive}.sha256 不符：请重新传一次。`);
  const half = mkdtempSync(path.join(beside, ".unpacking-"));
  try {
    // Whoever unpacks it, the service's user must be able to read it.
    const own = process.umask(0o022);
    const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", half], { encoding: "utf8" });
    process.umask(own);
    const [name, ...more] = readdirSync(half);
    if (status !== 0 || !name || more.length > 0 || !isRelease(path.join(half, name)))
      throw new Error(`${archive} 已损坏，或者不是本程序的发布包。${stderr.trim().split("\n")[0] ?? ""}`);
    const here = `${process.platform}-${process.arch}`;
    if (!name.endsWith(`-${here}`)) throw new Error(`${name} 不是本机（${here}）的发布包。`);
    const folder = path.join(beside, `${name}-${digest.slice(0, 8)}`);
    // Unpacked before, and gone back from.
    if (existsSync(folder)) return folder;
    renameSync(path.join(half, name), folder);
    return folder;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Whether a folder holds a release of this program. */
export function isRelease(folder: string): boolean {
  const about = path.join(folder, "package.json");
  if (![about, migrationsOf(folder), path.join(folder, "app/commands/start.js")].every(existsSync)) return false;
  return (JSON.parse(readFileSync(about, "utf8")) as { name?: string }).name === "bus-back-office";
}

const migrationsOf = (folder: string) => path.join(folder, "app/kit/data/db/migrations");

/** What the release of that folder would find in the database, which is started for the look where it does not run. */
export async function foreseeStart(folder: string) {
  const { DATABASE_URL, DATA_DIR } = settings();
  if (!DATABASE_URL && !existsSync(path.join(DATA_DIR, "secrets.json"))) throw new Error(emptyDatabase);
  const database = await findOrStartDatabase(settings());
  try {
    return await foreseeMigrations(database.url, migrationsOf(folder));
  } finally {
    await database.stop();
  }
}

/** From now on the link leads to that release; there is no moment without one. */
export function switchTo(folder: string, { link }: Installation): void {
  const half = `${link}.new`;
  rmSync(half, { force: true });
  symlinkSync(path.basename(folder), half);
  renameSync(half, link);
}

export function noteOrigin(folder: string, origin: Origin): void {
  writeFileSync(path.join(folder, originFile), JSON.stringify(origin));
}

export function originOf(folder: string): Origin | undefined {
  const file = path.join(folder, originFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Origin) : undefined;
}
