import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "./policy";
import { busesOfLine, busStateTree, offlineAmong, positionsOf } from "./queries.server";
import { BusKeys, BusOnLine, LineOfBuses, Positions, StateNode, WatchedBus } from "./schema";

export const monitorApi = api("/api/common/v1.0", {
  busStateTree: endpoint(may.read, z.object({}), z.array(StateNode), (viewer) => busStateTree(viewer, false)),
  workBusStateTree: endpoint(may.read, z.object({}), z.array(StateNode), (viewer) => busStateTree(viewer, true)),
  getBusByLine: endpoint(may.read, LineOfBuses, z.array(BusOnLine), (viewer, { lineUuid }) =>
    busesOfLine(viewer, lineUuid),
  ),
});

export const positionApi = api("/api/bus/v1.0", {
  positions: endpoint(may.read, Positions, z.array(WatchedBus), positionsOf),
});

export const dispatchApi = api("/api/realDispatch/dispatch/v1.0", {
  getOffLineBusNew: endpoint(may.read, BusKeys, z.array(WatchedBus), (viewer, { busUuids }) =>
    offlineAmong(viewer, busUuids),
  ),
});
