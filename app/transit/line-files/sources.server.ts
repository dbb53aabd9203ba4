import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openPromise, type ZipFile } from "yauzl";
import { beyond, gtfsLimits, lineFileLimits, unpackingFault } from "~/kit/ground/files/limits";
import { LineFileError, type LineFile } from "./shape";

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
  let first = true;
  let held = "";
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    const [next = "", ...lines] = decoder.decode(bytes, { stream: true }).split(/\r\n|\n|\r(?=[^\n])/);
    lines.unshift(held + next);
    held = lines.pop()!;
    if (held.length > lineFileLimits.lineLetters)
      throw new LineFileError(beyond.lineLetters(lineFileLimits.lineLetters));
    for (const line of lines) {
      yield plainLine(line, first);
      first = false;
    }
  }
  held += decoder.decode();
  if (held !== "") yield plainLine(held, first);
}

const plainLine = (line: string, first: boolean) => (first ? line.replace(/^\ufeff/, "") : line).replace(/\r$/, "");

/** Whether an archive is a GTFS feed, by its first entries: a feed has few. */
export async function holdsGtfs(file: string): Promise<boolean> {
  const zip = await opened(file);
  let looked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (path.posix.basename(entry.fileName) === "routes.txt") return true;
      if (++looked >= gtfsLimits.files) return false;
    }
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
  let unpacked = 0;
  try {
    if (zip.entryCount > lineFileLimits.archiveEntries)
      throw new LineFileError(`${beyond.entries(zip.entryCount, lineFileLimits.archiveEntries)}，请只放要导入的文件`);
    for await (const entry of zip.eachEntry()) {
      const name = path.posix.basename(entry.fileName);
      if (entry.fileName.endsWith("/") || entry.fileName.startsWith("__MACOSX/") || name.startsWith(".")) continue;
      if (files.length >= lineFileLimits.archiveFiles)
        throw new LineFileError(`压缩包里的文件超过 ${lineFileLimits.archiveFiles} 个，请只放要导入的文件`);
      if (entry.isEncrypted()) throw new LineFileError("压缩包有密码，请解除密码后再上传");
      const fault = unpackingFault((unpacked += entry.uncompressedSize), zip.fileSize, lineFileLimits.bytes);
      if (fault) throw new LineFileError(`压缩包里的文件${fault}，请只放要导入的文件，或分几次上传`);
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
