import { redirect } from "@remix-run/node";
import { attempt } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { correctRows } from "~/kit/room/sheets/correct-rows.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { pageAfter, turnedPage } from "../turned-page";
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
  const turned = turnedPage(form, url);
  const wrongRows = (shown: { page: number; size: number }) =>
    `${importUrl(row)}?kind=wrong&page=${shown.page}&size=${shown.size}`;
  const done = await attempt(() => correctRows(viewer, row.importId, typed));
  if (!done.ok) return redirectWith(request, done.problem.message, wrongRows(turned.from), "error");
  if (done.value === "rechecked") return redirectWith(request, "已改正，正在重新检查", importUrl(row));
  const { corrected, wrong } = done.value;
  const wrongBefore = row.preview?.counts.wrong ?? 0;
  const gone = corrected === 0 ? 0 : corrected - wrong;
  const shown = pageAfter(turned.from, turned.to, { gone, left: wrongBefore - gone });
  const to = wrongRows({ ...turned.to, page: shown }) + (turned.row ? `&row=${turned.row}#row-${turned.row}` : "");
  if (corrected === 0)
    return turned.row || turned.to !== turned.from
      ? redirect(to, 303)
      : redirectWith(request, "没有改动任何单元格", to, "warning");
  if (wrong > 0) return redirectWith(request, `改了 ${corrected} 行，其中 ${wrong} 行还有错误`, to, "warning");
  const words = `已改正 ${corrected} 行${turned.to === turned.from ? "" : "，不再列在错误中，后面的行前移"}`;
  return redirectWith(request, words, corrected === wrongBefore ? importUrl(row) : to);
});

export const loader = page(may.write, async ({ params }) =>
  redirect(`${importsUrl}/${encodeURIComponent(params.importId!)}`),
);
