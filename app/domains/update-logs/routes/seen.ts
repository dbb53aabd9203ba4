import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { markUpdatesSeen } from "../queries.server";

export const loader = page("signed-in", async () => redirect("/homepage"));

/** 知道了 on the homepage: its form holds the entries that were shown. */
export const action = page("signed-in", async ({ viewer, request }) => {
  await markUpdatesSeen(viewer, (await formDataOf(request)).getAll("logId").map(String));
  return redirect("/homepage", 303);
});
