import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pointsOf } from "~/transit/geo/shape";
import { geoArea } from "~/kit/page/map/shape-rules";
import { may } from "./policy";
import { allWaitingAreas, saveWaitingArea, updateWaitingArea } from "./queries.server";
import {
  WaitingAreaDrawing,
  WaitingAreaFilters,
  WaitingAreaInfo,
  WaitingAreaReply,
  type WaitingAreaRow,
  WaitingAreaWhole,
} from "./schema";

export const waitingAreaApi = api("/api/fence/v1.0/waitingArea", {
  list: endpoint(may.read, WaitingAreaFilters, z.array(WaitingAreaReply), async (viewer, filters) =>
    (await allWaitingAreas(viewer, filters)).map(answered),
  ),
  update: endpoint(may.write, WaitingAreaWhole, WaitingAreaReply, async (viewer, whole) =>
    answered(await saveWaitingArea(viewer, whole)),
  ),
  updateInfo: endpoint(
    may.write,
    WaitingAreaInfo,
    WaitingAreaReply,
    async (viewer, { waitUuid, version, ...changes }) =>
      answered(await updateWaitingArea(viewer, waitUuid, changes, version)),
  ),
  updateDraw: endpoint(may.write, WaitingAreaDrawing, WaitingAreaReply, async (viewer, { waitUuid, version, coords }) =>
    answered(await updateWaitingArea(viewer, waitUuid, { coords }, version)),
  ),
});

function answered({ coords, ...area }: WaitingAreaRow): WaitingAreaReply {
  return {
    ...area,
    coords: coords && pointsOf(coords).map(([lng, lat]): [number, number] => [lng, lat]),
    geojson: coords && geoArea({ shape: 3, coords }),
  };
}
