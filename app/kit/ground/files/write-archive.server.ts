import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { own } from "../faults.server";

export interface ArchiveEntry {
  name: string;
  /** Bytes, or what reads them when their turn comes. */
  content: Buffer | (() => AsyncIterable<Uint8Array>);
  /** Of packing; 0 leaves the bytes as they are. */
  level?: number;
  /** From 1980 to 2107; now where it is left out. */
  changed?: Date;
}

/** The bytes of a zip archive, written as they are taken; whoever stops taking ends the entries, too. What an entry throws, and what yazl throws in callbacks of its own, is thrown here. */
export async function* writeArchive(entries: Iterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const sources: Readable[] = [];
  const fail = (error: unknown) => output.destroy(error as Error);
  archive.on("error", fail);
  own({ what: "an archive", end: fail, isOver: () => output.destroyed }, () => {
    for (const { name, content, level = 6, changed } of entries) {
      const options = { compressionLevel: level, mtime: changed };
      if (Buffer.isBuffer(content)) archive.addBuffer(content, name, options);
      else
        archive.addReadStreamLazy(name, options, (take) => {
          const source = Readable.from(content(), { objectMode: false, highWaterMark: 2 ** 16 });
          sources.push(source.once("error", fail));
          take(null, source);
        });
    }
    archive.end();
  });
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    output.destroy();
    for (const source of sources) source.destroy();
  }
}
