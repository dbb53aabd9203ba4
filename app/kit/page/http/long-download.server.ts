import type { ViewerCall } from "./page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { BusyProblem } from "~/kit/ground/problem";
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
  return running >= atOnce && request.method !== "HEAD" ? busy() : start({ request, facts, viewer }, file, content);
}

/** The same for a call, whose client reads a refusal in the envelope; throws BusyProblem. */
export function longBlob(
  { request, facts }: Pick<ViewerCall, "request" | "facts">,
  viewer: Viewer,
  file: { name: string; contentType: string },
  content: () => AsyncGenerator<Uint8Array>,
): Response {
  if (running >= atOnce) throw new BusyProblem("同时导出的人较多，请半分钟后再试");
  return start({ request, facts, viewer }, file, content);
}

function start(
  { request, facts, viewer }: Pick<ViewerCall, "request" | "facts" | "viewer">,
  file: { name: string; contentType: string },
  content: () => AsyncGenerator<Uint8Array>,
): Response {
  if (request.method === "HEAD") return attachment(new Uint8Array(), file);
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
