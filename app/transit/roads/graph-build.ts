import type { RoadEdge } from "./edge";
import { BACKWARD, FORWARD, type RoadGraph, arcEndNode, arcStartNode, isDrivable } from "./graph";
import { toUnits, heading, metresBetweenUnits } from "~/transit/geo/metres";
import type { TurnRule } from "./turn-rule";
import { forbidRuns } from "./turn-states";
import Flatbush from "flatbush";

/** The same graph in whatever order edges come; those without two points or numbers are left out; 256 classes. */
export class GraphBuilder {
  private edges: StoredEdge[] = [];
  private classes = new Names();
  private names = new Names();
  private segmentCount = 0;
  private readonly rules: TurnRule[] = [];

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

  forbid(rule: TurnRule): void {
    this.rules.push(rule);
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
    forbidRuns(
      graph,
      forbiddenRuns(graph, this.rules, (node) => nodes.get(node)),
    );
    graph.index = indexSegments(graph);
    return graph;
  }
}

export function buildGraph(edges: Iterable<RoadEdge>, rules: Iterable<TurnRule> = []): RoadGraph {
  const builder = new GraphBuilder();
  for (const edge of edges) builder.add(edge);
  for (const rule of rules) builder.forbid(rule);
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

/** The runs of arcs that no bus may drive; rules whose roads the graph does not hold, or not in that direction, give none. */
function forbiddenRuns(
  graph: RoadGraph,
  rules: Iterable<TurnRule>,
  numberOf: (nodeId: number) => number | undefined,
): number[][] {
  const forbidden: number[][] = [];
  const ordered: number[][] = [];
  for (const { only, ways, nodes } of rules) {
    const joints = nodes.map((node) => numberOf(node) ?? -1);
    (only ? ordered : forbidden).push(...runsAlong(graph, ways, joints));
  }
  return [...forbidden, ...deviations(graph, ordered)];
}

/** Every drive from the first road over the others to the last. */
function runsAlong(graph: RoadGraph, ways: readonly number[], joints: readonly number[]): number[][] {
  let runs = arcsOf(graph, ways[0]!)
    .filter((arc) => arcEndNode(graph, arc) === joints[0])
    .map((arc) => [arc]);
  ways.slice(1, -1).forEach((way, i) => {
    const over = arcsBetween(graph, way, joints[i]!, joints[i + 1]!);
    runs = over ? runs.map((run) => [...run, ...over]) : [];
  });
  const last = arcsOf(graph, ways.at(-1)!).filter((arc) => arcStartNode(graph, arc) === joints.at(-1));
  return runs.flatMap((run) => last.map((arc) => [...run, arc]));
}

function deviations(graph: RoadGraph, ordered: readonly number[][]): number[][] {
  const allowed = new Set(ordered.flatMap((run) => run.map((_, i) => run.slice(0, i + 1).join())));
  const left = new Map<string, number[]>();
  for (const run of ordered)
    for (let i = 1; i < run.length; i++)
      for (const arc of leaving(graph, arcEndNode(graph, run[i - 1]!))) {
        const away = [...run.slice(0, i), arc];
        if (!allowed.has(away.join())) left.set(away.join(), away);
      }
  return [...left.values()];
}

function leaving(graph: RoadGraph, node: number): Uint32Array {
  return graph.nodeArcs.subarray(graph.nodeArcStart[node]!, graph.nodeArcStart[node + 1]!);
}

/** The arcs of a way that may be driven, in the way's own order. */
function arcsOf(graph: RoadGraph, way: number): number[] {
  const arcs: number[] = [];
  for (let edge = firstOf(graph, way); graph.edgeWay[edge] === way; edge++)
    arcs.push(...[2 * edge, 2 * edge + 1].filter((arc) => isDrivable(graph, arc)));
  return arcs;
}

function arcsBetween(graph: RoadGraph, way: number, from: number, to: number): number[] | undefined {
  const arcs = arcsOf(graph, way);
  for (const own of [arcs.filter((arc) => !(arc & 1)), arcs.filter((arc) => arc & 1).reverse()]) {
    const first = own.findIndex((arc) => arcStartNode(graph, arc) === from);
    for (let last = first; last >= 0 && last < own.length; last++) {
      if (last > first && arcStartNode(graph, own[last]!) !== arcEndNode(graph, own[last - 1]!)) break;
      if (arcEndNode(graph, own[last]!) === to) return own.slice(first, last + 1);
    }
  }
  return undefined;
}

function firstOf({ edgeWay }: RoadGraph, way: number): number {
  let [low, high] = [0, edgeWay.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edgeWay[middle]! < way) low = middle + 1;
    else high = middle;
  }
  return low;
}
