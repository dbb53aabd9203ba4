import { allows } from "~/kit/data/access/viewer";
import { api } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { nodeColumnApi } from "./column-calls.server";
import { createNodeType, deleteNodeTypes, updateNodeType } from "./queries.server";
import { type NodeTypeRow, nodeTypeRoom, nodeTypeTable } from "./room";
import { nodeTypeSource } from "./source.server";

export const nodeTypes = serve<NodeTypeRow>({
  room: nodeTypeRoom,
  table: nodeTypeTable,
  source: nodeTypeSource,
  verbs: { create: createNodeType, update: updateNodeType, remove: deleteNodeTypes },
  calls: (served) => {
    const { pageList: _pageList, detail: _detail, delete: _delete, ...calls } = roomCalls(served);
    return [api("/api/line/file/node/type", calls), nodeColumnApi];
  },
  mayChange: (viewer) => ({ write: allows(viewer, nodeTypeRoom.may.write), remove: false }),
  detail: (type) => type.typeNum,
});
