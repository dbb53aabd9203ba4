import { useActionData, useLoaderData } from "@remix-run/react";
import { nodeTypes } from "~/domains/node-types/queries.server";
import type { Picks } from "~/kit/page/forms/picks";
import { refused, type Reply } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerRows } from "~/kit/room/answer-rows.server";
import { loadPicks } from "~/kit/room/offers.server";
import { recordUrl } from "~/kit/room/room";
import { ChooseScreen, screen } from "~/kit/page/screens";
import { formValuesOf, NodeForm, nodeLists, playlistsOf } from "../schema";
import { NodeFields } from "../node-fields";
import { nodeOffers } from "../offered-parts.server";
import { savePublicNode } from "../public-nodes.server";
import { readSpoken } from "../queries.server";
import { versionRoom } from "../room";
import { requireVersion } from "../verbs.server";

export const handle = screen({
  title: ({ node }: { node?: { name: string } }) => (node ? `编辑公共节点 ${node.name}` : "新增公共节点"),
});

export const loader = page(versionRoom.may.write, async (call) => {
  const { version, node, types, type } = await asked(call);
  const values = node && formValuesOf(node);
  return { version, types, type, node, values, picks: await loadPicks(call.viewer, nodeOffers, values) };
});

export const action = page(versionRoom.may.write, async (call) => {
  const { version, node, type } = await asked(call);
  if (!type) throw problem.missing("节点类型");
  const form = { schema: NodeForm, lists: nodeLists, offers: nodeOffers };
  return answerRows(call.viewer, call.request, form, async (sent) => {
    const { items, reason, ...values } = sent.value;
    const { playlists, rowAt } = playlistsOf(items);
    const by = { ...call.viewer, reason: reason ?? undefined };
    const given = { ...values, nodeUuid: node?.nodeUuid, typeUuid: type.typeUuid, playlists };
    const saved = await attempt(() => savePublicNode(by, version.versionUuid, given));
    if (!saved.ok) {
      const errors = saved.problem.errors.map((one) => {
        const [, list, item] = /^playlists\.(\d+)\.items\.(\d+)/.exec(one.path) ?? [];
        return item ? { ...one, path: `items.${rowAt(Number(list), Number(item))}.audioUuid` } : one;
      });
      return refused(sent, { message: saved.problem.message, errors });
    }
    return redirectWith(call.request, `已保存公共节点 ${saved.value.name}`, recordUrl(versionRoom, version));
  });
});

export default function EditNode() {
  const { version, types, type, values, picks } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply; pressed?: string; picks?: Picks } | undefined;
  const cancelTo = recordUrl(versionRoom, version);
  if (!type)
    return (
      <ChooseScreen
        question="先选择节点类型"
        hint="类型决定节点有哪些专有列，例如广告有客户和起止日期。"
        name="typeUuid"
        label="节点类型"
        cancelTo={cancelTo}
        choices={types.map(({ typeUuid, typeName }) => ({ value: typeUuid, label: typeName }))}
      />
    );
  const clips = (answer?.picks ?? picks)["items[].audioUuid"]!;
  return (
    <NodeFields
      type={type}
      values={values}
      clips={clips}
      cancelTo={cancelTo}
      reply={answer?.reply}
      pressed={answer?.pressed}
    />
  );
}

async function asked({ viewer, params, url }: ViewerCall) {
  const version = await requireVersion(viewer, params.versionUuid ?? "");
  const [{ nodes }, all] = await Promise.all([readSpoken(version.versionUuid), nodeTypes()]);
  const key = url.searchParams.get("nodeUuid");
  const node = nodes.find(({ nodeUuid }) => nodeUuid === key);
  if (key && !node) throw problem.missing("公共节点");
  const types = all.filter(({ isValid }) => isValid);
  const wanted = url.searchParams.get("typeUuid");
  const type = wanted
    ? types.find(({ typeUuid }) => typeUuid === wanted)
    : all.find(({ typeUuid }) => typeUuid === node?.typeUuid);
  return { version, node, types, type };
}
