import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { busRoute, routeCosts, shortest } from "~/transit/roads/costs";
import { arcStartNode, type RoadGraph } from "~/transit/roads/graph";
import { buildGraph } from "~/transit/roads/graph-build";
import { graphBytes, packGraph, unpackGraph } from "~/transit/roads/graph-file";
import { arcLine } from "~/transit/roads/lay-path";
import { matchStops, stopOptions } from "~/transit/roads/match";
import { toDegrees, metresBetweenUnits } from "~/transit/geo/metres";
import { edgesInBox, edgesNear } from "~/transit/roads/near";
import { RouteSearch } from "~/transit/roads/route";
import { routeThrough } from "~/transit/roads/route-through";
import type { RoadEdge } from "~/transit/roads/edge";
import type { TurnRule } from "~/transit/roads/turn-rule";
import { groupBy } from "~/kit/ground/group-by";
import { clocked } from "./matching-clock";
import { type Line, seeded, traceOf } from "./matching-line";
import { readShapefileRoads, tiled } from "./matching-shapefile";

/** CPU milliseconds of each query, and what the process weighs after them. */
export interface CityTimes {
  route: number[];
  /** Legs between neighbouring stops, as the map editor asks for them. */
  legs: number[];
  stops: number[];
  boxes: Record<string, number[]>;
  boxEdges: Record<string, number>;
  near: number[];
  rss: number;
}

export interface CityBuild {
  rules: number;
  segments: number;
  edges: number;
  bytes: number;
  buildMs: number;
  rss: number;
}

/** A process of its own measures one thing, so that its memory is that thing's: `build <data> <file>` or `ask <file>`. */
async function main([mode, ...args]: string[]): Promise<CityBuild | CityTimes> {
  return mode === "build" ? build(args[0]!, args[1]!) : ask(args[0]!);
}

async function build(data: string, file: string): Promise<CityBuild> {
  const edges = tiled(await readShapefileRoads(join(data, "roadnet-jinan/edges")), 1_000_000);
  const rules = drawnRules(edges);
  const { result: graph, ms: buildMs } = clocked(() => buildGraph(edges, rules));
  const handle = await open(file, "w");
  for (const piece of packGraph(graph)) await handle.writeFile(piece);
  await handle.close();
  return {
    rules: rules.length,
    segments: graph.segmentEdge.length,
    edges: graph.edgeFrom.length,
    bytes: graphBytes(graph),
    buildMs,
    rss: process.memoryUsage().rss,
  };
}

async function ask(file: string): Promise<CityTimes> {
  const bytes = await readFile(file);
  const graph = unpackGraph(bytes.buffer as ArrayBuffer);
  const random = seeded(20_240_601);
  const plain = new RouteSearch(graph, routeCosts(graph, { ...shortest, uTurn: 0 }));
  const lines = drawnLines(graph, plain, random, 120, 8_000, 20_000);
  const trips = pairs(graph, random, 300, 2_000, 25_000);
  const search = new RouteSearch(graph, routeCosts(graph, busRoute));
  const timed = <Item>(items: Item[], run: (item: Item) => void) => items.map((item) => clocked(() => run(item)).ms);
  const route = timed(trips, ([from, to]) =>
    search.find([{ arc: from, offset: 0, cost: 0 }], [{ arc: to, offset: 0 }], 100_000),
  );
  const stops = timed(lines, (line) =>
    matchStops(
      search,
      line.map(([lng, lat]) => ({ lng, lat })),
      stopOptions,
    ),
  );
  const neighbours = lines.flatMap((line) =>
    line.slice(1, 4).map((to, i) => [line[i]!, to].map(([lng, lat]) => ({ lng, lat }))),
  );
  const legs = timed(neighbours, (anchors) => routeThrough(search, anchors));
  const boxes: Record<string, number[]> = {};
  const boxEdges: Record<string, number> = {};
  for (const km of [1, 3, 10]) {
    let most = 0;
    boxes[`${km} km`] = timed(trips, ([arc]) => {
      const node = arcStartNode(graph, arc);
      const [lng, lat, half] = [toDegrees(graph.nodeX[node]!), toDegrees(graph.nodeY[node]!), km / 222];
      most = Math.max(
        most,
        edgesInBox(graph, [lng - half * 1.25, lat - half, lng + half * 1.25, lat + half], 20_000).edges.length,
      );
    });
    boxEdges[`${km} km`] = most;
  }
  const near = timed(lines.flat(), ([lng, lat]) => edgesNear(graph, lng, lat, 50, 8));
  return { route, legs, stops, boxes, boxEdges, near, rss: process.memoryUsage().rss };
}

/** A rule at one crossing in twenty, every tenth of them over the road between two crossings. */
function drawnRules(edges: readonly RoadEdge[]): TurnRule[] {
  const random = seeded(7);
  const at = groupBy(
    edges.flatMap((edge) => [edge.fromNode, edge.toNode].map((node) => ({ node, edge }))),
    ({ node }) => node,
  );
  const any = (node: number) => at.get(node)![Math.floor(random() * at.get(node)!.length)]!.edge;
  return [...at.keys()].flatMap((node, i): TurnRule[] => {
    if (at.get(node)!.length < 3 || random() > 0.05) return [];
    const [from, next] = [any(node), any(node)];
    const far = next.fromNode === node ? next.toNode : next.fromNode;
    const over = random() < 0.1 && next !== from;
    const ways = over ? [from, next, any(far)] : [from, next];
    return [{ relationId: i, only: false, ways: ways.map(({ wayId }) => wayId), nodes: over ? [node, far] : [node] }];
  });
}

/** Pairs of arcs whose starts lie so far apart as the crow flies and are connected. */
function pairs(graph: RoadGraph, random: () => number, count: number, least: number, most: number): [number, number][] {
  const found: [number, number][] = [];
  const any = () => graph.nodeArcs[Math.floor(random() * graph.nodeArcs.length)]!;
  while (found.length < count) {
    const [from, to] = [any(), any()];
    const [a, b] = [arcStartNode(graph, from), arcStartNode(graph, to)];
    const apart = metresBetweenUnits(graph.nodeX[a]!, graph.nodeY[a]!, graph.nodeX[b]!, graph.nodeY[b]!);
    if (apart >= least && apart <= most) found.push([from, to]);
  }
  return found;
}

/** Bus lines drawn as shortest routes: a stop every 600 m, 10 m beside the road in each axis. */
function drawnLines(
  graph: RoadGraph,
  search: RouteSearch,
  random: () => number,
  count: number,
  least: number,
  most: number,
): Line[] {
  const lines: Line[] = [];
  while (lines.length < count) {
    for (const [from, to] of pairs(graph, random, count - lines.length, least, most)) {
      const [route] = search.find([{ arc: from, offset: 0, cost: 0 }], [{ arc: to, offset: 0 }], 40_000);
      if (!route) continue;
      const path = route.arcs.slice(0, -1).flatMap((arc) => arcLine(graph, arc, 0, Infinity));
      if (path.length > 1) lines.push(traceOf(path, 600, 10, random));
    }
  }
  return lines;
}

console.log(JSON.stringify(await main(process.argv.slice(2))));
