import { redirect } from "@remix-run/node";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { correctRows } from "~/kit/room/sheets/correct-rows.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { importsUrl, importUrl } from "../urls";

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const { row } = await requireImport(viewer, params.importId!);
  const form = await formDataOf(request);
  const typed = new Map<number, Record<string, string>>();
  for (const [name, value] of form) {
    const [, number, field] = /^cell\.(\d{1,7})\.(\w{1,64})$/.exec(name) ?? [];
    if (!number || !field || typeof value !== "string") continue;
    typed.set(Number(number), { ...typed.get(Number(number)), [field]: value.slice(0, 10_000) });
  }
  const to = `${importUrl(row)}?${new URLSearchParams({ ...Object.fromEntries(url.searchParams), kind: "wrong" })}`;
  const done = await attempt(() => correctRows(viewer, row.importId, typed));
  if (!done.ok) return redirectWith(request, done.problem.message, to, "error");
  if (done.value === "rechecked") return redirectWith(request, "已改正，正在重新检查", importUrl(row));
  const { corrected, wrong } = done.value;
  if (corrected === 0) return redirectWith(request, "没有改动任何单元格", to, "warning");
  return wrong === 0
    ? redirectWith(request, `已改正 ${corrected} 行`, corrected === row.preview?.counts.wrong ? importUrl(row) : to)
    : redirectWith(request, `改了 ${corrected} 行，其中 ${wrong} 行还有错误`, to, "warning");
});

export const loader = page(may.write, async ({ params }) => redirect(`${importsUrl}/${params.importId!}`));
