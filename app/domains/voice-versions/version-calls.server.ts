import { z } from "zod";
import { recordKey, requiredText } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import type { ServedRoom } from "~/kit/room/served.server";
import { listAllRows } from "~/kit/room/source.server";
import { GivenItem, nodePlaylists, nodeTexts } from "./node-shapes";
import { savePublicNode } from "./public-nodes.server";
import { type VersionRow, versionRoom } from "./room";
import { versionSource } from "./source.server";
import { addVersion } from "./verbs.server";

const { may, fields } = versionRoom;

/** Without a default of its own: the same call changes a version that is there. */
const Given = z.object({
  versionUuid: recordKey.optional(),
  versionNum: fields.versionNum.rule,
  versionName: fields.versionName.rule,
  languages: fields.languages.change.optional(),
  isValid: z.boolean().optional(),
  remark: fields.remark.rule,
});

export function versionApi(served: ServedRoom<VersionRow>) {
  const { pageList, delete: remove, restore, keysByCodes } = roomCalls(served);
  return api("/api/line/file/version/info", {
    add: endpoint(may.write, Given, versionRoom.Row, (viewer, values) => addVersion(viewer, values)),
    pageList,
    list: endpoint(
      may.read,
      z.object({ isValid: z.boolean().optional(), keyword: z.string().trim().max(64).optional() }),
      z.array(versionRoom.Row),
      (viewer, filters) => listAllRows(versionSource, viewer, filters),
    ),
    delete: remove,
    restore: restore!,
    keysByCodes: keysByCodes!,
  });
}

const NodeReply = z.object({
  nodeUuid: z.string(),
  versionUuid: z.string(),
  typeUuid: z.string(),
  name: z.string(),
  isBroadcast: z.boolean(),
  extra: z.record(z.string(), z.string()),
  playlists: z.array(z.object({ voiceUse: z.number(), items: z.array(GivenItem) })),
  texts: z.array(z.object({ language: z.string(), text: z.string(), seconds: z.number() })),
});

export const publicNodeApi = api("/api/line/file/node/info", {
  addPublicNode: endpoint(
    may.write,
    z.object({
      nodeUuid: recordKey.optional(),
      versionUuid: recordKey,
      typeUuid: recordKey,
      name: requiredText("名称", 64),
      isBroadcast: z.boolean().default(true),
      extra: z.record(z.string().max(32), z.string().max(64, "最多 64 个字").nullable()).default({}),
      playlists: nodePlaylists.default([]),
      texts: nodeTexts.default([]),
    }),
    NodeReply,
    async (viewer, { versionUuid, ...node }) => ({ versionUuid, ...(await savePublicNode(viewer, versionUuid, node)) }),
  ),
});
