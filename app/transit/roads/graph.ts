import type Flatbush from "flatbush";

/**
 * The road network as flat typed arrays. Edge `e` has two arcs: `2e` along its coordinates and `2e + 1` against them; an
 * arc that may not be driven is absent from `nodeArcs`. Coordinates are in units of 1e-7 degree, lengths in metres.
 * Segment `s` is the straight piece from point `s + segmentEdge[s]` to the next one.
 */
export interface RoadGraph {
  nodeX: Int32Array;
  nodeY: Int32Array;
  edgeFrom: Uint32Array;
  edgeTo: Uint32Array;
  /** First point of each edge, and one past the last point at the end. */
  edgePoint: Uint32Array;
  edgeFlags: Uint8Array;
  edgeClass: Uint8Array;
  edgeSpeed: Uint8Array;
  edgeName: Uint32Array;
  edgeWay: Float64Array;
  edgeSeq: Uint32Array;
  /** Headings of the edge's first and last segment, two bytes per edge, 256 to the full turn. */
  edgeHeading: Uint8Array;
  pointX: Int32Array;
  pointY: Int32Array;
  /** Metres from the start of the edge to each point. */
  pointAlong: Float32Array;
  segmentEdge: Uint32Array;
  /** Outgoing arcs of node `n` are `nodeArcs[nodeArcStart[n] .. nodeArcStart[n + 1])`. */
  nodeArcStart: Uint32Array;
  nodeArcs: Uint32Array;
  /** Turns that rules forbid, or that lead into a state of their own, ascending by state: see `forbidRuns`. */
  turnState: Uint32Array;
  turnArc: Uint32Array;
  turnNext: Uint32Array;
  /** The arc of each state beyond the arcs themselves. */
  stateArc: Uint32Array;
  /** Boxes of the segments; undefined where the graph has none. */
  index: Flatbush | undefined;
  classes: string[];
  names: string[];
}

export const FORWARD = 1;
export const BACKWARD = 2;
/** Rules bind whoever leaves the edge's first arc; one bit higher, its second. */
export const RESTRICTED = 4;

/** A place on the network: an arc (edge and direction), the metres driven along it, and the state where one is meant. */
export interface Position {
  arc: number;
  offset: number;
  state?: number;
}

export function edgeLength(graph: RoadGraph, edge: number): number {
  return graph.pointAlong[graph.edgePoint[edge + 1]! - 1]!;
}

export function isDrivable(graph: RoadGraph, arc: number): boolean {
  return (graph.edgeFlags[arc >> 1]! & (arc & 1 ? BACKWARD : FORWARD)) !== 0;
}

/** A road that buses may not use in any direction: kept to tell why a way ends there. */
export function isClosed(graph: RoadGraph, edge: number): boolean {
  return (graph.edgeFlags[edge]! & (FORWARD | BACKWARD)) === 0;
}

export function arcStartNode(graph: RoadGraph, arc: number): number {
  return arc & 1 ? graph.edgeTo[arc >> 1]! : graph.edgeFrom[arc >> 1]!;
}

export function arcEndNode(graph: RoadGraph, arc: number): number {
  return arc & 1 ? graph.edgeFrom[arc >> 1]! : graph.edgeTo[arc >> 1]!;
}

/** Heading in which an arc is entered, 256 to the full turn. */
export function arcStartHeading(graph: RoadGraph, arc: number): number {
  return arc & 1 ? (graph.edgeHeading[arc]! + 128) & 255 : graph.edgeHeading[arc]!;
}

export function arcEndHeading(graph: RoadGraph, arc: number): number {
  return arc & 1 ? (graph.edgeHeading[arc - 1]! + 128) & 255 : graph.edgeHeading[arc + 1]!;
}

export function edgeKey(graph: RoadGraph, edge: number): string {
  return `${graph.edgeWay[edge]}:${graph.edgeSeq[edge]}`;
}
