import { redirect } from "@remix-run/node";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { page } from "~/kit/page/http/page.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { firstPage, navigationOf } from "../frame/navigation.server";

export const loader = page("signed-in", async ({ request, url, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const menu = await navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode);
  return redirect(firstPage(menu, viewer, url.searchParams));
});
