import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { findFileImport, retryFile } from "../files/file-imports.server";
import { may } from "../policy";
import { importUrl, lineImportsUrl } from "../urls";

export const action = page(may.write, async ({ viewer, request, params }) => {
  const row = await findFileImport(viewer, params.importId!);
  const done = await attempt(() => retryFile(viewer, row.importId));
  return done.ok
    ? redirectWith(request, "正在重新读取", importUrl(row))
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export const loader = page(may.write, async ({ params }) =>
  redirect(`${lineImportsUrl}/${encodeURIComponent(params.importId!)}`),
);
