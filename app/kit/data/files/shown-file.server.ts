import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { disposition } from "./attachment.server";
import { rangeOf } from "./byte-range";
import { openFile } from "./files.server";
import { partOf } from "./part-of";
import { shownPictures } from "./picture";

/** Whether a browser shows or plays a type, which then can hold no script. */
export const isShownType = (contentType: string) =>
  shownPictures.test(contentType) || /^audio\/[\w.+-]+$/.test(contentType);

interface FileHeaders {
  /** Its type where that is better known than by its first bytes. */
  contentType?: string;
  /** Under which it is kept by who wants to keep it. */
  name?: string;
  /** The hash of its content: a browser may keep it for a day, and asks with it. */
  etag?: string;
}

/** A kept file to be shown within a page of ours, or a part of it, as players ask for one; never run. */
export const shownFile = (request: Request, fileKey: string, known: FileHeaders = {}): Promise<Response> =>
  shown(request, { ...known, cache: known.etag ? "private, max-age=86400" : "private, no-store" }, async () => {
    const { stream, contentType, size } = await openFile(fileKey);
    const part = (from: number, to: number) =>
      to - from + 1 < size ? Readable.from(partOf(stream, from, to)) : stream;
    return { contentType, size, part: (from, to) => createReadableStreamFromReadable(part(from, to)) };
  });

/** The same of bytes that are made for it, unless the browser, which asks each time, has them. */
export const shownBytes = (
  request: Request,
  known: Required<FileHeaders>,
  make: () => Promise<Uint8Array>,
): Promise<Response> =>
  shown(request, { ...known, cache: "private, no-cache" }, async () => {
    const bytes = await make();
    const part = (from: number, to: number) => bytes.subarray(from, to + 1) as Uint8Array<ArrayBuffer>;
    return { contentType: known.contentType, size: bytes.length, part };
  });

interface OpenedContent {
  contentType: string;
  size: number;
  /** Bytes `from` to `to`, both included; asked for once. */
  part: (from: number, to: number) => ReadableStream | Uint8Array<ArrayBuffer>;
}

async function shown(
  request: Request,
  { cache, etag, name, contentType: known }: FileHeaders & { cache: string },
  open: () => Promise<OpenedContent>,
): Promise<Response> {
  const kept = { "Cache-Control": cache, ...(etag && { ETag: `"${etag}"` }) };
  if (kept.ETag && request.headers.get("if-none-match")?.includes(kept.ETag))
    return new Response(null, { status: 304, headers: kept });
  const { contentType, size, part } = await open();
  const ifRange = request.headers.get("if-range");
  const range = ifRange && ifRange !== kept.ETag ? undefined : rangeOf(request.headers.get("range"), size);
  const [from, to] = range ?? [0, size - 1];
  return new Response(part(from, to), {
    status: range ? 206 : 200,
    headers: {
      "Content-Type": known ?? contentType,
      "Content-Disposition": name === undefined ? "inline" : disposition("inline", name),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Accept-Ranges": "bytes",
      ...kept,
      "Content-Length": String(to - from + 1),
      ...(range && { "Content-Range": `bytes ${from}-${to}/${size}` }),
    },
  });
}
