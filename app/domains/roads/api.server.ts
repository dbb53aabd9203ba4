import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "./policy";
import { queryRoadByRectangle } from "./queries.server";
import { roadView } from "./road-view";
import { RoadRectangle, RoadView } from "./schema";

export const roadApi = api("/osm", {
  queryRoadByRectangle: endpoint(may.read, RoadRectangle, z.array(RoadView), async (viewer, rectangle) =>
    (await queryRoadByRectangle(viewer, rectangle)).map(roadView),
  ),
});
