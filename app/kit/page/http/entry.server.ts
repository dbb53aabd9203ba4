import { appCodeCookie, pendingTokenCookie, sessionCookie, titleCookie } from "~/kit/data/access/cookies.server";
import type { PageCall } from "./page.server";
import { readSession } from "~/kit/data/access/session.server";
import { settings } from "~/kit/ground/settings.server";

const entryNames = ["token", "appCode", "title"] as const;

/** An address as it may be kept and sent on: without what an entry carries. */
export function cleanAddress(url: URL): string {
  const clean = new URL(url);
  // Deleting what is not there would still write the whole query anew.
  for (const name of entryNames) if (clean.searchParams.has(name)) clean.searchParams.delete(name);
  // Two slashes in front would be another host.
  return clean.pathname.replace(/^\/{2,}/, "/") + clean.search;
}

/** The query that brings a person in from another system: token, appCode and title are stored and stripped, and the page loads again clean. A title counts for who is signed in, or by the token beside it. */
export async function enter({ request, url, facts }: PageCall): Promise<void> {
  if (request.method !== "GET" || !entryNames.some((name) => url.searchParams.has(name))) return;
  const headers = new Headers({ "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" });

  const appCode = url.searchParams.get("appCode");
  if (appCode !== null)
    headers.append(
      "Set-Cookie",
      await appCodeCookie.write(request, appCode === "null" || !/^[\w.-]{1,64}$/.test(appCode) ? undefined : appCode),
    );
  let to = cleanAddress(url);
  const token = settings().TOKEN_IN_ADDRESS ? url.searchParams.get("token") : null;
  const title = url.searchParams.get("title")?.trim();
  if (token || title) {
    const [incoming, current] = await Promise.all([token ? readSession(token, facts) : undefined, facts.session()]);
    // From anyone else's link it would name the program to whoever signs in after it.
    if (title && [incoming, current].some((session) => session?.state === "live"))
      headers.append("Set-Cookie", await titleCookie.write(request, title.slice(0, 64)));
    if (token && incoming?.state === "live") {
      const replaces = current.state === "live" && current.viewer.userId !== incoming.viewer.userId;
      // Somebody else is signed in on this browser: they decide, on a page of their own.
      const cookie = replaces ? pendingTokenCookie : sessionCookie;
      headers.append("Set-Cookie", await cookie.write(request, token));
      if (replaces) to = `/switch-session?to=${encodeURIComponent(to)}`;
    }
  }
  headers.set("Location", to);
  throw new Response(null, { status: 302, headers });
}
