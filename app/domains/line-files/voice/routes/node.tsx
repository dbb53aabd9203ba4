import { createHash } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type NodeType, nodeTypes } from "~/domains/node-types/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { nodeOffers } from "~/domains/voice-versions/queries.server";
import { attempt, problem } from "~/kit/ground/problem";
import type { Picks } from "~/kit/page/forms/picks";
import { refused, type Reply } from "~/kit/page/forms/read-form";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerRows } from "~/kit/room/answer-rows.server";
import { loadPicks } from "~/kit/room/offers.server";
import { ChooseScreen, screen } from "~/kit/page/screens";
import { boxOf } from "~/transit/geo/coordinates";
import { nodeLists } from "~/domains/voice-versions/schema";
import { findNode } from "../../list-nodes.server";
import { may } from "../../policy";
import type { NodeRow } from "../../schema";
import { loadVoice } from "../load-voice.server";
import { LineNodeFields } from "../node-fields";
import { LineNodeForm, nodeValues } from "../node-form";
import { saveNode } from "../save-node.server";
import { voicePage } from "../urls";

export const handle = screen({
  title: ({ node }: { node?: { name: string } }) => (node ? `编辑节点 ${node.name}` : "新增节点"),
});

export const loader = page(may.write, async (call) => {
  const { file, direction, node, lists, types, type, driven } = await asked(call);
  const values = node ? nodeValues(node, lists) : type && fresh(type);
  const [picks, around] = await Promise.all([
    loadPicks(call.viewer, nodeOffers, values),
    mapAround(
      call.viewer,
      node
        ? { minLng: node.lng, minLat: node.lat, maxLng: node.lng, maxLat: node.lat }
        : boxOf((driven?.path ?? []).map(({ lng, lat }) => [lng, lat] as const)),
    ),
  ]);
  return {
    file,
    direction,
    types,
    type,
    node,
    values,
    picks,
    ...around,
    was: node && stateOf(node, lists),
  };
});

export const action = page(may.write, async (call) => {
  const { file, direction, node, lists, type } = await asked(call);
  if (!type) throw problem.missing("节点类型");
  const form = { schema: LineNodeForm, lists: nodeLists, offers: nodeOffers };
  return answerRows(call.viewer, call.request, form, async (sent) => {
    if (node && sent.value.was !== stateOf(node, lists)) return refused(sent, changedMeanwhile);
    const to = node ?? { fileUuid: file.fileUuid, direction, nodeTypeUuid: type.typeUuid };
    const saved = await attempt(() => saveNode(call.viewer, to, sent.value));
    if (!saved.ok) return refused(sent, saved.problem);
    return redirectWith(call.request, `已保存节点 ${sent.value.name}`, voicePage(file, "", direction));
  });
});

export default function EditNode() {
  const { file, direction, types, type, node, was, values, picks, settings, roads } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply; pressed?: string; picks?: Picks } | undefined;
  const cancelTo = voicePage(file, "", direction);
  if (!type || !values)
    return (
      <ChooseScreen
        question="先选择节点类型"
        hint="进站、出站节点由站点生成；类型决定节点有哪些专有列。"
        name="typeUuid"
        label="节点类型"
        choices={types.map(({ typeUuid, typeName }) => ({ value: typeUuid, label: typeName }))}
        query={{ direction: String(direction) }}
        cancelTo={cancelTo}
      />
    );
  return (
    <LineNodeFields
      type={type}
      values={values}
      settings={settings}
      roads={roads}
      cancelTo={cancelTo}
      clips={(answer?.picks ?? picks)["items[].audioUuid"]!}
      isNew={!node}
      was={was}
      deleteTo={node && voicePage(file, `nodes/${node.nodeUuid}/delete`, direction)}
      reply={answer?.reply}
      pressed={answer?.pressed}
    />
  );
}

const changedMeanwhile = {
  message: "别人刚刚改过这个节点；您填的都在下面，再按一次保存就以您填的为准",
  errors: [],
};

/** Other nodes of the file may change meanwhile. */
const stateOf = ({ version: _version, serial: _serial, ...node }: NodeRow, lists: object) =>
  createHash("sha256")
    .update(JSON.stringify([node, lists]))
    .digest("hex");

const fresh = ({ columns, defaultRadius }: NodeType) => ({
  isBroadcast: true,
  radius: defaultRadius,
  extra: Object.fromEntries(columns.map(({ columnCode, defaultValue }) => [columnCode, defaultValue ?? ""])),
});

async function asked(call: ViewerCall) {
  const { viewer, params, url } = call;
  const { content, direction, driven } = await loadVoice(call);
  if (content.file.state !== 0) throw problem.used("线路文件已生成，不能再修改；请用它新建草稿");
  const found = content.nodes.find(({ nodeUuid }) => nodeUuid === params.nodeUuid);
  if (params.nodeUuid && !found) throw problem.missing("节点");
  const all = await nodeTypes();
  const wanted = found?.nodeTypeUuid ?? url.searchParams.get("typeUuid");
  return {
    file: content.file,
    direction: found?.direction ?? direction,
    driven,
    node: found && (await findNode(viewer, found.nodeUuid)),
    lists: { playlists: found?.playlists ?? [], texts: found?.texts ?? [] },
    types: all.filter(({ isValid, use }) => isValid && use > 1),
    type: all.find(({ typeUuid }) => typeUuid === wanted),
  };
}
