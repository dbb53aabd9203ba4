import { open } from "node:fs/promises";
import type { Entry } from "yauzl";
import { type EntryHead, ZipWriter } from "./zip-writer.server";
import { damaged, type Parts } from "./zip-part.server";

export type NewPart = () => AsyncIterable<Buffer>;

/** Writes a copy of an archive: parts named here get new bytes, in this order and before all others, which are copied as they are packed. Names that the archive does not have are added. */
export async function copyZip(parts: Parts, out: string, changes: ReadonlyMap<string, NewPart>): Promise<void> {
  const entries = [...parts.entries.values()];
  // Entries that lie over one another would grow in their copies.
  if (entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0) > parts.zip.fileSize)
    throw damaged("entries overlap");
  const handle = await open(out, "w");
  try {
    const writer = new ZipWriter(handle);
    const changed = new Set<Entry>();
    for (const [name, bytes] of changes) {
      const entry = parts.entries.get(name.toLowerCase());
      if (entry) changed.add(entry);
      await writer.pack(entry ?? newHead(name), bytes());
    }
    for (const entry of entries) if (!changed.has(entry)) await writer.copy(entry, packedBytes(parts, entry));
    await writer.end();
  } finally {
    await handle.close();
  }
}

async function* packedBytes({ zip }: Parts, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* (await zip.openReadStreamPromise(entry, { decodeFileData: false })) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw damaged(cause);
  }
}

const newHead = (name: string): EntryHead => ({
  versionMadeBy: 20,
  versionNeededToExtract: 20,
  generalPurposeBitFlag: 0x0800,
  compressionMethod: 8,
  lastModFileTime: 0,
  lastModFileDate: 0x21,
  crc32: 0,
  compressedSize: 0,
  uncompressedSize: 0,
  internalFileAttributes: 0,
  externalFileAttributes: 0,
  fileNameRaw: Buffer.from(name),
  extraFields: [],
});
