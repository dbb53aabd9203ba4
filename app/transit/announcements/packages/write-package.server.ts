import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import type { CompiledClip, CompiledLine } from "../model";
import type { PackageFormat } from "../words";
import { packageAdapters } from "./formats";
import { PackageError } from "./package-file";
import { zipBytes } from "./zip-bytes";

/** What a package is as a whole; crc32 in hex. */
export interface PackageSums {
  sizeBytes: number;
  sha256: string;
  crc32: string;
}

/** Writes a package to a file or stream and answers its sums. `clipFile` says where the bytes of a clip lie; they are compared with its sums on their way. */
export async function writePackage(
  line: CompiledLine,
  format: PackageFormat,
  clipFile: (clip: CompiledClip) => string,
  target: string | Writable,
  held: ReadonlySet<string> = new Set(),
): Promise<PackageSums> {
  const files = packageAdapters[format].write(line, held);
  const bytes = zipBytes(files, (file) =>
    "bytes" in file ? Readable.from([file.bytes]) : clipBytes(file.clip, clipFile),
  );
  const sums = summing();
  try {
    await pipeline(
      Readable.from(inBlocks(bytes, sums.add)),
      typeof target === "string" ? createWriteStream(target) : target,
    );
  } catch (error) {
    if (typeof target === "string") await rm(target, { force: true });
    throw error;
  }
  return sums.end();
}

function summing() {
  const hash = createHash("sha256");
  let [sizeBytes, crc] = [0, 0];
  return {
    add(bytes: Buffer): void {
      hash.update(bytes);
      crc = crc32(bytes, crc);
      sizeBytes += bytes.length;
    },
    end: (): PackageSums => ({ sizeBytes, sha256: hash.digest("hex"), crc32: crc.toString(16).padStart(8, "0") }),
  };
}

const blockBytes = 1 << 18;

/** A package is many small clips: a write for each would take longer than reading them. */
async function* inBlocks(bytes: AsyncIterable<Buffer>, add: (block: Buffer) => void): AsyncGenerator<Buffer> {
  let [held, size]: [Buffer[], number] = [[], 0];
  const block = () => {
    const whole = Buffer.concat(held, size);
    [held, size] = [[], 0];
    add(whole);
    return whole;
  };
  for await (const part of bytes) {
    held.push(part);
    size += part.length;
    if (size >= blockBytes) yield block();
  }
  if (size > 0) yield block();
}

async function* clipBytes(clip: CompiledClip, clipFile: (clip: CompiledClip) => string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const bytes of reading(clip, clipFile(clip))) {
    hash.update(bytes);
    size += bytes.length;
    if (size > clip.sizeBytes) break;
    yield bytes;
  }
  if (size !== clip.sizeBytes || hash.digest("hex") !== clip.sha256)
    throw new PackageError(`语音“${clip.text}”的文件内容与登记的不一致，请重新上传`);
}

async function* reading({ text, sizeBytes }: CompiledClip, file: string): AsyncGenerator<Buffer> {
  try {
    if (sizeBytes <= blockBytes) yield await readFile(file);
    else yield* createReadStream(file, { highWaterMark: blockBytes }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new PackageError(`语音“${text}”的文件已丢失，请重新上传`, { cause: error });
  }
}
