import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { parseJson } from "./parse-json";
import { settings } from "./settings.server";

/** Random keys of this installation, each 32 bytes in base64 (the passwords in base64url). */
export type Secrets = z.infer<typeof Schema>;

/** The secrets in the data folder, made on the first call ever; throws when the file cannot be read as such. */
export function secrets(): Secrets {
  return (known ??= loadSecrets(settings().DATA_DIR));
}

/** Reads or makes `secrets.json` (mode 600) in a folder; two processes at once end up with the same ones. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, "secrets.json");
  const found = readSecrets(file);
  if (found && Object.keys(make).every((key) => key in found)) return Schema.parse(found);
  const wanted = { ...Object.fromEntries(Object.entries(make).map(([key, value]) => [key, value()])), ...found };
  if (writeSecrets(file, wanted, found !== undefined)) return Schema.parse(wanted);
  return Schema.parse(readSecrets(file));
}

let known: Secrets | undefined;

const make = {
  draftKey: () => randomBytes(32).toString("base64"),
  cookieKey: () => randomBytes(32).toString("base64"),
  databasePassword: () => randomBytes(32).toString("base64url"),
  databaseOwnerPassword: () => randomBytes(32).toString("base64url"),
};

const Schema = z.object({
  draftKey: z.string().length(44),
  cookieKey: z.string().length(44),
  databasePassword: z.string().min(43),
  databaseOwnerPassword: z.string().min(43),
});

function readSecrets(file: string): Partial<Secrets> | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`读不了密钥文件 ${file}，请检查它的属主和权限。`, { cause: error });
  }
  const parsed = Schema.partial().safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`密钥文件 ${file} 已损坏。请从备份恢复它；没有它就打不开数据库和已保存的草稿。`);
  return parsed.data;
}

/** False when another process made the file first. `link` refuses an existing name, `rename` would replace it. */
function writeSecrets(file: string, value: object, replace: boolean): boolean {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const descriptor = openSync(temporary, "wx", 0o600);
  try {
    writeSync(descriptor, JSON.stringify(value, null, 2));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    if (replace) renameSync(temporary, file);
    else linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    if (!replace) unlinkSync(temporary);
  }
  syncFolder(path.dirname(file));
  return true;
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
