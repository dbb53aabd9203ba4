import { redirect } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { retryImport } from "../imports.server";
import { may } from "../policy";
import { importUrl } from "../urls";

export const action = page(may.import, async ({ viewer, request, params }) => {
  const to = importUrl({ importId: params.importId! });
  const done = await attempt(() => retryImport(viewer, params.importId!));
  return done.ok ? redirectWith(request, "正在重新读取", to) : redirectWith(request, done.problem.message, to, "error");
});

export const loader = page(may.import, async ({ params }) =>
  redirect(importUrl({ importId: encodeURIComponent(params.importId!) })),
);
