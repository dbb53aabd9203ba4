import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Readable } from "node:stream";

/** A download under any name, Chinese included; never shown inside a page, whatever it contains. */
export function attachment(
  content: Readable | ReadableStream<Uint8Array> | Uint8Array,
  { name, contentType, size }: { name: string; contentType: string; size?: number },
): Response {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const body =
    content instanceof Uint8Array || content instanceof ReadableStream
      ? content
      : createReadableStreamFromReadable(content);
  return new Response(body as BodyInit, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      ...(size !== undefined && { "Content-Length": String(size) }),
    },
  });
}
