import { redirect } from "@remix-run/node";
import { halfLoginCookie, sessionCookie } from "~/kit/data/access/cookies.server";
import { endReplacedSession } from "~/kit/data/access/replaced-session.server";
import { localPath } from "~/kit/ground/local-path";

/** After a login: the session's cookie in place of the one that this browser had, and on to the page wanted before (with the form kept for it), else to the first page. */
export async function startSession(request: Request, url: URL, token: string): Promise<Response> {
  await endReplacedSession(request);
  return redirect(pageAfterLogin(url), {
    status: 303,
    headers: { "Set-Cookie": await sessionCookie.write(request, token) },
  });
}

/** After a right password: the half login's cookie, and on to the page that asks for the code. */
export async function askCode(request: Request, url: URL, half: string): Promise<Response> {
  const headers = { "Set-Cookie": await halfLoginCookie.write(request, half) };
  return redirect(`/login/code${url.search}`, { status: 303, headers });
}

/** The page that a login page's address says to go on to. */
export function pageAfterLogin(url: URL): string {
  const to = localPath(url.searchParams.get("to"));
  if (to && !to.startsWith("/login")) {
    const wanted = new URL(to, url);
    const kept = url.searchParams.get("kept");
    if (kept && /^[0-9a-f]{32}$/.test(kept)) wanted.searchParams.set("kept", kept);
    return wanted.pathname + wanted.search;
  }
  const entry = new URLSearchParams(
    [...url.searchParams].filter(([name]) => name === "resourceName" || name === "openDetail"),
  );
  return entry.size > 0 ? `/?${entry}` : "/";
}
