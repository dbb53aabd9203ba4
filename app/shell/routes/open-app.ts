import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";
import { portalApps, ticketAddress } from "../session/portal.server";

export const loader = page("signed-in", async () => redirect("/homepage"));

/** Browsers hold a form's redirect to our own address (form-action), so a page in between leads there, no Referer. */
export const action = page("signed-in", async ({ request, viewer }) => {
  const appId = String((await formDataOf(request)).get("appId") ?? "");
  const own = localPath((await portalApps(viewer)).find((app) => app.appId === appId)?.address);
  if (own) return redirect(own, 303);
  const address = escaped((await ticketAddress(viewer, appId)).address);
  const html = `<!DOCTYPE html><html lang="zh-CN"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${address}"><title>正在进入</title><p>正在进入，如果没有自动打开，请点<a href="${address}">这里</a>。</p></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
  });
});

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
