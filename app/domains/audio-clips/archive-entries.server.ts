import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise } from "yauzl";
import { localPath } from "~/kit/data/files/files.server";
import { beyond, unpackingFault } from "~/kit/ground/files/limits";
import { problem } from "~/kit/ground/problem";
import { soundLimits } from "~/transit/sound/sound";

export const mostFiles = 5000;
const mostBytes = 2 * 2 ** 30;

export interface ArchiveEntry {
  /** Its path inside the archive, in the letters of who packed it. */
  name: string;
  size: number;
  /** Lends the unpacked file as a path. */
  unpack<T>(work: (file: string) => Promise<T>): Promise<T>;
}

/** The files of an archive one after the other, folders and what systems hide left out; throws problem.field for one that is damaged, locked or too large. */
export async function* archiveEntries(file: string, packed: number): AsyncGenerator<ArchiveEntry & { count: number }> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(() => {
    throw problem.field("file", "压缩包已损坏或不是 zip，请重新打包后上传");
  });
  try {
    const entries: { name: string; entry: Entry }[] = [];
    if (zip.entryCount > 4 * mostFiles) throw problem.field("file", beyond.entries(zip.entryCount, mostFiles));
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (isHidden(name)) continue;
      if (entry.isEncrypted()) throw problem.field("file", "压缩包设有密码，请解除密码后再上传");
      entries.push({ name, entry });
    }
    if (entries.length > mostFiles)
      throw problem.field("file", `${beyond.entries(entries.length, mostFiles)}，请分几次上传`);
    const unpacked = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    const fault = unpackingFault(unpacked, packed, mostBytes);
    if (fault) throw problem.field("file", fault);
    for (const { name, entry } of entries)
      yield {
        name,
        size: entry.uncompressedSize,
        count: entries.length,
        async unpack(work) {
          const to = await localPath();
          try {
            await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o600 }));
            return await work(to);
          } finally {
            await rm(to, { force: true });
          }
        },
      };
  } finally {
    zip.close();
  }
}

/** Names are UTF-8 where the archive says so or they read as such, else GBK. */
function nameOf({ fileName }: Entry): string {
  const bytes = fileName as unknown as Buffer;
  const decoded = (() => {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("gb18030").decode(bytes);
    }
  })();
  return decoded
    .replaceAll("\\", "/")
    .replace(/[\u0000-\u001f\u007f]/g, "")
    .slice(0, 500);
}

const isHidden = (name: string) =>
  name === "" || name.endsWith("/") || /(^|\/)(\.|__MACOSX\/|thumbs\.db$|desktop\.ini$)/i.test(name);

export const tooLarge = (size: number) =>
  size > soundLimits.bytes ? "文件超过 10 MB" : size === 0 ? "文件是空的" : undefined;
