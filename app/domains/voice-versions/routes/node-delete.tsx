import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt, problem } from "~/kit/ground/problem";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { removePublicNode } from "../public-nodes.server";
import { readSpoken } from "../queries.server";
import { versionRoom } from "../room";
import { requireVersion } from "../verbs.server";

export const handle = screen({ title: ({ node }: { node: { name: string } }) => `删除公共节点 ${node.name}` });

export const loader = page(versionRoom.may.write, asked);

export const action = page(versionRoom.may.write, async (call) => {
  const { version, node } = await asked(call);
  const done = await attempt(() => removePublicNode(call.viewer, version.versionUuid, node.nodeUuid));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(call.request, `已删除公共节点 ${node.name}`, recordUrl(versionRoom, version));
});

export default function DeleteNode() {
  const { version, node } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`从 ${version.versionName} 删除公共节点 ${node.name}？`}
      cancelTo={recordUrl(versionRoom, version)}
      error={useActionData<typeof action>()?.error}
    />
  );
}

async function asked({ viewer, params, url }: ViewerCall) {
  const version = await requireVersion(viewer, params.versionUuid ?? "");
  const { nodes } = await readSpoken(version.versionUuid);
  const node = nodes.find(({ nodeUuid }) => nodeUuid === url.searchParams.get("nodeUuid"));
  if (!node) throw problem.missing("公共节点");
  return { version, node };
}
