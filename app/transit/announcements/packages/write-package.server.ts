import { createReadStream, createWriteStream } from "node:fs";
import { createHash } from "node:crypto";
import { Transform, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { CompiledClip, CompiledLine } from "../model";
import type { PackageFormat } from "../words";
import { packageAdapters } from "./formats";
import { PackageError } from "./package-file";

/** 1980-01-01 on every machine: a zip holds the hands of a local clock. */
const fixedDate = () => new Date(1980, 0, 1, 0, 0, 0);

/**
 * Writes a package to a file or stream. Entries are stored, not deflated, for compressed bytes differ between versions of
 * zlib. `clipFile` says where the bytes of a clip lie; they are compared with its sha256 on their way.
 */
export async function writePackage(
  line: CompiledLine,
  format: PackageFormat,
  clipFile: (clip: CompiledClip) => string,
  target: string | Writable,
  held: ReadonlySet<string> = new Set(),
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  for (const file of packageAdapters[format].write(line, held)) {
    const options = { mtime: fixedDate(), mode: 0o100644, compress: false, forceDosTimestamp: true, size: file.size };
    if ("bytes" in file) zip.addBuffer(file.bytes, file.path, options);
    else
      zip.addReadStreamLazy(file.path, options, (answer) => {
        answer(null, checked(createReadStream(clipFile(file.clip)), file.clip));
      });
  }
  zip.end();
  await pipeline(output, typeof target === "string" ? createWriteStream(target) : target);
}

function checked(source: Readable, { sha256, text }: CompiledClip): Readable {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(bytes: Buffer, _, answer) {
      hash.update(bytes);
      answer(null, bytes);
    },
    flush(answer) {
      answer(
        hash.digest("hex") === sha256 ? null : new PackageError(`语音“${text}”的文件内容与登记的不一致，请重新上传`),
      );
    },
  });
  source.on("error", (error) =>
    through.destroy(new PackageError(`语音“${text}”的文件已丢失，请重新上传`, { cause: error })),
  );
  return source.pipe(through);
}
