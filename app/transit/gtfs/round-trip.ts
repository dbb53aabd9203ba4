import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";
import { pointsOf } from "~/transit/geo/shape";
import { stopsAlong } from "~/transit/roads/stops-along";
import type { GtfsFeed, GtfsPattern } from "./feed";

/** Metres between the ends of a shape that is closed. */
const closed = 30;

/** The stops a pattern calls at and its shape. A round trip, known by a closed shape, ends at the stop where it began, though feeds seldom say so again; its shape is turned to begin there. */
export function stopsAndShapeOf(
  feed: GtfsFeed,
  { stopIds, shapeId }: GtfsPattern,
): { stopIds: string[]; shape: LngLat[]; circular: boolean } {
  const flat = feed.shapes.get(shapeId) ?? new Float64Array();
  const shape = pointsOf(flat);
  const repeated = stopIds[0] === stopIds.at(-1);
  if (stopIds.length < 3 || repeated || shape.length < 4 || metresApart(shape[0]!, shape.at(-1)!) > closed)
    return { stopIds, shape, circular: stopIds.length > 2 && repeated };
  const [begin] = stopsAlong(
    shape,
    stopIds.map((id): LngLat => [feed.stops.get(id)!.lng, feed.stops.get(id)!.lat]),
  );
  return { stopIds: [...stopIds, stopIds[0]!], shape: turned(shape, begin!), circular: true };
}

function turned(line: readonly LngLat[], { place, distance }: { place: LngLat; distance: number }): LngLat[] {
  const at = distancesAlong(line).findIndex((driven, i) => i > 0 && driven >= distance);
  return at < 0 ? [...line] : [place, ...line.slice(at), ...line.slice(1, at), place];
}
