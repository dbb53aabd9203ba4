import { join } from "node:path";
import { pathLength } from "~/transit/geo/path";
import { toBusRoutes } from "~/transit/osm/bus-routes";
import type { ImportedDirection } from "~/transit/osm/bus-network";
import { readRoads } from "~/transit/osm/read.server";
import { toTurnRules } from "~/transit/osm/restrictions";
import type { RoadEdge } from "~/transit/roads/edge";
import { buildGraph } from "~/transit/roads/graph-build";
import type { RoadGraph } from "~/transit/roads/graph";
import type { Place } from "~/transit/roads/match";
import { stopsAlong } from "~/transit/roads/stops-along";
import type { TurnRule } from "~/transit/roads/turn-rule";
import { type Pattern, patternsInside } from "./matching-patterns";

/** Roads with real lines on them: each line's stops, and the path that somebody else gave it. */
export interface LineSet {
  name: string;
  edges: RoadEdge[];
  rules: TurnRule[];
  graph: RoadGraph;
  patterns: Pattern[];
}

/** Those at even places are for choosing constants by, those at odd ones tell whether the choice holds. */
export async function lineSets(data: string): Promise<LineSet[]> {
  return [
    await withFeed(data, "Porto Alegre", "osm/porto-alegre.osm.pbf", "gtfs-porto-alegre/poa_eptc.zip"),
    await withFeed(data, "Addison", "osm/addison-vt.osm.gz", "gtfs-addison/addisoncounty-vt-us-gtfs.zip"),
    await withRelations(data, "Beijing", "osm/beijing-haidian-cau.osm"),
    await withRelations(data, "Moscow", "osm/moscow.osm.gz"),
    await withRelations(data, "Shenzhen", "osm/shenzhen-longgang.osm"),
  ];
}

async function roadsOf(data: string, file: string) {
  const roads = await readRoads(join(data, file));
  const { rules } = toTurnRules(roads.extract, new Set(roads.edges.map(({ wayId }) => wayId)));
  return { ...roads, rules, graph: buildGraph([...roads.edges, ...roads.closed], rules) };
}

async function withFeed(data: string, name: string, osm: string, gtfs: string): Promise<LineSet> {
  const { edges, rules, graph, bounds } = await roadsOf(data, osm);
  return { name, edges, rules, graph, patterns: await patternsInside(join(data, gtfs), bounds!) };
}

async function withRelations(data: string, name: string, osm: string): Promise<LineSet> {
  const { edges, rules, graph, extract } = await roadsOf(data, osm);
  const { lines, stations } = toBusRoutes(extract);
  const places = new Map(stations.map((station) => [station.key, station]));
  const patterns = lines
    .flatMap(({ variants }) => variants.flatMap(({ directions }) => directions))
    .flatMap((direction) => piecesOf(direction, places));
  return { name, edges, rules, graph, patterns };
}

/** Metres that a piece of a line must have, and those that a stop may lie beside it. */
const shortest = 400;
const beside = 40;

/** The pieces of a line that lie whole in the file, each with the stops beside it. */
function piecesOf(direction: ImportedDirection, places: ReadonlyMap<string, Place>): Pattern[] {
  const { path, breaks, stations } = direction;
  const cuts = [0, ...breaks.map(({ at }) => at), path.length];
  const known = stations.flatMap(({ key }) => places.get(key) ?? []);
  return cuts.slice(1).flatMap((to, i) => {
    const shape = path.slice(cuts[i], to);
    if (shape.length < 2 || pathLength(shape) < shortest) return [];
    const stops = onWay(shape, known);
    return stops.length < 2 ? [] : [{ name: `${direction.relationId}.${i}`, stops, shape, back: null }];
  });
}

function onWay(shape: Pattern["shape"], known: readonly Place[]): Place[] {
  const along = stopsAlong(
    shape,
    known.map(({ lng, lat }) => [lng, lat] as const),
  );
  return known.filter((_, i) => along[i]!.offset <= beside);
}
