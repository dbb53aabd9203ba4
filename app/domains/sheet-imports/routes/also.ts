import { redirect } from "@remix-run/node";
import { attempt, problem } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { startSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { importsUrl, importUrl } from "../urls";

/** Begins an import of another sheet of the same workbook, by the same choices. */
export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row } = await requireImport(viewer, params.importId!);
  const asked = (await formDataOf(request)).get("sheet");
  const { templateCode, mode, reason, fileKey, preview } = row;
  const { constants, meanings, crs, remember, confirmed } = row.choices;
  const done = await attempt(async () => {
    const sheet = preview?.sheets?.find(({ name }) => name === asked)?.name;
    if (!sheet) throw problem.field("sheet", "文件中没有这个工作表，请刷新页面后再选");
    if (!fileKey) throw problem.field("", "文件已删除，请重新上传");
    const choices = { sheet, constants, meanings, crs, remember };
    return startSheetImport(
      { ...viewer, confirmed: confirmed ?? [] },
      { templateCode, mode, reason: reason ?? undefined, choices },
      fileKey,
    );
  });
  return done.ok
    ? redirectWith(request, `正在检查工作表“${String(asked)}”`, importUrl({ importId: done.value }))
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export const loader = page(may.write, async ({ params }) =>
  redirect(`${importsUrl}/${encodeURIComponent(params.importId!)}`),
);
