import { redirect } from "@remix-run/node";
import { z } from "zod";
import { appCodeCookie } from "~/kit/data/access/cookies.server";
import { page } from "~/kit/page/http/page.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { navigationOf, tabScreens } from "../frame/navigation.server";
import { inPlaceAnswer } from "../in-place";
import { addShortcut, moveShortcut, removeShortcut } from "../frame/shortcuts.server";

const ShortcutForm = z.object({
  verb: z.enum(["add", "remove", "move"]),
  path: z.string().min(1).max(200),
  to: z.coerce.number().int().min(0).max(200).optional(),
  back: z.string().max(2000).optional(),
});

export const loader = page("signed-in", async () => redirect("/"));

export const action = page("signed-in", async ({ request, facts, viewer }) => {
  const sent = ShortcutForm.safeParse(Object.fromEntries(await formDataOf(request)));
  if (!sent.success) return redirect("/", 303);
  const { verb, path, to, back } = sent.data;
  const here = localPath(back) ?? "/";
  if (verb === "remove") await removeShortcut(viewer.userId, path);
  if (verb === "move") await moveShortcut(viewer.userId, path, to ?? 0);
  if (verb === "add") {
    const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
    const menu = await navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode);
    if (!tabScreens(menu, viewer).some((screen) => screen.path === path)) return redirect(here, 303);
    const full = await addShortcut(viewer.userId, path);
    if (full) return redirectWith(request, full, here, "warning");
  }
  return inPlaceAnswer(request) ?? redirect(here, 303);
});
