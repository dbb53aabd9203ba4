import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { fileTitle, requireFileOf } from "../file-page.server";
import { deleteFiles } from "../file-verbs.server";
import { may } from "../policy";
import { filesUrl, fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `删除 ${loaded.title}` });

export const loader = page(may.remove, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  return { file, title: fileTitle(file) };
});

export const action = page(may.remove, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const done = await attempt(() => deleteFiles(viewer, [file.fileUuid]));
  if (!done.ok) return data({ error: done.problem.errors[0]?.message ?? done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除 ${fileTitle(file)}`, filesUrl);
});

export default function Confirm() {
  const { file, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`删除 ${title}？已下载的包不受影响。`}
      confirm="删除"
      cancelTo={fileUrl(file)}
      error={answer?.error}
    />
  );
}
