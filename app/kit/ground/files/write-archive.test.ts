import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { fromBufferPromise } from "yauzl";
import { expect, it } from "vitest";
import { type ArchiveEntry, writeArchive } from "./write-archive.server";

async function gather(entries: ArchiveEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeArchive(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

it("holds what it is given, in its order", async () => {
  async function* pieces() {
    yield Buffer.from("一");
    yield Buffer.from("二");
  }
  const zip = await fromBufferPromise(
    await gather([
      { name: "a.txt", content: Buffer.from("甲") },
      { name: "b.txt", content: pieces, level: 0, changed: new Date(2106, 11, 31) },
    ]),
  );
  const found: [string, string, number][] = [];
  for await (const entry of zip.eachEntry()) {
    const bytes: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) bytes.push(piece as Buffer);
    found.push([entry.fileName, Buffer.concat(bytes).toString(), entry.compressionMethod]);
  }
  expect(found).toEqual([
    ["a.txt", "甲", 8],
    ["b.txt", "一二", 0],
  ]);
});

it.each<[string, ArchiveEntry["content"], string]>([
  ["a source that fails before it begins", () => failing(0), "failed after 0"],
  ["a source that fails in the middle", () => failing(3), "failed after 3"],
  ["a file that cannot be read", () => createReadStream(tmpdir()) as AsyncIterable<Buffer>, "EISDIR"],
])("%s ends its archive", async (_, content, words) => {
  await expect(
    gather([
      { name: "a.txt", content },
      { name: "b.txt", content: Buffer.from("b") },
    ]),
  ).rejects.toThrow(words);
});

async function* failing(pieces: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece++) yield Buffer.from("x");
  throw new Error(`failed after ${pieces}`);
}
