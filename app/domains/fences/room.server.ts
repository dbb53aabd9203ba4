import { z } from "zod";
import { offerLines } from "~/domains/lines/queries.server";
import { keysToDelete } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { geoArea } from "~/kit/page/map/shape-rules";
import { roomCalls } from "~/kit/room/calls.server";
import { type ServedRoom, serve } from "~/kit/room/served.server";
import { pointsOf } from "~/transit/geo/shape";
import { createFence, fenceTree, fenceTreeByOrganisation, selectFenceForMap, updateFence } from "./queries.server";
import { fenceRoom, type FenceRow } from "./room";
import {
  FenceAdd,
  FenceForMap,
  FenceNode,
  FenceReply,
  PlainFenceAdd,
  PlainFenceReply,
  PlainFenceUpdate,
} from "./schema";
import { fenceReferences, fenceSource } from "./source.server";
import { fenceTable } from "./table";

const { read } = fenceRoom.may;
const nothing = z.object({});
const called = { ...fenceRoom, Delete: keysToDelete("fenceUuid", "围栏") };

export const fences = serve<FenceRow>({
  room: fenceRoom,
  table: fenceTable,
  source: fenceSource,
  references: fenceReferences,
  detail: (fence) => [fence.fenceNum, fence.orgName].join(" "),
  offers: { lineUuids: offerLines },
  verbs: { create: createFence, update: updateFence },
  calls: (served) => [plainFamily({ ...served, room: called }), ruledFamily({ ...served, room: called })],
});

/** The generic family: place, use and owner. */
function plainFamily(served: ServedRoom<FenceRow>) {
  const { detail: _, ...calls } = roomCalls(served, {
    add: PlainFenceAdd,
    update: PlainFenceUpdate,
    reply: PlainFenceReply,
    answer: (row) => PlainFenceReply.parse(answer(row)),
  });
  return api("/api/fence/v1.0", { ...calls, fenceTree: endpoint(read, nothing, z.array(FenceNode), fenceTree) });
}

/** The same records with rule and scope. */
function ruledFamily(served: ServedRoom<FenceRow>) {
  const { detail: _detail, list: _list, ...calls } = roomCalls(served, { add: FenceAdd, reply: FenceReply, answer });
  return api("/api/electricFence/v1.0", {
    ...calls,
    treeList: endpoint(read, nothing, z.array(FenceNode), fenceTreeByOrganisation),
    selectFenceForMap: endpoint(read, FenceForMap, z.array(FenceReply), async (viewer, asked) =>
      (await selectFenceForMap(viewer, asked)).map(answer),
    ),
  });
}

function answer({ waitingAreas: _, coords, ...fence }: FenceRow): FenceReply {
  return {
    ...fence,
    coords: coords && pointsOf(coords).map(([lng, lat]): [number, number] => [lng, lat]),
    geojson: geoArea({ ...fence, coords }),
  };
}
