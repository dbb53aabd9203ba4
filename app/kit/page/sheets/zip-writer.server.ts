import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import type { Entry } from "yauzl";

/** What an archive says of an entry beside its place. */
export type EntryHead = Pick<
  Entry,
  | ("versionMadeBy" | "versionNeededToExtract" | "generalPurposeBitFlag" | "compressionMethod" | "fileNameRaw")
  | ("lastModFileTime" | "lastModFileDate" | "crc32" | "compressedSize" | "uncompressedSize")
  | ("internalFileAttributes" | "externalFileAttributes" | "extraFields")
>;

/** Writes an archive of at most 4 GB entry by entry, packed ones as they are. */
export class ZipWriter {
  private at = 0;
  private readonly directory: Buffer[] = [];

  constructor(private readonly file: FileHandle) {}

  async copy(entry: EntryHead, packed: AsyncIterable<Buffer>): Promise<void> {
    this.directory.push(centralHead(entry, this.at));
    await this.write(localHead(entry));
    for await (const bytes of packed) await this.write(bytes);
  }

  async pack(entry: EntryHead, content: AsyncIterable<Buffer>): Promise<void> {
    const head = { ...entry, compressionMethod: 8, crc32: 0, compressedSize: 0, uncompressedSize: 0 };
    const begun = this.at;
    await this.write(localHead(head));
    async function* counted() {
      for await (const bytes of content) {
        head.crc32 = crc32(bytes, head.crc32);
        head.uncompressedSize += bytes.length;
        yield bytes;
      }
    }
    await pipeline(Readable.from(counted()), createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
      for await (const bytes of packed) {
        await this.write(bytes);
        head.compressedSize += bytes.length;
      }
    });
    const known = localHead(head);
    await this.file.write(known, 0, known.length, begun);
    this.directory.push(centralHead(head, begun));
  }

  async end(): Promise<void> {
    const begun = this.at;
    for (const entry of this.directory) await this.write(entry);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    for (const at of [8, 10]) end.writeUInt16LE(this.directory.length, at);
    end.writeUInt32LE(this.at - begun, 12);
    end.writeUInt32LE(begun, 16);
    await this.write(end);
  }

  private async write(bytes: Buffer): Promise<void> {
    await this.file.writev([bytes], this.at);
    this.at += bytes.length;
  }
}

function localHead(entry: EntryHead): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeShared(entry, head.subarray(4));
  return Buffer.concat([head, entry.fileNameRaw]);
}

function centralHead(entry: EntryHead, offset: number): Buffer {
  const head = Buffer.alloc(46);
  const extra = Buffer.concat(entry.extraFields.filter(({ id }) => id !== largeSizes).map(extraField));
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(entry.versionMadeBy, 4);
  writeShared(entry, head.subarray(6));
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(entry.internalFileAttributes, 36);
  head.writeUInt32LE(entry.externalFileAttributes, 38);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, entry.fileNameRaw, extra]);
}

/** What both heads have in one order. The sizes stand in the head, so that none follow the bytes. */
function writeShared(entry: EntryHead, head: Buffer): void {
  head.writeUInt16LE(entry.versionNeededToExtract, 0);
  head.writeUInt16LE(entry.generalPurposeBitFlag & ~8, 2);
  head.writeUInt16LE(entry.compressionMethod, 4);
  head.writeUInt16LE(entry.lastModFileTime, 6);
  head.writeUInt16LE(entry.lastModFileDate, 8);
  head.writeUInt32LE(entry.crc32, 10);
  head.writeUInt32LE(entry.compressedSize, 14);
  head.writeUInt32LE(entry.uncompressedSize, 18);
  head.writeUInt16LE(entry.fileNameRaw.length, 22);
}

/** The extra field that holds sizes beyond 4 GB. */
const largeSizes = 1;

function extraField({ id, data }: Entry["extraFields"][number]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}
