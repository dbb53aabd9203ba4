import type { ViewerCall } from "./page.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { streamAtClientPace } from "./stream-at-client-pace.server";
import { plainPage } from "~/kit/page/refusal/plain-page";

/** Each holds a database connection for as long as the client takes to read. */
const atOnce = 2;
let running = 0;

/** A download that is read from the database as the client takes it; two at a time, a third is asked to come again. Nothing is read for a HEAD. */
export function longDownload(
  { request, facts, viewer }: Pick<ViewerCall, "request" | "facts" | "viewer">,
  file: { name: string; contentType: string },
  content: () => AsyncGenerator<Uint8Array>,
): Response {
  if (request.method === "HEAD") return attachment(new Uint8Array(), file);
  if (running >= atOnce) return busy();
  running += 1;
  noteSecurityEvent(viewer, "export", file.name);
  return attachment(
    streamAtClientPace(content(), {
      signal: request.signal,
      waitForDrain: facts.waitForDrain,
      ended: () => (running -= 1),
    }),
    file,
  );
}

function busy(): Response {
  const html = plainPage("同时导出的人较多，请半分钟后再试", { links: [{ label: "重试", href: "" }] });
  return new Response(html, {
    status: 429,
    headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": "30", "Cache-Control": "no-store" },
  });
}
