import Flatbush from "flatbush";
import { BACKWARD, FORWARD, type RoadGraph } from "./graph";
import { heading, metresBetweenUnits } from "~/transit/geo/metres";

export function emptyGraph(
  edges: number,
  nodes: number,
  segments: number,
  classes: string[],
  names: string[],
): RoadGraph {
  const points = segments + edges;
  return {
    nodeX: new Int32Array(nodes),
    nodeY: new Int32Array(nodes),
    edgeFrom: new Uint32Array(edges),
    edgeTo: new Uint32Array(edges),
    edgePoint: new Uint32Array(edges + 1),
    edgeFlags: new Uint8Array(edges),
    edgeClass: new Uint8Array(edges),
    edgeSpeed: new Uint8Array(edges),
    edgeName: new Uint32Array(edges),
    edgeWay: new Float64Array(edges),
    edgeSeq: new Uint32Array(edges),
    edgeHeading: new Uint8Array(edges * 2),
    pointX: new Int32Array(points),
    pointY: new Int32Array(points),
    pointAlong: new Float32Array(points),
    segmentEdge: new Uint32Array(segments),
    nodeArcStart: new Uint32Array(nodes + 1),
    nodeArcs: new Uint32Array(0),
    turnState: new Uint32Array(0),
    turnArc: new Uint32Array(0),
    turnNext: new Uint32Array(0),
    stateArc: new Uint32Array(0),
    index: undefined,
    classes,
    names,
  };
}

/** Writes an edge's points from place `first` on, with its lengths, headings and end nodes; the place after them. */
export function layPoints(graph: RoadGraph, edge: number, points: Int32Array, first: number): number {
  const count = points.length / 2;
  const last = first + count - 1;
  const { pointX, pointY, pointAlong, edgeHeading } = graph;
  let along = 0;
  for (let i = 0; i < count; i++) {
    const p = first + i;
    pointX[p] = points[2 * i]!;
    pointY[p] = points[2 * i + 1]!;
    if (i > 0) {
      along += metresBetweenUnits(pointX[p - 1]!, pointY[p - 1]!, pointX[p]!, pointY[p]!);
      graph.segmentEdge[p - 1 - edge] = edge;
    }
    pointAlong[p] = along;
  }
  graph.edgePoint[edge + 1] = last + 1;
  graph.nodeX[graph.edgeFrom[edge]!] = pointX[first]!;
  graph.nodeY[graph.edgeFrom[edge]!] = pointY[first]!;
  graph.nodeX[graph.edgeTo[edge]!] = pointX[last]!;
  graph.nodeY[graph.edgeTo[edge]!] = pointY[last]!;
  edgeHeading[2 * edge] = heading(pointX[first]!, pointY[first]!, pointX[first + 1]!, pointY[first + 1]!);
  edgeHeading[2 * edge + 1] = heading(pointX[last - 1]!, pointY[last - 1]!, pointX[last]!, pointY[last]!);
  return last + 1;
}

export function connectArcs(graph: RoadGraph): void {
  const { edgeFrom, edgeTo, edgeFlags, nodeArcStart } = graph;
  for (let e = 0; e < edgeFrom.length; e++) {
    if (edgeFlags[e]! & FORWARD) nodeArcStart[edgeFrom[e]! + 1]!++;
    if (edgeFlags[e]! & BACKWARD) nodeArcStart[edgeTo[e]! + 1]!++;
  }
  for (let n = 1; n < nodeArcStart.length; n++) nodeArcStart[n]! += nodeArcStart[n - 1]!;
  const next = nodeArcStart.slice();
  graph.nodeArcs = new Uint32Array(nodeArcStart[nodeArcStart.length - 1]!);
  for (let e = 0; e < edgeFrom.length; e++) {
    if (edgeFlags[e]! & FORWARD) graph.nodeArcs[next[edgeFrom[e]!]!++] = 2 * e;
    if (edgeFlags[e]! & BACKWARD) graph.nodeArcs[next[edgeTo[e]!]!++] = 2 * e + 1;
  }
}

export function indexSegments(graph: RoadGraph): Flatbush | undefined {
  const { segmentEdge, pointX, pointY } = graph;
  if (segmentEdge.length === 0) return undefined;
  const index = new Flatbush(segmentEdge.length, 16, Int32Array);
  for (let s = 0; s < segmentEdge.length; s++) {
    const p = s + segmentEdge[s]!;
    const [x1, y1, x2, y2] = [pointX[p]!, pointY[p]!, pointX[p + 1]!, pointY[p + 1]!];
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  }
  index.finish();
  return index;
}
