import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openPromise, type ZipFile } from "yauzl";
import { LineFileError, type LineFile, lineFileLimits } from "./shape";

export const isSqlite = (head: Buffer) => head.subarray(0, 16).toString("latin1") === "SQLite format 3\0";
export const isZip = (head: Buffer) => head.subarray(0, 4).toString("latin1") === "PK\x03\x04";

/** The first 64 kB. */
export async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Lines of a text in UTF-8, else in GBK as Chinese programs write it. */
export async function* textOf(stream: Readable, head: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder(isUtf8(head) ? "utf-8" : "gb18030");
  const decoded = stream.map((piece: Buffer) => decoder.decode(piece, { stream: true }));
  let first = true;
  for await (const line of createInterface({ input: decoded, crlfDelay: Infinity })) {
    if (line.length > 4_000_000) throw new LineFileError("有一行超过 400 万个字，不像线路文件");
    yield first ? line.replace(/^\ufeff/, "") : line;
    first = false;
  }
}

export async function holdsGtfs(file: string): Promise<boolean> {
  const zip = await opened(file);
  try {
    for await (const entry of zip.eachEntry()) if (path.posix.basename(entry.fileName) === "routes.txt") return true;
    return false;
  } catch (error) {
    throw broken(error);
  } finally {
    zip.close();
  }
}

/** The files of an archive, unpacked into a folder, which is the caller's to remove. */
export async function unpackArchive(file: string, folder: string): Promise<{ path: string; name: string }[]> {
  const zip = await opened(file);
  const files: { path: string; name: string }[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = path.posix.basename(entry.fileName);
      if (entry.fileName.endsWith("/") || entry.fileName.startsWith("__MACOSX/") || name.startsWith(".")) continue;
      if (files.length >= 10) throw new LineFileError("压缩包里的文件超过 10 个，请只放要导入的文件");
      if (entry.uncompressedSize > lineFileLimits.bytes)
        throw new LineFileError(`压缩包里的“${name}”解压后超过 ${lineFileLimits.bytes / 2 ** 20} MB`);
      const target = path.join(folder, String(files.length));
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
      files.push({ path: target, name });
    }
    return files;
  } catch (error) {
    throw broken(error);
  } finally {
    zip.close();
  }
}

async function opened(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw broken(error);
  }
}

function broken(error: unknown): LineFileError {
  return error instanceof LineFileError ? error : new LineFileError("压缩包已损坏，请重新压缩后上传", { cause: error });
}

export function hintOfName(name: string): LineFile["hint"] {
  if (/baidu|百度|bd-?09/i.test(name)) return { crs: "BD09", why: `文件名“${name}”提到百度` };
  if (/gcj|火星|amap|gaode|高德|tencent|腾讯/i.test(name))
    return { crs: "GCJ02", why: `文件名“${name}”提到火星坐标或高德、腾讯` };
  return /wgs-?84|gps/i.test(name) ? { crs: "WGS84", why: `文件名“${name}”提到 WGS84` } : undefined;
}

function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
