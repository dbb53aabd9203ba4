import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { sniffedBytes } from "~/kit/ground/files/limits";
import { packedType } from "./packed-type.server";

/** A file's media type by its first bytes, and of an archive by the names in it, never by its own name; application/octet-stream where nothing is recognised. */
export async function contentTypeOf(file: string): Promise<string> {
  const begins = withoutMark(await firstBytes(file, sniffedBytes));
  const head = begins.subarray(0, 4096);
  const own = sniffers.find(([, fits]) => fits(head));
  if (own) return own[0];
  if (startsWith(head, "PK\u0003\u0004")) return packedType(file, head);
  const known = unopened.find(([mark]) => startsWith(head, mark));
  if (known) return known[1];
  const found = await fileTypeFromBuffer(begins).catch(() => undefined);
  if (found) return found.mime;
  return isText(head) ? "text/plain" : "application/octet-stream";
}

const startsWith = (head: Buffer, mark: string) => head.toString("latin1", 0, mark.length) === mark;

/** The library looks behind these, and unpacks what it finds there: a stranger's work beside everybody's pages. */
const unopened: [mark: string, type: string][] = [
  ["\u001f\u008b", "application/gzip"],
  ["ID3", "audio/mpeg"],
];

type Sniffer = [type: string, fits: (head: Buffer) => boolean];

/** What this program takes in that the library does not tell apart. A comment ends at its first end: were there two ways to read many, trying them all would never end. */
const sniffers: Sniffer[] = [
  ["application/vnd.openstreetmap.data+pbf", (head) => head.subarray(4, 24).includes("\x0a\x09OSMHeader")],
  [
    "application/vnd.openstreetmap.data+xml",
    (head) => /^\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->).){0,2000}-->\s*)*<osm[\s>]/s.test(head.toString("utf8")),
  ],
  ["application/geo+json", (head) => /^\s*\{\s*"type"\s*:\s*"(FeatureCollection|Feature)"/.test(head.toString("utf8"))],
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

/** Without the mark of UTF-8. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.toString("latin1", 0, 3) === "\u00ef\u00bb\u00bf" ? bytes.subarray(3) : bytes;
}

function isText(head: Buffer): boolean {
  return head.length > 0 && !/[\u0000-\u0008\u000e-\u001a]/.test(head.toString("latin1"));
}
