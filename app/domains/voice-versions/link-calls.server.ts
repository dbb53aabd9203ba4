import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { keysToDelete, recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import {
  emptyKey,
  GivenPartShape,
  newPlace,
  order,
  PartShape,
  place,
  seconds,
  SlotReply,
  text,
  TextReply,
} from "./call-shapes";
import { addSlot, removeSlots, saveText, updateSlot } from "./change-links.server";
import { setRow } from "./change-recipe.server";
import { countSlots, findSlots, findTexts } from "./links.server";
import { mostParts } from "./recipe-rules";
import { versionRoom } from "./room";

const { may } = versionRoom;

const inRow = { versionUuid: recordKey.optional(), event: place.event.optional(), voiceUse: place.voiceUse.optional() };
const Filters = z.object({ ...inRow, language: place.language.optional(), audioUuid: recordKey.optional() });
const TextFilters = z.object({ ...inRow, language: place.language.optional() });

export const audioLinkApi = api("/api/line/file/version/audio/link", {
  batchAddPubVersionAudio: endpoint(
    may.write,
    z.object({
      versionUuid: recordKey,
      ...place,
      parts: z.array(GivenPartShape).max(mostParts, `一行最多 ${mostParts} 段`),
    }),
    z.array(SlotReply),
    async (viewer, { versionUuid, parts, ...row }) => {
      await setRow(viewer, versionUuid, row, parts);
      return findSlots({ versionUuid, ...row });
    },
  ),
  pageList: endpoint(
    may.read,
    pageListRequest({ filters: Filters, sortBy: "order", sortable: new Set<string>() }),
    pageListReply(SlotReply),
    async (_viewer, { page, size, filters }) => {
      const [list, total] = await Promise.all([findSlots(filters, size, (page - 1) * size), countSlots(filters)]);
      return { list, total, pageNum: page, pageSize: size };
    },
  ),
  list: endpoint(may.read, Filters, z.array(SlotReply), (_viewer, filters) => findSlots(filters)),
  add: endpoint(
    may.write,
    z.object({
      ...newPlace,
      part: PartShape,
      audioUuid: emptyKey,
    }),
    SlotReply,
    async (viewer, sent) => oneSlot(await addSlot(viewer, sent)),
  ),
  update: endpoint(
    may.write,
    z.object({ linkUuid: recordKey, order: order.optional(), part: PartShape.optional(), audioUuid: emptyKey }),
    SlotReply,
    async (viewer, sent) => oneSlot(await updateSlot(viewer, sent)),
  ),
  delete: endpoint(may.write, keysToDelete("linkUuid", "配方的段"), z.null(), async (viewer, keys) => {
    await removeSlots(viewer, keys);
    return null;
  }),
});

export const textLinkApi = api("/api/line/file/version/txt/link", {
  add: endpoint(
    may.write,
    z.object({
      ...newPlace,
      text,
      seconds: seconds.default(5),
    }),
    TextReply,
    async (viewer: Viewer, sent) => {
      const linkUuid = await saveText(viewer, sent);
      return (await findTexts({ linkUuid }))[0]!;
    },
  ),
  list: endpoint(may.read, TextFilters, z.array(TextReply), (_viewer, filters) => findTexts(filters)),
});

const oneSlot = async (linkUuid: string) => (await findSlots({ linkUuid }))[0]!;
