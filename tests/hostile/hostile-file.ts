import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readMapApart } from "~/domains/roads/read-apart.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { checkPicture } from "~/kit/data/files/picture.server";
import { Problem } from "~/kit/ground/problem";
import { readSheet, sheetsOf } from "~/kit/page/sheets/read-sheet.server";
import { readLinesApart } from "~/transit/line-files/read-apart.server";

/** A file made to hurt whoever reads it. */
export interface HostileFile {
  /** With the ending that its sender gives it. */
  name: string;
  reader: "map" | "lines" | "sheet" | "type" | "picture";
  make(): Buffer | string | Promise<Buffer>;
  /** What the answer must say. */
  says: RegExp;
  /** Takes seconds to make or to read, so that only `npm run faults` reads it. */
  costly?: boolean;
}

/** Seconds in which each reader must have answered. */
export const mostSeconds = { map: 10, lines: 10, sheet: 5, type: 1, picture: 1 } as const;

/** Megabytes by which the process may grow meanwhile, its threads included. */
export const mostMegabytes = { map: 700, lines: 700, sheet: 450, type: 100, picture: 100 } as const;

/** What a reader answers to a file, in words, after how many seconds by the clock and of computing. */
export async function readHostile({
  name,
  reader,
  make,
}: HostileFile): Promise<{ words: string; seconds: number; computing: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), "hostile-"));
  try {
    const file = path.join(folder, name);
    const content = await make();
    await writeFile(file, content);
    const [began, used] = [performance.now(), process.cpuUsage()];
    const words = await readers[reader](file, name, Buffer.byteLength(content)).catch(wordsOf);
    const { user, system } = process.cpuUsage(used);
    return { words, seconds: (performance.now() - began) / 1000, computing: (user + system) / 1e6 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Reader = (file: string, name: string, size: number) => Promise<string>;

const readers: Record<HostileFile["reader"], Reader> = {
  async map(file) {
    const { facts } = await readMapApart(file, { signal: new AbortController().signal, progress: () => undefined });
    return `read: ${JSON.stringify(facts)}`;
  },
  async lines(file, name) {
    const { lines, problems } = await readLinesApart([{ path: file, name }]);
    return `read: ${lines.length} lines, ${problems.length} problems`;
  },
  async sheet(file, name) {
    await sheetsOf({ path: file, name });
    let rows = 0;
    for await (const _ of readSheet({ path: file, name })) rows++;
    return `read: ${rows} rows`;
  },
  async type(file) {
    return `read: ${await contentTypeOf(file)}`;
  },
  async picture(file, name, size) {
    await checkPicture({ field: "picture", name, path: file, size, contentType: await contentTypeOf(file), hash: "" });
    return "read: a picture";
  },
};

/** A fault of ours is no answer. */
function wordsOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof Problem || /^(OsmFile|LineFile|SheetFile)Error$/.test(name)) return message;
  throw error;
}
