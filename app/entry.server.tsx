import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { PageContextProvider } from "~/kernel/islands/page-context";
import { renderIsland } from "~/kernel/islands/render.server";

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
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Every unexpected error of a page ends here, once. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) console.error(error);
};
