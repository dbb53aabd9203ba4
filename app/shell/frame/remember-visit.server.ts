import { setTimeout as sleep } from "node:timers/promises";
import type { RequestFacts } from "~/kit/data/access/request.server";
import { touchSession } from "~/kit/data/access/session.server";
import { log } from "~/kit/ground/log.server";
import { rememberRecord } from "./recent-pages.server";
import { recordVisit } from "./tabs.server";

/** A database that is slow to write holds up no page for longer. */
const mostMs = 500;

/**
 * Remembers the visit to a page and keeps its session alive, before the page is sent: whichever process shows the next one
 * must find its tab. A failure is logged and nothing more.
 */
export async function rememberVisit(
  request: Request,
  status: number,
  facts: RequestFacts,
  pageTitle: string,
): Promise<void> {
  if (
    status !== 200 ||
    request.method !== "GET" ||
    /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "")
  )
    return;
  const remembered = remember(facts, pageTitle).catch((error: unknown) =>
    log.warn({ err: error, requestId: facts.requestId }, "tab visit not recorded"),
  );
  await Promise.race([remembered, sleep(mostMs, undefined, { ref: false })]);
}

async function remember(facts: RequestFacts, pageTitle: string): Promise<void> {
  const session = await facts.session();
  if (session.state !== "live") return;
  const { sessionId, userId } = session.viewer;
  const visit = facts.visit && { ...facts.visit, pageTitle };
  await Promise.all([
    !session.touched && touchSession(sessionId),
    visit && recordVisit(sessionId, visit, visit.before),
    visit && rememberRecord(userId, visit),
  ]);
}
