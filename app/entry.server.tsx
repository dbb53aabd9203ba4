import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { requestFacts } from "~/kernel/access/request.server";
import { PageContextProvider } from "~/kernel/islands/page-context";
import { renderIsland } from "~/kernel/islands/render.server";
import { log } from "~/kernel/log.server";
import { titleOf, type Screen } from "~/kernel/screens/screen";
import { prepareProgram, stopProgram } from "~/lifecycle.server";
import { rememberVisit } from "~/shell/frame/after-response.server";

export const prepare = prepareProgram;
export const shutdown = stopProgram;

/** Writes the whole page in one piece: nothing on it waits, and one string is cheaper than a stream. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const page = {
    nonce: context.cspNonce as string | undefined,
    requestId: context.requestId as string | undefined,
    entry: remix.manifest.entry,
    refreshRuntime: (remix.manifest as { hmr?: { runtime: string } }).hmr?.runtime,
    renderIsland,
  };
  const html = renderToString(
    <PageContextProvider value={page}>
      <RemixServer context={remix} url={request.url} nonce={page.nonce} />
    </PageContextProvider>,
  );
  const shown = shownScreen(remix);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", shown.noCache || status !== 200 ? "no-store" : "private, no-cache");
  if (shown.refresh && !new URL(request.url).searchParams.has("still")) headers.set("Refresh", String(shown.refresh));
  rememberVisit(request, status, requestFacts(request, context), shown.title);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Every unexpected error of a page ends here, once. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) log.error({ err: error, requestId: requestFacts(request, context).requestId }, "page failed");
};

interface Shown {
  title: string;
  noCache: boolean;
  refresh?: number;
}

/** The title, caching and reloading of the page just written. */
function shownScreen({ staticHandlerContext, routeModules }: EntryContext): Shown {
  for (const { route } of [...staticHandlerContext.matches].reverse()) {
    const handle = routeModules[route.id]?.handle as Screen | undefined;
    const loaded = staticHandlerContext.loaderData[route.id] as never;
    if (handle?.title) return { title: titleOf(handle, loaded), noCache: handle.noCache ?? false, refresh: loaded && handle.refresh?.(loaded) };
  }
  return { title: "", noCache: false };
}
