import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CompiledClip, CompiledLine } from "../model";
import type { PackageFormat } from "../words";
import { packageAdapters } from "./formats";
import { PackageError } from "./package-file";
import { zipBytes } from "./zip-bytes";

/** Writes a package to a file or stream. `clipFile` says where the bytes of a clip lie; they are compared with its sums on their way. */
export async function writePackage(
  line: CompiledLine,
  format: PackageFormat,
  clipFile: (clip: CompiledClip) => string,
  target: string | Writable,
  held: ReadonlySet<string> = new Set(),
): Promise<void> {
  const files = packageAdapters[format].write(line, held);
  const bytes = zipBytes(files, (file) =>
    "bytes" in file ? Readable.from([file.bytes]) : clipBytes(file.clip, clipFile),
  );
  try {
    await pipeline(Readable.from(bytes), typeof target === "string" ? createWriteStream(target) : target);
  } catch (error) {
    if (typeof target === "string") await rm(target, { force: true });
    throw error;
  }
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

async function* reading({ text }: CompiledClip, file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new PackageError(`语音“${text}”的文件已丢失，请重新上传`, { cause: error });
  }
}
