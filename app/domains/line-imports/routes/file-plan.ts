import { redirect } from "@remix-run/node";
import { attempt } from "~/kit/ground/problem";
import { again, readForm } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { choosePlan, findFileImport } from "../files/file-imports.server";
import { PlanForm } from "../files/schema";
import { may } from "../policy";
import { importUrl, lineImportsUrl } from "../urls";

export const action = page(may.write, async ({ viewer, request, params }) => {
  const row = await findFileImport(viewer, params.importId!);
  const sent = await readForm(request, PlanForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => choosePlan(viewer, row.importId, sent.value.plan));
  return done.ok
    ? redirectWith(
        request,
        sent.value.plan === "forget" ? "已忘记这种表格，正在重新读取" : "正在重新读取",
        importUrl(row),
      )
    : redirectWith(request, done.problem.message, importUrl(row), "error");
});

export const loader = page(may.write, async ({ params }) =>
  redirect(`${lineImportsUrl}/${encodeURIComponent(params.importId!)}`),
);
