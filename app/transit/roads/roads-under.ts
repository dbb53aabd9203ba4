import { type LngLat } from "~/transit/geo/lng-lat";
import { edgeLength, isDrivable, type RoadGraph } from "./graph";
import { type DrivenEdge, drivenEdge } from "./lay-path";
import { bearing, metresApart, turnBetween } from "~/transit/geo/metres";
import { edgesNear, headingOn } from "./near";

/** Metres within which a drawn point counts as on the road: stored paths are rounded to centimetres. */
const exact = 3;

/** The stretches of road that a line follows to within three metres in a legal direction, and the metres of it that do not. */
export function roadsUnder(graph: RoadGraph, line: readonly LngLat[]): { edges: DrivenEdge[]; beside: number } {
  const edges: DrivenEdge[] = [];
  let beside = 0;
  let last = -1;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = metresApart(a, b);
    if (length === 0) continue;
    const arc = arcUnder(graph, a, b, last);
    if (arc < 0) {
      beside += length;
      continue;
    }
    if (arc !== last) edges.push(drivenEdge(graph, arc));
    last = arc;
  }
  return { edges, beside };
}

/** The arc on which a straight piece lies, the one driven before where it still fits; -1 where none does. */
function arcUnder(graph: RoadGraph, a: LngLat, b: LngLat, before: number): number {
  const heading = bearing(a, b);
  const arcs = edgesNear(graph, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, exact, 6, { driveways: true }).flatMap(
    ({ edge, offset }) =>
      [2 * edge, 2 * edge + 1].filter((arc) => {
        const along = arc & 1 ? edgeLength(graph, edge) - offset : offset;
        return isDrivable(graph, arc) && turnBetween(headingOn(graph, arc, along), heading) <= 60;
      }),
  );
  return arcs.includes(before) ? before : (arcs[0] ?? -1);
}
