import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/domains/issue-tasks/policy";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { removeMulti, requireMulti } from "../files.server";
import { multiFileUrl, multiFilesUrl } from "../urls";

export const handle = screen({ title: ({ file }: { file: { fileName: string } }) => `删除 ${file.fileName}` });

export const loader = page(may.remove, async ({ viewer, params }) => ({
  file: await requireMulti(viewer, params.multiUuid!),
}));

export const action = page(may.remove, async ({ viewer, request, params }) => {
  const file = await requireMulti(viewer, params.multiUuid!);
  const done = await attempt(() => removeMulti(viewer, [file.multiUuid]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除 ${file.fileName}`, multiFilesUrl);
});

export default function DeleteFile() {
  const { file } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`删除文件 ${file.fileName} ${file.fileVersion}？已经发到车上的不受影响。`}
      cancelTo={multiFileUrl(file)}
      error={answer?.error}
    />
  );
}
