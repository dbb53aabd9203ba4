import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { openFile } from "./files.server";

/** Types that a browser shows or plays and that can hold no script. */
export const shownTypes = /^(image\/(png|jpeg|webp|gif|bmp)|audio\/[\w.+-]+)$/;

interface Shown {
  /** Its type where that is better known than by its first bytes. */
  contentType?: string;
  /** The hash of its content: a browser may keep it for a day, and asks with it. */
  etag?: string;
}

/** A kept file to be shown within a page of ours, or a part of it, as players ask for one; never run. */
export async function shownFile(request: Request, fileKey: string, known: Shown = {}): Promise<Response> {
  const kept = known.etag ? { ETag: `"${known.etag}"`, "Cache-Control": "private, max-age=86400" } : undefined;
  if (kept && request.headers.get("if-none-match")?.includes(kept.ETag))
    return new Response(null, { status: 304, headers: kept });
  const { stream, contentType, size } = await openFile(fileKey);
  const headers = {
    "Content-Type": known.contentType ?? contentType,
    "Content-Disposition": "inline",
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

/** The first and last byte of a range that can be had; any other is answered with the whole. */
function rangeOf(asked: string | null, size: number): [from: number, to: number] | undefined {
  const [, begin = "", end = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? "") ?? [];
  if (begin === "" && end === "") return undefined;
  const from = begin === "" ? Math.max(0, size - Number(end)) : Number(begin);
  const to = begin === "" || end === "" ? size - 1 : Math.min(Number(end), size - 1);
  return from <= to ? [from, to] : undefined;
}

async function* partOf(stream: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const begin = at;
    at += piece.length;
    if (at > from) yield piece.subarray(Math.max(0, from - begin), to + 1 - begin);
    if (at > to) return;
  }
}
