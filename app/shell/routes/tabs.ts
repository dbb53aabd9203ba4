import { redirect } from "@remix-run/node";
import { z } from "zod";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { homePath } from "~/kit/data/access/home.server";
import { page } from "~/kit/page/http/page.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";
import { navigationOf, screenAt, tabScreens } from "../frame/navigation.server";
import { inPlaceAnswer } from "../in-place";
import { pathAfterClosing, closeTabs, moveTab, tabsOf } from "../frame/tabs.server";

const TabForm = z.object({
  verb: z.enum(["close", "close-others", "close-right", "move"]),
  path: z.string().min(1).max(200),
  to: z.coerce.number().int().min(0).max(200).optional(),
  back: z.string().max(2000).optional(),
});

export const loader = page("signed-in", async () => redirect("/"));

/** Closes or moves tabs of the session, then goes back to the page shown, or on to the next where that one was closed. */
export const action = page("signed-in", async ({ request, facts, viewer }) => {
  const sent = TabForm.safeParse(Object.fromEntries(await formDataOf(request)));
  if (!sent.success) return redirect("/", 303);
  const { verb, path, to, back } = sent.data;
  const here = localPath(back) ?? "/";
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const menu = await navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode);
  const home = homePath(menu);
  if (verb === "move") {
    await moveTab(viewer.sessionId, path, to ?? 0, home);
    return inPlaceAnswer(request) ?? redirect(here, 303);
  }
  const tabs = await tabsOf(viewer.sessionId);
  await closeTabs(viewer.sessionId, verb, path, home);
  const done = inPlaceAnswer(request);
  if (done) return done;
  const active = screenAt(tabScreens(menu, viewer), here.split("?")[0]!)?.path ?? "";
  if (verb === "close") return redirect((path !== home && pathAfterClosing(tabs, path, active)) || here, 303);
  const left = await tabsOf(viewer.sessionId);
  return redirect(
    left.some((tab) => tab.path === active) || active === home
      ? here
      : (left.find((tab) => tab.path === path)?.href ?? home),
    303,
  );
});
