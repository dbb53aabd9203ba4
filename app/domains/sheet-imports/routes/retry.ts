import { redirect } from "@remix-run/node";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { retrySheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { importsUrl, importUrl } from "../urls";

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row } = await requireImport(viewer, params.importId!);
  const done = await attempt(() => retrySheetImport(viewer, row.importId));
  return done.ok
    ? redirectWith(request, "正在重新检查", importUrl(row))
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export const loader = page(may.write, async ({ params }) =>
  redirect(`${importsUrl}/${encodeURIComponent(params.importId!)}`),
);
