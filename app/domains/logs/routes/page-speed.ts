import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { PageSpeed } from "../page-speed";
import { countPageSpeed } from "../page-speed.server";

export const loader = page("signed-in", () => redirect("/"));

/** Where a browser says how quick a page was; who it was is not kept. */
export const action = page(
  "signed-in",
  async ({ request }) => {
    const said = PageSpeed.safeParse(Object.fromEntries(await formDataOf(request)));
    if (said.success) await countPageSpeed(said.data);
    return new Response(null, { status: said.success ? 204 : 400 });
  },
  { changesFigures: false },
);
