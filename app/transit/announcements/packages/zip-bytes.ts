import { crc32 } from "node:zlib";
import type { PackageFile } from "./package-file";

/**
 * The bytes of a zip with these files in their order. Nothing is deflated, for packed bytes differ between versions of
 * zlib, and all dates are the first that a zip can say.
 */
export async function* zipBytes(
  files: readonly PackageFile[],
  open: (file: PackageFile) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const shared = sharedHead(file, name);
    yield Buffer.concat([bytesOf(localHead), shared, name]);
    yield* open(file);
    directory.push(bytesOf(centralHead, madeBy), shared, tailOf(offset), name);
    offset += 30 + name.length + file.size;
  }
  const listed = Buffer.concat(directory);
  yield listed;
  yield endOf(files.length, listed.length, offset);
}

/** What `zipBytes` makes of them, to the byte. */
export function zipSize(files: readonly PackageFile[]): number {
  return files.reduce((total, { path, size }) => total + size + 76 + 2 * Buffer.byteLength(path), 22);
}

const [localHead, centralHead, endHead] = [0x04034b50, 0x02014b50, 0x06054b50];
/** Unix, so that the modes of files are known; version 2.0. */
const madeBy = 0x0314;
const utf8Names = 0x0800;
const firstDate = 0x21;
const plainFile = 0o100644 * 0x10000;

function bytesOf(head: number, version?: number): Buffer {
  const bytes = Buffer.alloc(version === undefined ? 4 : 6);
  bytes.writeUInt32LE(head, 0);
  if (version !== undefined) bytes.writeUInt16LE(version, 4);
  return bytes;
}

function sharedHead(file: PackageFile, name: Buffer): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(utf8Names, 2);
  head.writeUInt16LE(firstDate, 8);
  head.writeUInt32LE("bytes" in file ? crc32(file.bytes) : file.clip.crc32, 10);
  head.writeUInt32LE(file.size, 14);
  head.writeUInt32LE(file.size, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

function tailOf(offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(plainFile, 6);
  tail.writeUInt32LE(offset, 10);
  return tail;
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endHead, 0);
  for (const at of [8, 10]) end.writeUInt16LE(count, at);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
