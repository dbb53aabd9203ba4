import Flatbush from "flatbush";
import type { RoadEdge } from "./edge";
import { BACKWARD, FORWARD, type RoadGraph } from "./graph";
import { heading, toUnits, unitsApart } from "./metres";

/**
 * Collects edges and turns them into a graph. Edges are put in order of way and sequence, so that the same roads give the
 * same graph whatever order they arrive in; edges with fewer than two points or coordinates that are no numbers are left out.
 * There may be at most 256 road classes.
 */
export class GraphBuilder {
  private edges: StoredEdge[] = [];
  private classes = new Names();
  private names = new Names();
  private segmentCount = 0;

  add(edge: RoadEdge): void {
    if (edge.coords.length < 4 || !edge.coords.every(Number.isFinite)) return;
    this.edges.push({
      way: edge.wayId,
      seq: edge.seq,
      from: edge.fromNode,
      to: edge.toNode,
      points: Int32Array.from(edge.coords, toUnits),
      roadClass: this.classes.of(edge.roadClass),
      name: this.names.of(edge.roadName),
      speed: Math.max(0, Math.min(255, Math.round(edge.maxSpeed) || 0)),
      flags: (edge.forward ? FORWARD : 0) | (edge.backward ? BACKWARD : 0),
    });
    this.segmentCount += edge.coords.length / 2 - 1;
  }

  finish(): RoadGraph {
    const edges = this.edges;
    edges.sort((a, b) => a.way - b.way || a.seq - b.seq);
    const nodes = numberNodes(edges);
    const classes = this.classes.sorted();
    const names = this.names.sorted();
    const graph = emptyGraph(edges.length, nodes.size, this.segmentCount, classes.list, names.list);
    let point = 0;
    edges.forEach((edge, e) => {
      graph.edgeFrom[e] = nodes.get(edge.from)!;
      graph.edgeTo[e] = nodes.get(edge.to)!;
      graph.edgeFlags[e] = edge.flags;
      graph.edgeClass[e] = classes.place[edge.roadClass]!;
      graph.edgeSpeed[e] = edge.speed;
      graph.edgeName[e] = names.place[edge.name]!;
      graph.edgeWay[e] = edge.way;
      graph.edgeSeq[e] = edge.seq;
      point = layPoints(graph, e, edge.points, point);
    });
    this.edges = [];
    connectArcs(graph);
    graph.index = indexSegments(graph);
    return graph;
  }
}

/** A graph from edges at hand. */
export function buildGraph(edges: Iterable<RoadEdge>): RoadGraph {
  const builder = new GraphBuilder();
  for (const edge of edges) builder.add(edge);
  return builder.finish();
}

interface StoredEdge {
  way: number;
  seq: number;
  from: number;
  to: number;
  points: Int32Array;
  roadClass: number;
  name: number;
  speed: number;
  flags: number;
}

/** Distinct texts, numbered in order of arrival. */
class Names {
  private readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.list.push(text) - 1;
      this.numbers.set(text, number);
    }
    return number;
  }

  /** The texts in order, and the new place of each number. */
  sorted(): { list: string[]; place: Uint32Array } {
    const list = [...this.list].sort();
    const place = new Uint32Array(list.length);
    list.forEach((text, i) => (place[this.numbers.get(text)!] = i));
    return { list, place };
  }
}

function numberNodes(edges: StoredEdge[]): Map<number, number> {
  const nodes = new Map<number, number>();
  for (const edge of edges) {
    if (!nodes.has(edge.from)) nodes.set(edge.from, nodes.size);
    if (!nodes.has(edge.to)) nodes.set(edge.to, nodes.size);
  }
  return nodes;
}

function emptyGraph(edges: number, nodes: number, segments: number, classes: string[], names: string[]): RoadGraph {
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
    index: undefined,
    classes,
    names,
  };
}

function layPoints(graph: RoadGraph, edge: number, points: Int32Array, first: number): number {
  const count = points.length / 2;
  const last = first + count - 1;
  const { pointX, pointY, pointAlong, edgeHeading } = graph;
  let along = 0;
  for (let i = 0; i < count; i++) {
    const p = first + i;
    pointX[p] = points[2 * i]!;
    pointY[p] = points[2 * i + 1]!;
    if (i > 0) {
      along += unitsApart(pointX[p - 1]!, pointY[p - 1]!, pointX[p]!, pointY[p]!);
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

function connectArcs(graph: RoadGraph): void {
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

function indexSegments(graph: RoadGraph): Flatbush | undefined {
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
