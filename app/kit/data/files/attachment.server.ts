import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Readable } from "node:stream";

/** A download under any name, Chinese included; never shown inside a page, whatever it contains. */
export function attachment(
  content: Readable | ReadableStream<Uint8Array> | Uint8Array,
  { name, contentType, size }: { name: string; contentType: string; size?: number },
): Response {
  const body =
    content instanceof Uint8Array || content instanceof ReadableStream
      ? content
      : createReadableStreamFromReadable(content);
  return new Response(body as BodyInit, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": disposition("attachment", name),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      ...(size !== undefined && { "Content-Length": String(size) }),
    },
  });
}

/** The header that gives a file its name, any letters included. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
