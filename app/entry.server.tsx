import { randomInt } from "node:crypto";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { type RequestFacts, requestFacts } from "~/kit/data/access/request.server";
import { PageContextProvider } from "~/kit/page/islands/page-context";
import { renderIsland } from "~/kit/page/islands/render.server";
import { brokenOffStatus } from "~/kit/ground/broken-off";
import { log } from "~/kit/ground/log.server";
import { sayWhenToRetry } from "~/kit/page/refusal/retry-after";
import { titleOf, type Screen } from "~/kit/page/screens/screen";
import type { Packer } from "~/kit/page/server/pack.server";
import { settings } from "~/kit/ground/settings.server";
import { answerTerminal } from "~/domains/device-link/answer-terminals.server";
import "~/rooms";
import "~/doors.server";
import "~/sheets.server";
import { databaseState } from "~/kit/data/db/pool.server";
import { countUnfinishedJobs } from "~/kit/data/jobs/jobs.server";
import { keepRequest, prepareProgram, stopProgram } from "~/lifecycle.server";
import { rememberVisit } from "~/shell/frame/remember-visit.server";

export { answerTerminal, countUnfinishedJobs, databaseState, keepRequest };
export const prepare = prepareProgram;
export const shutdown = stopProgram;

/** Writes the whole page in one piece: nothing on it waits, and one string is cheaper than a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  if (status === brokenOffStatus) return new Response(null, { status });
  const page = {
    nonce: context.cspNonce as string | undefined,
    requestId: context.requestId as string | undefined,
    timeZone: settings().OPERATOR_TIME_ZONE,
    asksSpeed: status === 200 && randomInt(100) < settings().PAGE_SPEED_SHARE,
    failed: remix.staticHandlerContext.errors ? status : undefined,
    entry: remix.manifest.entry,
    refreshRuntime: (remix.manifest as { hmr?: { runtime: string } }).hmr?.runtime,
    renderIsland,
  };
  const html = renderToString(
    <PageContextProvider value={page}>
      <RemixServer context={withoutHydration(remix)} url={request.url} nonce={page.nonce} />
    </PageContextProvider>,
  );
  const shown = shownScreen(remix);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Kept nowhere: going back after the sign-out must not show what only its person may see.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  sayWhenToRetry(status, headers);
  if (shown.refresh && !new URL(request.url).searchParams.has("still")) headers.set("Refresh", String(shown.refresh));
  const facts = requestFacts(request, context);
  if (facts.viewer) headers.set("Server-Timing", timingOf(facts));
  await rememberVisit(request, status, facts, shown.title);
  const body = Buffer.from(`<!DOCTYPE html>${html}`);
  const { pack, writeBody } = context as { pack?: Packer; writeBody?: (body: Buffer) => null };
  const packed = pack?.(body, headers) ?? body;
  return new Response(writeBody ? writeBody(packed) : packed, { status, headers });
}

/** For whoever is signed in and looks at a slow page, not for who tries out accounts: how long it was made here, and of that waited for the database, with how many statements. */
function timingOf({ began, reads: { statements, waitedMs } }: RequestFacts): string {
  const made = (performance.now() - began).toFixed(1);
  return `page;dur=${made}, db;dur=${waitedMs.toFixed(1)};desc="${statements} statements"`;
}

/** Every unexpected error of a page ends here, once; a refusal of a route without a page is none, and our own faults were logged where they arose. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    log.error({ err: error, requestId: requestFacts(request, context).requestId }, "page failed");
};

/** Only the routes shown are rendered, and no loader data is written for a client router that pages do not have. */
function withoutHydration(remix: EntryContext): EntryContext {
  const shown = remix.staticHandlerContext.matches.map(({ route }) => [route.id, remix.manifest.routes[route.id]!]);
  return {
    ...remix,
    manifest: { ...remix.manifest, routes: Object.fromEntries(shown) },
    serverHandoffStream: undefined,
  };
}

interface ScreenHeader {
  title: string;
  refresh?: number;
}

function shownScreen({ staticHandlerContext, routeModules }: EntryContext): ScreenHeader {
  for (const { route, pathname } of [...staticHandlerContext.matches].reverse()) {
    const handle = routeModules[route.id]?.handle as Screen | undefined;
    const loaded = staticHandlerContext.loaderData[route.id] as never;
    if (handle?.title)
      return {
        title: titleOf(handle, loaded, pathname),
        refresh: loaded && handle.refresh?.(loaded),
      };
  }
  return { title: "" };
}
