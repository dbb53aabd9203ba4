import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt, problem } from "~/kit/ground/problem";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { removeNode } from "../../file-content.server";
import { findNode } from "../../list-nodes.server";
import { may } from "../../policy";
import { requireFile } from "../../file-record.server";
import { voicePage } from "../urls";

export const handle = screen({ title: ({ node }: { node: { name: string } }) => `删除节点 ${node.name}` });

export const loader = page(may.write, asked);

export const action = page(may.write, async (call) => {
  const { file, node } = await asked(call);
  const form = await formDataOf(call.request);
  const done = await attempt(() => removeNode(call.viewer, [node.nodeUuid], Number(form.get("version")) || undefined));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, `已删除节点 ${node.name}`, voicePage(file, "", node.direction));
});

export default function DeleteNode() {
  const { file, node } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`从 ${file.lineName} ${file.classifyName} 的草稿删除节点 ${node.name}？`}
      cancelTo={voicePage(file, "", node.direction)}
      version={file.version}
      error={useActionData<typeof action>()?.error}
    >
      {node.staUuid && <p>它由站点生成；“按站点刷新节点”会再加上它。</p>}
    </ConfirmScreen>
  );
}

async function asked({ viewer, params }: ViewerCall) {
  const node = await findNode(viewer, params.nodeUuid ?? "");
  if (node.fileUuid !== params.fileUuid) throw problem.missing("节点");
  return { node, file: await requireFile(viewer, node.fileUuid) };
}
