import { redirect } from "@remix-run/node";
import { sessionCookie } from "~/kit/data/access/cookies.server";
import { publicPage } from "~/kit/page/http/page.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { endSession } from "~/kit/data/access/session.server";

export const loader = publicPage(async () => redirect("/"));

/** Ends the session with its tabs; app code and title stay their 7 days. Works for an expired session too. */
export const action = publicPage(async ({ request, facts }) => {
  // A session that cannot be read must not keep its person from leaving.
  const session = await facts.session().catch(() => undefined);
  if (session?.state === "live") {
    await endSession(session.viewer.sessionId, "logout");
    noteSecurityEvent(session.viewer, "sign-out");
  }
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await sessionCookie.write(request, undefined));
  return redirect("/login", { status: 303, headers });
});
