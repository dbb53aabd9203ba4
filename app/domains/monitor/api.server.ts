import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "./policy";
import { busesOfLine, busStateTree, offlineAmong } from "./queries.server";
import { BusKeys, BusOnLine, LineOfBuses, StateNode, WatchedBus } from "./schema";

export const monitorApi = api("/api/common/v1.0", {
  busStateTree: endpoint(may.read, z.object({}), z.array(StateNode), (viewer) => busStateTree(viewer, false)),
  workBusStateTree: endpoint(may.read, z.object({}), z.array(StateNode), (viewer) => busStateTree(viewer, true)),
  getBusByLine: endpoint(may.read, LineOfBuses, z.array(BusOnLine), (viewer, { lineUuid }) =>
    busesOfLine(viewer, lineUuid),
  ),
});

export const dispatchApi = api("/api/realDispatch/dispatch/v1.0", {
  getOffLineBusNew: endpoint(may.read, BusKeys, z.array(WatchedBus), (viewer, { busUuids }) =>
    offlineAmong(viewer, busUuids),
  ),
});
