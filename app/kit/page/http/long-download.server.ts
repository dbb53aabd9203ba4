import type { ViewerCall } from "./page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { BusyProblem } from "~/kit/ground/problem";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { plainPage } from "~/kit/page/refusal/plain-page";
import { setTimeout as sleep } from "node:timers/promises";
import { contain } from "~/kit/ground/faults.server";

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

/** A client that takes nothing for so long is gone; the database would end the waiting transaction anyway. */
const patience = 60_000;

interface Flow {
  signal: AbortSignal;
  /** Settles when the client has taken what was written so far; undefined while it has. */
  waitForDrain: () => Promise<void> | undefined;
  /** Called once, however it ends. */
  ended: () => void;
}

/** A response body that is made only as fast as the client takes it, and whose source is released as soon as the client is gone. */
function streamAtClientPace(
  source: AsyncGenerator<Uint8Array>,
  { signal, waitForDrain, ended }: Flow,
): ReadableStream<Uint8Array> {
  let over = false;
  const end = async () => {
    if (over) return;
    over = true;
    signal.removeEventListener("abort", abort);
    ended();
    await source.return(undefined);
  };
  const abort = contain("the end of a download", end);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await withPatience(waitForDrain());
          const next = over ? { done: true as const } : await source.next();
          if (next.done) {
            await end();
            controller.close();
          } else controller.enqueue(next.value);
        } catch (error) {
          await end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

async function withPatience(drained: Promise<void> | undefined): Promise<void> {
  if (!drained) return;
  const timer = new AbortController();
  const tooLong = sleep(patience, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new Error("the client took nothing for a minute");
  });
  await Promise.race([drained, tooLong]).finally(() => timer.abort());
}
