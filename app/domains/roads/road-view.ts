import type { RoadEdge } from "~/transit/roads/edge";
import { roadClassName, type RoadView } from "./schema";

export function roadView({
  edgeKey,
  wayId,
  roadName,
  roadClass,
  forward,
  backward,
  length,
  maxSpeed,
  coords,
}: RoadEdge): RoadView {
  return {
    edgeKey,
    wayId,
    roadName,
    roadClass,
    roadClassName: roadClassName(roadClass),
    forward,
    backward,
    length: Math.round(length * 10) / 10,
    maxSpeed,
    coordinates: pairsOf(coords),
  };
}

export const pairsOf = (coords: Float64Array) =>
  Array.from({ length: coords.length / 2 }, (_, at): [number, number] => [coords[2 * at]!, coords[2 * at + 1]!]);
