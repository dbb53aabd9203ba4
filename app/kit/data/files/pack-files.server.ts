import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { localPath } from "./files.server";
import type { ReceivedFile } from "./upload.server";

/** What was uploaded together as one archive, to be kept as one file. */
export async function packFiles(
  files: readonly Pick<ReceivedFile, "path" | "name" | "size">[],
): Promise<Pick<ReceivedFile, "path" | "name" | "size" | "contentType">> {
  const archive = new ZipFile();
  for (const { path, name } of files) archive.addFile(path, name.replace(/\.\.+|[\\/:]/g, "_"), { compress: true });
  archive.end();
  const path = await localPath();
  await pipeline(archive.outputStream, createWriteStream(path, { mode: 0o600 }));
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
