import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { writeArchive } from "~/kit/ground/files/write-archive.server";
import { localPath } from "./files.server";
import type { ReceivedFile } from "./upload.server";

/** What was uploaded together as one archive, to be kept as one file. */
export async function packFiles(
  files: readonly Pick<ReceivedFile, "path" | "name" | "size">[],
): Promise<Pick<ReceivedFile, "path" | "name" | "size" | "contentType">> {
  const entries = files.map(({ path, name }) => ({
    name: name.replace(/\.\.+|[\\/:]/g, "_"),
    content: () => createReadStream(path) as AsyncIterable<Buffer>,
  }));
  const path = await localPath();
  await pipeline(writeArchive(entries), createWriteStream(path, { mode: 0o600 }));
  return {
    path,
    name: files
      .map(({ name }) => name)
      .join("、")
      .slice(0, 255),
    size: files.reduce((sum, { size }) => sum + size, 0),
    contentType: "application/zip",
  };
}
