import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pointsOf } from "~/transit/geo/shape";
import { geoArea } from "~/kit/page/map/shape-rules";
import { answering, plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allFences,
  createFence,
  deleteFences,
  fenceTree,
  fenceTreeByOrganisation,
  listFences,
  selectFenceForMap,
  updateFence,
} from "./queries.server";
import {
  FenceAdd,
  FenceDelete,
  FenceForMap,
  FenceNode,
  FenceReply,
  type FenceRow,
  FenceUpdate,
  PlainFenceAdd,
  PlainFenceReply,
  PlainFenceUpdate,
} from "./schema";
import { fenceTable } from "./table";

const verbs = { list: listFences, all: allFences, create: createFence, update: updateFence, remove: deleteFences };
const shapes = { may, table: fenceTable, key: "fenceUuid", remove: FenceDelete } as const;
const nothing = z.object({});

/** The generic family: place, use and owner; a new fence has no rule and means every bus. */
const {
  list,
  pageList,
  add,
  update,
  delete: remove,
} = plainCalls(
  { ...shapes, row: PlainFenceReply, add: PlainFenceAdd, update: PlainFenceUpdate },
  answering(
    {
      ...verbs,
      create: (viewer, values: z.output<typeof PlainFenceAdd>) => createFence(viewer, { ...ruleless, ...values }),
    },
    answeredPlainly,
  ),
);
export const plainFenceApi = api("/api/fence/v1.0", {
  list,
  pageList,
  add,
  update,
  delete: remove,
  fenceTree: endpoint(may.read, nothing, z.array(FenceNode), fenceTree),
});

/** The same records with rule and scope. */
const { list: _all, ...ruled } = plainCalls(
  { ...shapes, row: FenceReply, add: FenceAdd, update: FenceUpdate },
  answering(verbs, answered),
);
export const fenceApi = api("/api/electricFence/v1.0", {
  ...ruled,
  treeList: endpoint(may.read, nothing, z.array(FenceNode), fenceTreeByOrganisation),
  selectFenceForMap: endpoint(may.read, FenceForMap, z.array(FenceReply), async (viewer, asked) =>
    (await selectFenceForMap(viewer, asked)).map(answered),
  ),
});

const ruleless = { timeWindows: [], weekdays: [], scopeAll: true, busUuids: [], lineUuids: [] };

function answered({ waitingAreas: _waitingAreas, coords, ...fence }: FenceRow): FenceReply {
  return {
    ...fence,
    coords: coords && pointsOf(coords).map(([lng, lat]): [number, number] => [lng, lat]),
    geojson: geoArea({ ...fence, coords }),
  };
}

function answeredPlainly(row: FenceRow): z.input<typeof PlainFenceReply> {
  const {
    ruleType: _rule,
    limitSpeed: _speed,
    stopMinutes: _minutes,
    timeWindows: _windows,
    weekdays: _days,
    beginDate: _begin,
    endDate: _end,
    scopeAll: _all,
    busUuids: _buses,
    lineUuids: _lines,
    ...plain
  } = answered(row);
  return plain;
}
