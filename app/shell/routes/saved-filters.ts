import { redirect } from "@remix-run/node";
import { z } from "zod";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { recordKey, requiredText } from "~/kit/page/forms/rules";
import { localPath } from "~/kit/ground/local-path";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { deleteFilter, listPath, saveFilter } from "~/kit/page/tables/list-views.server";

const FilterForm = z.object({
  verb: z.enum(["save", "delete"]),
  list: listPath,
  back: z.string().max(4000).optional(),
  filterId: recordKey.optional(),
  name: z.string().optional(),
  query: z.string().optional(),
});
const filterName = requiredText("筛选名称", 32);

export const loader = page("signed-in", async () => redirect("/"));

export const action = page("signed-in", async ({ request, viewer }) => {
  const sent = FilterForm.safeParse(Object.fromEntries(await formDataOf(request)));
  if (!sent.success) return redirect("/", 303);
  const { verb, list, back, filterId, query = "" } = sent.data;
  const here = localPath(back) ?? list;
  if (verb === "delete") {
    const gone = filterId && (await deleteFilter(viewer, filterId));
    return gone ? redirectWith(request, `已删除筛选“${gone}”`, here) : redirect(here, 303);
  }
  const name = filterName.safeParse(sent.data.name);
  if (!name.success) return redirectWith(request, `没有保存筛选：${name.error.issues[0]!.message}`, here, "error");
  const saved = await attempt(() => saveFilter(viewer, list, name.data, query));
  return saved.ok
    ? redirectWith(request, `已保存筛选“${name.data}”`, here)
    : redirectWith(request, `没有保存筛选：${saved.problem.message}`, here, "error");
});
