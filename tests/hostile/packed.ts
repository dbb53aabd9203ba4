import { constants, crc32, deflateRawSync } from "node:zlib";

/** A packed part of an archive, with what it says of itself. */
export interface Part {
  packed: Buffer;
  size: number;
  crc: number;
}

/** The same text over and over, packed once: `times` copies cost no more than one. */
export function repeated(begin: string, chunk: string, times: number, end = ""): Part {
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const bytes = Buffer.from(chunk);
  let crc = crc32(begin);
  for (let at = 0; at < times; at++) crc = crc32(bytes, crc);
  const middle = flushed(chunk);
  return {
    packed: Buffer.concat([flushed(begin), ...Array.from({ length: times }, () => middle), deflateRawSync(end)]),
    size: Buffer.byteLength(begin) + bytes.length * times + Buffer.byteLength(end),
    crc: crc32(end, crc),
  };
}

/** A zip archive of these parts. */
export function zip(parts: Record<string, Part | string | Buffer>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const part =
      typeof content === "string" || Buffer.isBuffer(content)
        ? { packed: deflateRawSync(content), size: Buffer.byteLength(content), crc: crc32(content) }
        : content;
    const head = entryHead(name, part);
    local.push(number(0x04034b50), head, Buffer.from(name), part.packed);
    central.push(...directoryEntry(name, head, offset));
    offset += 30 + Buffer.byteLength(name) + part.packed.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...local, directory, endOf(Object.keys(parts).length, directory.length, offset)]);
}

/** An archive of 59 kB whose list of contents, by which a workbook is told from others, unpacks to 60 MB. */
export function listOfContents(): Buffer {
  const size = 60_000_000;
  return zip({ "[Content_Types].xml": { packed: deflateRawSync(Buffer.alloc(size)), size, crc: 0 } });
}

/** An archive of very many empty files. */
export function manyEntries(count: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  for (let at = 0; at < count; at++) {
    const name = `f${String(at).padStart(7, "0")}.dat`;
    const head = entryHead(name, { packed: Buffer.alloc(0), size: 0, crc: 0 });
    head.writeUInt16LE(0, 4);
    local.push(number(0x04034b50), head, Buffer.from(name));
    central.push(...directoryEntry(name, head, at * (30 + name.length)));
  }
  const directory = Buffer.concat(central);
  const entries = Buffer.concat(local);
  return Buffer.concat([entries, directory, endOf(count, directory.length, entries.length)]);
}

function entryHead(name: string, { packed, size, crc }: Part): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0800, 2);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

function directoryEntry(name: string, head: Buffer, offset: number): Buffer[] {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return [number(0x02014b50), Buffer.from([20, 0]), head, place, Buffer.from(name)];
}

/** The end of the directory; beyond 65,534 entries the larger form stands before it. */
function endOf(count: number, length: number, offset: number): Buffer {
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(count), at);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(offset + length), 64);
  large.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, 0xffff), at);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return count < 0xffff ? end : Buffer.concat([large, end]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
