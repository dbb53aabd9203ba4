import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { fileTitle, requireFileOf } from "../file-page.server";
import { ungenerateFile } from "../file-verbs.server";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `退回草稿 ${loaded.title}` });

export const loader = page(may.generate, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  return { file, title: fileTitle(file) };
});

export const action = page(may.generate, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const done = await attempt(() => ungenerateFile(viewer, file.fileUuid));
  if (!done.ok) return data({ error: done.problem.errors[0]?.message ?? done.problem.message }, { status: 409 });
  return redirectWith(request, `已退回草稿 ${fileTitle(file)}`, fileUrl(file));
});

export default function Confirm() {
  const { file, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`把 ${title} 退回草稿？它的下载包会删除，版本号可以再用。`}
      confirm="退回草稿"
      cancelTo={fileUrl(file)}
      error={answer?.error}
    />
  );
}
