import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { copyFile } from "../copy-file.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { may } from "../policy";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `用 ${loaded.title} 新建草稿` });

export const loader = page(may.write, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  return { file, title: fileTitle(file) };
});

export const action = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const done = await attempt(() => copyFile(viewer, { fileUuid: file.fileUuid }));
  if (!done.ok) return data({ error: done.problem.errors[0]?.message ?? done.problem.message }, { status: 409 });
  return redirectWith(request, `已新建草稿，节点按今天的站点和路径更新`, fileUrl(done.value));
});

export default function NewDraft() {
  const { file, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`用 ${title} 新建草稿？节点按今天的站点和路径更新，手工节点和播放列表保留；${title} 不变。`}
      confirm="新建草稿"
      cancelTo={fileUrl(file)}
      error={answer?.error}
    />
  );
}
