import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { hashOf } from "~/kit/data/files/hash.server";
import { parseJson } from "~/kit/ground/parse-json";

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The program's version. */
  program: z.string(),
  /** A copy of the embedded server's folder, or what pg_dump wrote of another. */
  kind: z.enum(["base", "dump"]),
  /** PostgreSQL's major version. */
  postgres: z.number(),
  /** The last migration that the database has seen. */
  migration: z.string(),
  /** Folders that must be there though nothing may lie in them. */
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});

/** What a backup holds, each file with its bytes and its digest in hex. */
export type Manifest = z.infer<typeof Manifest>;
export type BackedUpFile = Manifest["files"][number];
export type CopyResult = Pick<Manifest, "files" | "folders">;

export const manifestName = "manifest.json";

/** Copies one file as it is now and answers what the manifest says of it; undefined where it has gone meanwhile. */
export async function copyInto(folder: string, from: string, as: string): Promise<BackedUpFile | undefined> {
  const to = path.join(folder, as);
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(from, { highWaterMark: 1 << 18 }), count, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !existsSync(from)) return undefined;
    throw error;
  }
  return { path: as, size, sha256: hash.digest("hex") };
}

/** Copies all below a folder that stays where it is, at any depth; `leaveOut` is asked with the path from there. */
export async function copyTree(
  from: string,
  folder: string,
  as: string,
  leaveOut: (name: string) => "whole" | "content" | undefined = () => undefined,
  copied: CopyResult = { files: [], folders: [] },
): Promise<CopyResult> {
  copied.folders.push(as);
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const [at, name] = [path.join(from, entry.name), `${as}/${entry.name}`];
    const left = leaveOut(name);
    if (left === "whole") continue;
    if (entry.isDirectory()) {
      if (left) copied.folders.push(name);
      else await copyTree(at, folder, name, leaveOut, copied);
    } else if (entry.isFile() && !left) {
      const file = await copyInto(folder, at, name);
      if (file) copied.files.push(file);
    }
  }
  return copied;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, manifestName), JSON.stringify(manifest), { mode: 0o600 });
}

/** Reads a backup and looks at each of its files; throws, in words, where it is none, is not whole, or holds what it did not. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), "utf8").catch(() => {
    throw new Error(`${folder} 里没有 ${manifestName}：它不是备份，或者没有做完。`);
  });
  const read = Manifest.safeParse(parseJson(text));
  if (!read.success) throw new Error(`${folder} 的 ${manifestName} 已损坏，或是别的版本写的。`);
  const faults: string[] = [];
  const outside = [...read.data.folders, ...read.data.files.map(({ path: name }) => name)].find(isOutside);
  if (outside) throw new Error(`${folder} 的 ${manifestName} 里有不该有的路径 ${outside}。`);
  for (const { path: name, sha256 } of read.data.files) {
    const found = await hashOf(path.join(folder, name)).catch(() => undefined);
    if (found !== sha256) faults.push(`${name}${found === undefined ? "（没有）" : "（内容变了）"}`);
  }
  if (faults.length > 0)
    throw new Error(`备份已损坏，没有恢复：${faults.slice(0, 5).join("、")}，共 ${faults.length} 个文件。`);
  return read.data;
}

const isOutside = (name: string) => path.isAbsolute(name) || path.normalize(name).startsWith("..");
