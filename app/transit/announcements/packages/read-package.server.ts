import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { unpackingFault } from "~/kit/ground/files/limits";
import type { PackageFormat } from "../words";
import { packageAdapters } from "./formats";
import { type FoundFile, PackageError, type ReadPackage } from "./package-file";

export interface PackageLimits {
  bytes: number;
  entries: number;
  textBytes: number;
}

const usualLimits: PackageLimits = { bytes: 512 * 2 ** 20, entries: 20_000, textBytes: 32 * 2 ** 20 };

/** Reads a package of either format from a path, trusting nothing it says; throws `PackageError`. */
export async function readPackage(
  file: string,
  limits: Partial<PackageLimits> = {},
): Promise<ReadPackage & { format: PackageFormat }> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new PackageError("不是完整的 ZIP 文件", { cause: error });
  });
  try {
    const files = await readFiles(zip, { ...usualLimits, ...limits });
    const format: PackageFormat = files.has("manifest.json") ? "bus-line-file/1" : "announcer";
    const { pathKind, read } = packageAdapters[format];
    for (const path of files.keys())
      if (!pathKind(path)) throw new PackageError(`线路文件里不应有 ${path.slice(0, 100)}`);
    return { format, ...read(files) };
  } catch (error) {
    throw error instanceof PackageError ? error : new PackageError("文件已损坏，请重新取得", { cause: error });
  } finally {
    zip.close();
  }
}

async function readFiles(zip: ZipFile, limits: PackageLimits): Promise<Map<string, FoundFile>> {
  if (zip.entryCount > limits.entries)
    throw new PackageError(`里面有 ${zip.entryCount} 个文件，超过 ${limits.entries} 个`);
  const files = new Map<string, FoundFile>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName;
    if (entry.isEncrypted()) throw new PackageError("文件有密码，请解除后再试");
    if (files.has(path)) throw new PackageError(`${path.slice(0, 100)} 出现了两次`);
    const fault = unpackingFault((unpacked += entry.uncompressedSize), zip.fileSize, limits.bytes);
    if (fault) throw new PackageError(`文件${fault}`);
    const kind = Object.values(packageAdapters)
      .map(({ pathKind }) => pathKind(path))
      .find(Boolean);
    if (!kind) throw new PackageError(`线路文件里不应有 ${path.slice(0, 100)}`);
    files.set(path, await readEntry(zip, entry, kind === "text", limits));
  }
  return files;
}

/** yauzl ends a stream that holds more than its entry says. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  isKept: boolean,
  { textBytes }: PackageLimits,
): Promise<FoundFile> {
  if (isKept && entry.uncompressedSize > textBytes)
    throw new PackageError(`${entry.fileName} 超过 ${textBytes / 2 ** 20} MB`);
  const hash = createHash("sha256");
  const kept: Buffer[] = [];
  const found = { size: 0, crc32: 0 };
  for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    hash.update(bytes);
    found.crc32 = crc32(bytes, found.crc32);
    found.size += bytes.length;
    if (isKept) kept.push(bytes);
  }
  if (found.crc32 !== entry.crc32) throw new PackageError(`${entry.fileName} 的内容与它的校验值不符，文件已损坏`);
  return { ...found, sha256: hash.digest("hex"), bytes: isKept ? Buffer.concat(kept) : undefined };
}
