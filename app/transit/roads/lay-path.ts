import { type LngLat } from "~/transit/geo/lng-lat";
import type { BreakCause } from "./break-cause";
import type { Chain } from "./chain";
import { edgeKey, edgeLength, type RoadGraph } from "./graph";
import { metresApart, toDegrees } from "~/transit/geo/metres";
import { placeOn } from "./near";
import type { Route } from "./route";

/** One stretch driven: the edge and whether along its coordinates. */
export interface DrivenEdge {
  edgeKey: string;
  forward: boolean;
}

/** A point's place in a path: its index, and the metres from the path's start to it. */
export interface PathPoint {
  index: number;
  distance: number;
}

/** The same for a point of the chain, with the number of edges entered up to it. */
export interface ChainPoint extends PathPoint {
  edges: number;
}

/** A straight piece of a path where no road could be followed, between two indexes of the path. */
export interface PathBreak {
  pathFrom: number;
  pathTo: number;
  length: number;
  cause: BreakCause;
}

export interface LaidPath {
  path: LngLat[];
  edges: DrivenEdge[];
  points: ChainPoint[];
  breaks: PathBreak[];
  /** Metres of the whole path. */
  length: number;
}

/** Lays a chain out; gaps without a route become straight lines. No point lies behind the one before it. */
export function layPath(graph: RoadGraph, points: readonly LngLat[], chain: Chain): LaidPath {
  const path = new PathLayer(graph);
  points.forEach((point, i) => {
    const state = chain.states[i];
    const route = i > 0 ? chain.routes[i - 1]! : "no-road";
    if (state && typeof route !== "string") path.drive(route, state.offset);
    else
      path.jump(
        state ? placeOn(graph, state.arc, state.offset) : point,
        state,
        i > 0 ? (route as BreakCause) : undefined,
      );
    path.mark();
  });
  return path.laid;
}

class PathLayer {
  readonly laid: LaidPath = { path: [], edges: [], points: [], breaks: [], length: 0 };
  private arc = -1;
  private offset = 0;

  constructor(private readonly graph: RoadGraph) {}

  drive(route: Route, end: number): void {
    const last = route.arcs.length - 1;
    const [first] = route.arcs;
    if (first === (this.arc ^ 1)) this.offset = edgeLength(this.graph, first >> 1) - this.offset;
    // A point slightly behind the one before it stays where that one is.
    const target = last === 0 ? Math.max(this.offset, end) : end;
    route.arcs.forEach((arc, k) => {
      const from = k === 0 ? this.offset : 0;
      const to = k === last ? target : edgeLength(this.graph, arc >> 1);
      if (k > 0 || arc !== this.arc) this.enter(arc);
      this.laid.length += to - from;
      for (const place of arcLine(this.graph, arc, from, to)) this.append(place);
    });
    this.offset = target;
  }

  jump(place: LngLat, state: { arc: number; offset: number } | undefined, cause: BreakCause | undefined): void {
    const { laid } = this;
    const length = cause ? metresApart(laid.path.at(-1)!, place) : 0;
    const pathFrom = laid.path.length - 1;
    this.append(place);
    if (cause) laid.breaks.push({ pathFrom, pathTo: laid.path.length - 1, length, cause });
    laid.length += length;
    this.offset = state?.offset ?? 0;
    if (state) this.enter(state.arc);
  }

  mark(): void {
    this.laid.points.push({
      index: this.laid.path.length - 1,
      distance: this.laid.length,
      edges: this.laid.edges.length,
    });
  }

  private enter(arc: number): void {
    this.arc = arc;
    this.laid.edges.push(drivenEdge(this.graph, arc));
  }

  private append(place: LngLat): void {
    const last = this.laid.path.at(-1);
    if (!last || last[0] !== place[0] || last[1] !== place[1]) this.laid.path.push(place);
  }
}

export function drivenEdge(graph: RoadGraph, arc: number): DrivenEdge {
  return { edgeKey: edgeKey(graph, arc >> 1), forward: (arc & 1) === 0 };
}

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
