import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readReason } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen } from "~/kit/page/screens";
import { lineScreen } from "../line-screen";
import { may } from "../policy";
import { deleteLines, lineImpact, requireLine } from "../queries.server";
import { linesUrl, lineUrl } from "../urls";

export const handle = lineScreen({ title: (loaded: { line: { lineName: string } }) => `删除 ${loaded.line.lineName}` });

export const loader = page(may.remove, async ({ viewer, params }) => {
  const line = await requireLine(viewer, params.lineUuid!);
  return { line, uses: await lineImpact(viewer, line.lineUuid) };
});

export const action = page(may.remove, async ({ viewer, request, params }) => {
  const line = await requireLine(viewer, params.lineUuid!);
  const reason = readReason(await formDataOf(request));
  const done = await attempt(() => deleteLines({ ...viewer, reason }, [line.lineUuid]));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, `已删除线路 ${line.lineName}，可在回收站恢复`, linesUrl);
});

export default function DeleteLine() {
  const { line, uses } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`删除线路 ${line.lineName}？删除后进入回收站，可以恢复。`}
      uses={uses}
      cancelTo={lineUrl(line)}
      askReason
      error={answer?.error}
    />
  );
}
