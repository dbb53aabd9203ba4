import { setImmediate as immediate } from "node:timers/promises";
import { finishBeforeNext, type RequestFacts } from "~/kit/data/access/request.server";
import { touchSession } from "~/kit/data/access/session.server";
import { log } from "~/kit/ground/log.server";
import { rememberRecord } from "./recent-pages.server";
import { recordVisit } from "./tabs.server";

/** After a page was shown: remembers the visit and keeps the session alive; a failure is logged and nothing more. */
export function rememberVisit(request: Request, status: number, facts: RequestFacts, pageTitle: string): void {
  if (
    status !== 200 ||
    request.method !== "GET" ||
    /prefetch|prerender/.test(request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "")
  )
    return;
  const remembered = immediate()
    .then(() => remember(facts, pageTitle))
    .catch((error: unknown) => log.warn({ err: error, requestId: facts.requestId }, "tab visit not recorded"));
  finishBeforeNext(facts, remembered);
}

async function remember(facts: RequestFacts, pageTitle: string): Promise<void> {
  const session = await facts.session();
  if (session.state !== "live") return;
  if (!session.touched) await touchSession(session.viewer.sessionId);
  if (!facts.visit) return;
  const visit = { ...facts.visit, pageTitle };
  await recordVisit(session.viewer.sessionId, visit, facts.visit.before);
  await rememberRecord(session.viewer.userId, visit);
}
