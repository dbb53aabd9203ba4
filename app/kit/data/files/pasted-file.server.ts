import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { localPath } from "./files.server";
import type { ReceivedFile } from "./upload.server";

/** What was pasted into a form, as a file received; the name says so. */
export async function pastedFile(text: string): Promise<ReceivedFile> {
  const path = await localPath();
  await writeFile(path, text, { mode: 0o600 });
  return {
    field: "pasted",
    path,
    name: "粘贴的内容.txt",
    size: Buffer.byteLength(text),
    contentType: "text/plain",
    hash: createHash("sha256").update(text).digest("hex"),
  };
}
