import type { Chain, LngLat } from "./chain";
import { edgeKey, edgeLength, type RoadGraph } from "./graph";
import { metresApart, toDegrees } from "./metres";
import { placeOn } from "./near";

/** One stretch driven: the edge and whether along its coordinates. */
export interface DrivenEdge {
  edgeKey: string;
  forward: boolean;
}

/** A chain laid out on the ground: its line, the edges driven, and for each point its index in the line and its metres along it. */
export interface LaidPath {
  path: LngLat[];
  edges: DrivenEdge[];
  pointIndex: number[];
  pointDistance: number[];
  /** Metres of each gap, and whether it is driven on roads. */
  gapLength: number[];
  onRoad: boolean[];
}

/** Lays a chain out; gaps without a route become straight lines. A point never lies behind the one before it. */
export function layPath(graph: RoadGraph, points: readonly LngLat[], chain: Chain): LaidPath {
  const laid: LaidPath = { path: [], edges: [], pointIndex: [], pointDistance: [], gapLength: [], onRoad: [] };
  let lastArc = -1;
  let length = 0;
  let offset = 0;
  points.forEach((point, i) => {
    const state = chain.states[i];
    const route = i > 0 ? chain.routes[i - 1] : undefined;
    const place = state ? placeOn(graph, state.arc, state.offset) : point;
    let metres = 0;
    if (route && state) {
      const last = route.arcs.length - 1;
      const target = last === 0 ? Math.max(offset, state.offset) : state.offset;
      route.arcs.forEach((arc, k) => {
        const from = k === 0 ? offset : 0;
        const to = k === last ? target : edgeLength(graph, arc >> 1);
        if (k > 0 || arc !== lastArc) laid.edges.push(driven(graph, arc));
        lastArc = arc;
        metres += to - from;
        for (const place of arcLine(graph, arc, from, to)) append(laid.path, place);
      });
      offset = target;
    } else {
      if (i > 0) metres = metresApart(laid.path.at(-1)!, place);
      append(laid.path, place);
      if (state) laid.edges.push(driven(graph, state.arc));
      lastArc = state?.arc ?? -1;
      offset = state?.offset ?? 0;
    }
    length += metres;
    if (i > 0) {
      laid.gapLength.push(metres);
      laid.onRoad.push(route !== undefined);
    }
    laid.pointIndex.push(laid.path.length - 1);
    laid.pointDistance.push(length);
  });
  return laid;
}

/** The line of an arc between two offsets, both ends included. */
export function arcLine(graph: RoadGraph, arc: number, from: number, to: number): LngLat[] {
  const edge = arc >> 1;
  const first = graph.edgePoint[edge]!;
  const last = graph.edgePoint[edge + 1]! - 1;
  const length = edgeLength(graph, edge);
  const line: LngLat[] = [placeOn(graph, arc, from)];
  for (let k = 0; k <= last - first; k++) {
    const p = arc & 1 ? last - k : first + k;
    const along = arc & 1 ? length - graph.pointAlong[p]! : graph.pointAlong[p]!;
    if (along > from && along < to) line.push([toDegrees(graph.pointX[p]!), toDegrees(graph.pointY[p]!)]);
  }
  line.push(placeOn(graph, arc, to));
  return line;
}

function driven(graph: RoadGraph, arc: number): DrivenEdge {
  return { edgeKey: edgeKey(graph, arc >> 1), forward: (arc & 1) === 0 };
}

function append(path: LngLat[], place: LngLat): void {
  const last = path.at(-1);
  if (!last || last[0] !== place[0] || last[1] !== place[1]) path.push(place);
}
