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
export async function shownFile(request: Request, fileKey: string, known: FileHeaders = {}): Promise<Response> {
  const kept = known.etag ? { ETag: `"${known.etag}"`, "Cache-Control": "private, max-age=86400" } : undefined;
  if (kept && request.headers.get("if-none-match")?.includes(kept.ETag))
    return new Response(null, { status: 304, headers: kept });
  const { stream, contentType, size } = await openFile(fileKey);
  const headers = {
    "Content-Type": known.contentType ?? contentType,
    "Content-Disposition": known.name === undefined ? "inline" : disposition("inline", known.name),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
    "Accept-Ranges": "bytes",
    ...kept,
  };
  const ifRange = request.headers.get("if-range");
  const range = ifRange && ifRange !== kept?.ETag ? undefined : rangeOf(request.headers.get("range"), size);
  const [from, to] = range ?? [0, size - 1];
  const body = createReadableStreamFromReadable(range ? Readable.from(partOf(stream, from, to)) : stream);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(to - from + 1),
      ...(range && { "Content-Range": `bytes ${from}-${to}/${size}` }),
    },
  });
}
