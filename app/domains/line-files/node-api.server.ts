import { sql } from "kysely";
import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { api, endpoint } from "~/kit/page/http/api.server";
import type { DisplayText } from "~/transit/announcements/model";
import type { Language } from "~/transit/announcements/words";
import { findNode, listLinks, listNodes, listTexts } from "./list-nodes.server";
import { removeLinks, setPlaylist, setTexts } from "./list-verbs.server";
import { addNode, changeNode, removeNode } from "./node-verbs.server";
import { may } from "./policy";
import {
  LinkFilters,
  LinkRow,
  LinksToDelete,
  NodeAdd,
  NodeFilters,
  NodeRow,
  NodesToDelete,
  NodeUpdate,
  PlaylistSet,
  TextAdd,
  TextFilters,
  TextRow,
  TextUpdate,
} from "./node-schema";

export const nodeApi = api("/api/line/file/node/info", {
  list: endpoint(may.read, NodeFilters, z.array(NodeRow), listNodes),
  add: endpoint(may.write, NodeAdd, NodeRow, (viewer, { fileUuid, version, ...node }) =>
    addNode(viewer, fileUuid, node, version),
  ),
  update: endpoint(may.write, NodeUpdate, NodeRow, (viewer, { nodeUuid, version, ...changes }) =>
    changeNode(viewer, nodeUuid, changes, version),
  ),
  delete: endpoint(may.write, NodesToDelete, z.null(), async (viewer, keys) => {
    await removeNode(viewer, keys);
    return null;
  }),
});

const playlistCalls = {
  list: endpoint(may.read, LinkFilters, z.array(LinkRow), listLinks),
  batchAdd: endpoint(may.write, PlaylistSet, z.array(LinkRow), async (viewer, sent) => {
    const { nodeUuid, voiceUse, voiceType, items, version } = sent;
    items.forEach((item, at) => {
      if (voiceType !== undefined && (voiceType === 1) !== "audioUuid" in item)
        throw problem.field(
          `items.${at}`,
          voiceType === 1 ? "普通语音请给出语音主键 audioUuid" : "TTS 请给出要说的文字 text",
          at + 1,
        );
    });
    await setPlaylist(viewer, nodeUuid, { voiceUse, items }, version);
    return listLinks(viewer, { nodeUuid, voiceUse });
  }),
  delete: endpoint(may.write, LinksToDelete, z.null(), async (viewer, keys) => {
    await removeLinks(viewer, keys);
    return null;
  }),
};

const textCalls = {
  list: endpoint(may.read, TextFilters, z.array(TextRow), listTexts),
  add: endpoint(may.write, TextAdd, TextRow, async (viewer, { nodeUuid, order, version, ...text }) => {
    const before = await textsOf(viewer, nodeUuid);
    const known = before.find(({ linkUuid }) => linkUuid === text.linkUuid);
    if (known) return textNamed(viewer, nodeUuid, known.linkUuid);
    const { linkUuid = newKey() } = text;
    const own = before.filter(({ language }) => language === text.language);
    const at = Math.min(order ?? own.length + 1, own.length + 1);
    const others = before.filter(({ language }) => language !== text.language);
    await setTexts(viewer, nodeUuid, [...others, ...own.toSpliced(at - 1, 0, { ...text, linkUuid })], version);
    return textNamed(viewer, nodeUuid, linkUuid);
  }),
  update: endpoint(may.write, TextUpdate, TextRow, async (viewer, { linkUuid, version, ...changes }) => {
    const nodeUuid = await nodeOfText(linkUuid);
    const before = await textsOf(viewer, nodeUuid);
    const changed = before.map((one) => (one.linkUuid === linkUuid ? { ...one, ...changes } : one));
    await setTexts(viewer, nodeUuid, changed, version);
    return textNamed(viewer, nodeUuid, linkUuid);
  }),
};

/** The specification names these without a prefix, so they answer at both. */
export const nodeListApis = ["/api/line/file", ""].flatMap((prefix) => [
  api(`${prefix}/node/audio/link`, playlistCalls),
  api(`${prefix}/node/txt/link`, textCalls),
]);

type Text = DisplayText & { linkUuid: string };

async function textsOf(viewer: Viewer, nodeUuid: string): Promise<Text[]> {
  await findNode(viewer, nodeUuid);
  const rows = await listTexts(viewer, { nodeUuid });
  return rows.map(({ linkUuid, language, text, seconds }) => ({
    linkUuid,
    text,
    seconds,
    language: language as Language,
  }));
}

async function textNamed(viewer: Viewer, nodeUuid: string, linkUuid: string) {
  const rows = await listTexts(viewer, { nodeUuid });
  return rows.find((row) => row.linkUuid === linkUuid)!;
}

async function nodeOfText(linkUuid: string): Promise<string> {
  const { rows } = await sql<{
    nodeUuid: string;
  }>`select node_uuid from line_file_node_text where link_uuid = ${linkUuid}`.execute(db());
  if (!rows[0]) throw problem.missing("显示文字");
  return rows[0].nodeUuid;
}
