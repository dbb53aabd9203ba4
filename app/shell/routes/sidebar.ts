import { redirect } from "@remix-run/node";
import { sidebarCookie, sidebarHiddenCookie } from "~/kit/data/access/cookies.server";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";

export const loader = page("signed-in", async () => redirect("/"));

export const action = page("signed-in", async ({ request }) => {
  const form = await formDataOf(request);
  const state = String(form.get("state"));
  const headers = new Headers();
  headers.append("Set-Cookie", await sidebarHiddenCookie.write(request, state === "hidden" ? "1" : undefined));
  if (state !== "hidden")
    headers.append("Set-Cookie", await sidebarCookie.write(request, state === "collapsed" ? "collapsed" : "open"));
  return redirect(localPath(String(form.get("back") ?? "")) ?? "/", { status: 303, headers });
});
