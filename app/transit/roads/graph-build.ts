import type { RoadEdge } from "./edge";
import { BACKWARD, FORWARD, type RoadGraph } from "./graph";
import { connectArcs, emptyGraph, indexSegments, layPoints } from "./graph-arrays";
import { toUnits } from "~/transit/geo/metres";
import type { TurnRule } from "./turn-rule";
import { forbiddenRuns } from "./turn-runs";
import { forbidRuns } from "./turn-states";

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
