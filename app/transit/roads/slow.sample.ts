import type { RouteCosts } from "./costs";
import type { RoadEdge } from "./edge";
import {
  arcEndHeading,
  arcEndNode,
  arcStartHeading,
  arcStartNode,
  edgeLength,
  type Position,
  type RoadGraph,
} from "./graph";
import type { TurnRule } from "./turn-rule";

/** Roads where every stretch is a way of its own. */
export interface Town {
  graph: RoadGraph;
  costs: RouteCosts;
  edges: readonly RoadEdge[];
  rules: readonly TurnRule[];
}

/** What a bus has driven since it last turned round in the middle of a road, at most this many arcs of it. */
export type Drive = readonly number[];
const memory = 4;

/** Metres of the best road from one drive's end on to each drive that passes a target: by relaxing until nothing changes. */
export function slowly(
  town: Town,
  from: { drive: Drive; offset: number; cost: number }[],
  targets: readonly Position[],
  turnBack = Infinity,
): Map<string, { target: number; drive: Drive; cost: number }> {
  const { graph } = town;
  const found = new Map<string, { target: number; drive: Drive; cost: number }>();
  const arrive = (drive: Drive, at: number, spent: number) =>
    targets.forEach(({ arc, offset }, target) => {
      if (arc !== drive.at(-1) || offset < at) return;
      const cost = spent + (offset - at) * rate(town, arc);
      const key = `${target}:${drive.join()}`;
      if (cost < (found.get(key)?.cost ?? Infinity)) found.set(key, { target, drive, cost });
    });
  const open = new Map<string, { drive: Drive; cost: number }>();
  const waiting: string[] = [];
  const leave = (drive: Drive, spent: number) => {
    for (const arc of leaving(graph, arcEndNode(graph, drive.at(-1)!))) {
      const next = [...drive, arc].slice(-memory);
      if (forbids(town, next)) continue;
      const cost = spent + turnCost(town, drive.at(-1)!, arc);
      if (cost >= (open.get(next.join())?.cost ?? Infinity)) continue;
      open.set(next.join(), { drive: next, cost });
      waiting.push(next.join());
    }
  };
  const set = (drive: Drive, offset: number, cost: number) => {
    const arc = drive.at(-1)!;
    arrive(drive, offset, cost);
    leave(drive, cost + (edgeLength(graph, arc >> 1) - offset) * rate(town, arc));
  };
  for (const { drive, offset, cost } of from) {
    const arc = drive.at(-1)!;
    set(drive, offset, cost);
    const close = edgeLength(graph, arc >> 1) - offset < 30 && forbids(town, [...drive, arc ^ 1].slice(-memory));
    if (turnBack < Infinity && graph.nodeArcs.includes(arc ^ 1) && !close)
      set([arc ^ 1], edgeLength(graph, arc >> 1) - offset, cost + turnBack);
  }
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const { drive, cost } = open.get(key)!;
    const arc = drive.at(-1)!;
    leave(drive, cost + edgeLength(graph, arc >> 1) * rate(town, arc));
  }
  for (const { drive, cost } of open.values()) arrive(drive, 0, cost);
  return found;
}

/** Whether the last turn of a drive breaks a rule: the roads are compared as the rules name them. */
export function forbids({ graph, edges, rules }: Town, drive: Drive): boolean {
  const ways = drive.map((arc) => graph.edgeWay[arc >> 1]!);
  const joints = drive.map((arc) => {
    const edge = edges.find(({ wayId }) => wayId === graph.edgeWay[arc >> 1])!;
    return arc & 1 ? edge.fromNode : edge.toNode;
  });
  return rules.some(({ only, ways: named, nodes }) =>
    drive.some((_, i) => {
      const rest = ways.slice(i);
      const here = (k: number) => rest[k] === named[k] && (k === nodes.length || joints[i + k] === nodes[k]);
      const last = rest.length - 1;
      if (last < 1 || last > nodes.length) return false;
      if (!Array.from({ length: last }, (__, k) => k).every(here)) return false;
      return only ? !here(last) : last === nodes.length && here(last);
    }),
  );
}

const rate = ({ graph, costs }: Town, arc: number) => costs.perMetre[graph.edgeClass[arc >> 1]!]!;

const leaving = (graph: RoadGraph, node: number) =>
  [...graph.nodeArcs].filter((arc) => arcStartNode(graph, arc) === node);

export function turnCost({ graph, costs }: Pick<Town, "graph" | "costs">, arc: number, next: number): number {
  if (next !== (arc ^ 1)) return costs.turn[(arcStartHeading(graph, next) - arcEndHeading(graph, arc)) & 255]!;
  return leaving(graph, arcEndNode(graph, arc)).length === 1 ? costs.deadEndTurn : costs.uTurn;
}
