import { redirect } from "@remix-run/node";
import { z } from "zod";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";
import { chooseColumns, listPath, resetColumns } from "~/kit/page/tables/list-views.server";

const ColumnsForm = z.object({
  verb: z.enum(["choose", "reset"]),
  list: listPath,
  columns: z.array(z.string().regex(/^\w{1,64}$/)).max(100),
  back: z.string().max(4000).optional(),
});

export const loader = page("signed-in", async () => redirect("/"));

export const action = page("signed-in", async ({ request, viewer }) => {
  const form = await formDataOf(request);
  const sent = ColumnsForm.safeParse({ ...Object.fromEntries(form), columns: form.getAll("columns") });
  if (!sent.success) return redirect("/", 303);
  const { verb, list, columns, back } = sent.data;
  if (verb === "choose") await chooseColumns(viewer, list, columns);
  else await resetColumns(viewer, list);
  return redirect(localPath(back) ?? list, 303);
});
