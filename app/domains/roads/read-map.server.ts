import { busDirections, type RoadSkip, roadSkipLabels } from "~/transit/osm/access";
import { type BusNetwork, toBusRoutes } from "~/transit/osm/bus-routes";
import type { OsmExtract } from "~/transit/osm/extract";
import { type OsmReadOptions, readRoads } from "~/transit/osm/read.server";
import { relationSkipLabel } from "~/transit/osm/relations";
import { type RestrictionSkip, restrictionSkipLabels, toTurnRules } from "~/transit/osm/restrictions";
import type { FileFacts, SkippedCount } from "./schema";
import type { RoadsOfFile } from "./store-roads.server";

export interface MapFile {
  facts: FileFacts;
  roads: RoadsOfFile;
  bus: BusNetwork;
  /** Ways and relations left out, by reason in Chinese, the most frequent first. */
  skippedWays: SkippedCount[];
  skippedRelations: SkippedCount[];
  skippedTurns: SkippedCount[];
}

/** Reads a map file; the same file always gives the same. Throws OsmFileError for one that cannot be used. */
export async function readMapFile(file: string, options: OsmReadOptions = {}): Promise<MapFile> {
  const { edges, closed, skipped, bounds, extract } = await readRoads(file, options);
  const bus = toBusRoutes(extract);
  const used = new Set(edges.map((edge) => edge.wayId));
  const all = [...edges, ...closed];
  const { skipped: skippedTurns, ...turns } = toTurnRules(extract, used);
  return {
    facts: { ...extract.counts, bounds, routes: bus.relations.length },
    roads: { edges: all, turns, former: extract.former, ...limitsOf(extract, new Set(all.map(({ wayId }) => wayId))) },
    bus,
    skippedWays: labelled(skipped, (reason) => roadSkipLabels[reason as RoadSkip] ?? reason),
    skippedRelations: labelled(bus.skipped, relationSkipLabel),
    skippedTurns: labelled(skippedTurns, (reason) => restrictionSkipLabels[reason as RestrictionSkip]),
  };
}

function limitsOf({ ways, nodes }: OsmExtract, used: ReadonlySet<number>): Pick<RoadsOfFile, "cut" | "closed"> {
  const cut = new Map<number, ArrayLike<number>>();
  const closed: number[] = [];
  for (const { id, refs, tags } of ways) {
    if (used.has(id) && refs.some((ref) => nodes.indexOf(ref) < 0)) cut.set(id, refs);
    if (!used.has(id) && tags.highway && typeof busDirections(tags) === "string") closed.push(id);
  }
  return { cut, closed };
}

function labelled(counts: Readonly<Record<string, number>>, label: (reason: string) => string): SkippedCount[] {
  const sums = new Map<string, number>();
  for (const [reason, count] of Object.entries(counts)) sums.set(label(reason), (sums.get(label(reason)) ?? 0) + count);
  return [...sums].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}
