import { arcEndNode, arcStartNode, isDrivable, type RoadGraph } from "./graph";
import type { TurnRule } from "./turn-rule";

/** The runs of arcs that no bus may drive; rules whose roads the graph does not hold, or not in that direction, give none. */
export function forbiddenRuns(
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
