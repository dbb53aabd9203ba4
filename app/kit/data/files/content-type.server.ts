import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { sniffedBytes } from "~/kit/ground/files/limits";

/** A file's media type by its first bytes, never by its name; application/octet-stream where nothing is recognised. */
export async function contentTypeOf(file: string): Promise<string> {
  const begins = await firstBytes(file, sniffedBytes);
  const head = begins.subarray(0, 4096);
  const own = sniffers.find(([, fits]) => fits(head));
  if (own) return own[0];
  const known = await fileTypeFromBuffer(begins).catch(() => undefined);
  if (known) return known.mime;
  const packer = packers.find(([mark]) => head.subarray(0, mark.length).equals(mark));
  if (packer) return packer[1];
  return isText(head) ? "text/plain" : "application/octet-stream";
}

/** Archives whose first entries say no more. */
const packers: [mark: Buffer, type: string][] = [
  [Buffer.from("PK\u0003\u0004"), "application/zip"],
  [Buffer.from([0x1f, 0x8b]), "application/gzip"],
];

type Sniffer = [type: string, fits: (head: Buffer) => boolean];

/** What this program takes in that the library does not tell apart. A comment ends at its first end: were there two ways to read many, trying them all would never end. */
const sniffers: Sniffer[] = [
  ["application/vnd.openstreetmap.data+pbf", (head) => head.subarray(4, 24).includes("\x0a\x09OSMHeader")],
  [
    "application/vnd.openstreetmap.data+xml",
    (head) => /^\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->).){0,2000}-->\s*)*<osm[\s>]/s.test(textOf(head)),
  ],
  ["application/geo+json", (head) => /^\s*\{\s*"type"\s*:\s*"(FeatureCollection|Feature)"/.test(textOf(head))],
];

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function textOf(head: Buffer): string {
  return head.toString("utf8").replace(/^\ufeff/, "");
}

function isText(head: Buffer): boolean {
  return head.length > 0 && !/[\u0000-\u0008\u000e-\u001a]/.test(head.toString("latin1"));
}
