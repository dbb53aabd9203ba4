import { join } from "node:path";
import { toBusRoutes } from "~/transit/osm/bus-routes";
import { pathLength } from "~/transit/geo/path";
import { joinWays } from "~/transit/osm/path";
import { readRoads } from "~/transit/osm/read.server";
import type { RouteRelation, RouteWay } from "~/transit/osm/route-relation";
import type { RoadEdge } from "~/transit/roads/edge";
import { buildGraph } from "~/transit/roads/graph-build";
import { type MatchResult, matchTrace, searchFor, traceOptions } from "~/transit/roads/match";
import { atLeast, type Figure, mean, reported } from "./figure";
import { type Line, seeded, traceOf } from "./matching-line";

/** A stretch of a relation that lies whole in the file: its ways in order and the line they make. */
interface Run {
  name: string;
  ways: RouteWay[];
  path: Line;
}

/** Metres that a stretch must have to be worth a trace. */
const shortest = 1000;

/** How well noisy traces of real route relations find the very ways that the relations name. */
export async function beijingFigures(data: string): Promise<Figure[]> {
  const roads = await readRoads(join(data, "osm/beijing-haidian-cau.osm"));
  const graph = buildGraph(roads.edges);
  const search = searchFor(graph, traceOptions);
  const lengths = wayLengths(roads.edges);
  const runs = toBusRoutes(roads.extract).relations.flatMap((relation) => runsIn(relation, lengths));
  const random = seeded(40);
  const scores = runs.map((run) => {
    const trace = traceOf(run.path, 40, 8, random).map(([lng, lat]) => ({ lng, lat }));
    return { name: run.name, ...wayScores(run, matchTrace(search, trace), lengths) };
  });
  const broken = scores.filter(({ breaks }) => breaks > 0);
  return [
    reported("matching: Beijing relations, runs compared", runs.length, "runs"),
    atLeast("matching: Beijing relations, way recall by length", mean(scores.map(({ recall }) => recall)), 0.987),
    atLeast(
      "matching: Beijing relations, way precision by length",
      mean(scores.map(({ precision }) => precision)),
      0.978,
    ),
    reported("matching: Beijing relations, way recall by number", mean(scores.map(({ found }) => found))),
    reported(
      "matching: Beijing relations, breaks",
      broken.reduce((sum, { breaks }) => sum + breaks, 0),
      broken.length > 0 ? `in ${broken.map(({ name }) => name).join(", ")}` : "",
    ),
  ];
}

/** The longest stretches of a relation without a missing way, a missing road or a gap. */
function runsIn(relation: RouteRelation, lengths: ReadonlyMap<number, number>): Run[] {
  const groups: RouteWay[][] = [[]];
  for (const way of relation.ways) {
    const grown = [...groups.at(-1)!, way];
    if (!way.shape?.whole || !lengths.has(way.id)) groups.push([]);
    else if (joinWays(grown).breaks.length > 0) groups.push([way]);
    else groups[groups.length - 1] = grown;
  }
  return groups.flatMap((ways, i) => {
    const { path } = joinWays(ways);
    return pathLength(path) < shortest
      ? []
      : [{ name: `${relation.ref || relation.name}#${relation.id}.${i}`, ways, path }];
  });
}

/** Shares by length: of the relation's ways that were driven, and of what was driven that lies on them. */
function wayScores({ ways }: Run, { edges, breaks }: MatchResult, lengths: ReadonlyMap<number, number>) {
  const named = new Set(ways.map(({ id }) => id));
  const driven = new Set(edges.map(({ edgeKey }) => Number(edgeKey.split(":")[0])));
  const metres = (ids: Iterable<number>) => [...ids].reduce((sum, id) => sum + lengths.get(id)!, 0);
  const both = metres([...named].filter((id) => driven.has(id)));
  const found = [...named].filter((id) => driven.has(id)).length / named.size;
  return {
    recall: both / metres(named),
    precision: driven.size > 0 ? both / metres(driven) : 0,
    found,
    breaks: breaks.length,
  };
}

function wayLengths(edges: readonly RoadEdge[]): Map<number, number> {
  const lengths = new Map<number, number>();
  for (const { wayId, length } of edges) lengths.set(wayId, (lengths.get(wayId) ?? 0) + length);
  return lengths;
}
