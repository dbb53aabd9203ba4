import { mapAround, roadsForMap } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Box, boxOf, growBox } from "~/transit/geo/lng-lat";
import type { LineDrawing, MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import { isDoubtful } from "~/domains/lines/match-sources";
import type { DirectionDetail } from "./schema";

export interface LinePicture {
  drawing: LineDrawing;
  roads: MapRoad[];
  settings: MapSettings;
  bounds?: Box;
}

export function drawingOf(one: DirectionDetail | undefined, other?: Pick<DirectionDetail, "path">): LineDrawing {
  if (!one) return { path: [], stations: [], breaks: [] };
  const metres = (kilometres: number | null) => (kilometres === null ? null : kilometres * 1000);
  return {
    path: one.path,
    stations: one.stationList
      .filter(({ gone }) => !gone)
      .map(({ serial, staName, lng, lat, distance, distancePrev }) => ({
        serial,
        staName,
        lng,
        lat,
        distance: metres(distance),
        spacing: metres(distancePrev),
      })),
    breaks: one.gaps.filter(({ broken }) => broken).map(({ pathFrom, pathTo }) => one.path.slice(pathFrom, pathTo + 1)),
    doubtful: one.gaps.filter(isDoubtful).map(({ pathFrom, pathTo }) => one.path.slice(pathFrom, pathTo + 1)),
    ...(other && other.path.length > 1 && { otherPath: other.path }),
  };
}

export async function pictureOf(viewer: Viewer, drawing: LineDrawing): Promise<LinePicture> {
  const { path, stations, otherPath = [] } = drawing;
  const box = boxOf([...path, ...otherPath, ...stations.map(({ lng, lat }) => [lng, lat] as const)]);
  if (!box) {
    const around = await mapAround(viewer, null);
    return { drawing, ...around, bounds: growBox(boxOf([around.settings.centre])!, 3000) };
  }
  const [settings, roads] = await Promise.all([operatorMap(), roadsForMap(viewer, box, { width: 720, height: 560 })]);
  return { drawing, roads, settings };
}
