export { mapAround } from "./around.server";
export { downloadRoads, type DownloadFormat } from "./download.server";
export {
  checkPath,
  closeEngine,
  matchStops,
  matchTrace,
  roadDistances,
  routeThrough,
  staleGaps,
} from "./engine.server";
export { offsetsToRoads } from "./likely-crs.server";
export { type NearRoad, nearestRoad } from "./nearest.server";
export { queryRoadByRectangle, roadNetwork, roadsForMap } from "./rectangle.server";

export { readTile } from "./tiles.server";
export { roadsOfWays } from "./ways.server";
