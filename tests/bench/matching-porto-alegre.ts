import { join } from "node:path";
import { readGtfs } from "~/kernel/gtfs/read.server";
import { readRoads } from "~/kernel/osm/read.server";
import { buildGraph } from "~/kernel/roads/graph-build";
import { type MatchResult, matchStops, matchTrace, type Place, searchFor, stopOptions } from "~/kernel/roads/match";
import { metresApart } from "~/kernel/roads/metres";
import { stopsAlong } from "~/kernel/roads/stops-along";
import { atLeast, atMost, type Figure, mean, percentile, reported } from "./figure";
import { clocked } from "./matching-clock";
import { type Line, lineLength, seeded, shareNear, traceOf } from "./matching-line";

/** Metres within which two lines count as the same road. */
const tolerance = 20;
/** Degrees (200 m) kept from the extract's edge, so that the roads around a stop are in the file too. */
const margin = 0.002;

interface Pattern {
  name: string;
  stops: Place[];
  shape: Line;
}

interface Scores {
  recall: number[];
  /** Recall of the part between the first and the last stop: beyond them stops say nothing. */
  between: number[];
  precision: number[];
  ratio: number[];
  breaks: number;
  broken: number;
  ms: number[];
}

/** How well lines are found from their stops alone and from noisy traces, against the operator's own shapes. */
export async function portoAlegreFigures(data: string): Promise<Figure[]> {
  const roads = await readRoads(join(data, "osm/porto-alegre.osm.pbf"));
  const search = searchFor(buildGraph(roads.edges), stopOptions);
  const patterns = await patternsInside(join(data, "gtfs-porto-alegre/poa_eptc.zip"), roads.bounds!);
  const random = seeded(50);
  const traces = new Map(patterns.map((pattern) => [pattern, traceOf(pattern.shape, 50, 10, random).map(([lng, lat]) => ({ lng, lat }))]));
  const fromStops = scored(patterns, (pattern) => matchStops(search, pattern.stops));
  const fromTraces = scored(patterns, (pattern) => matchTrace(search, traces.get(pattern)!, pattern.stops));
  return [
    atLeast("matching: real lines compared", patterns.length, 73, "lines"),
    atLeast("matching: stops only, recall", mean(fromStops.recall), 0.94),
    reported("matching: stops only, recall between the end stops", mean(fromStops.between)),
    atLeast("matching: stops only, precision", mean(fromStops.precision), 0.92),
    atLeast("matching: stops only, median length ratio, low", percentile(fromStops.ratio, 0.5), 0.95),
    atMost("matching: stops only, median length ratio, high", percentile(fromStops.ratio, 0.5), 1.05),
    reported("matching: stops only, recall of the worst tenth", percentile(fromStops.recall, 0.1)),
    reported("matching: stops only, breaks", fromStops.breaks, `in ${fromStops.broken} lines`),
    reported("matching: stops only, p50", percentile(fromStops.ms, 0.5), "ms CPU"),
    atMost("matching: stops only, p95", percentile(fromStops.ms, 0.95), 50, "ms CPU"),
    atLeast("matching: trace every 50 m, recall", mean(fromTraces.recall), 0.98),
    atLeast("matching: trace every 50 m, precision", mean(fromTraces.precision), 0.92),
    reported("matching: trace every 50 m, breaks", fromTraces.breaks, `in ${fromTraces.broken} lines`),
    reported("matching: trace every 50 m, p95", percentile(fromTraces.ms, 0.95), "ms CPU"),
  ];
}

async function patternsInside(file: string, bounds: { minLng: number; minLat: number; maxLng: number; maxLat: number }): Promise<Pattern[]> {
  const feed = await readGtfs(file);
  const inside = (lng: number, lat: number) =>
    lng >= bounds.minLng + margin && lng <= bounds.maxLng - margin && lat >= bounds.minLat + margin && lat <= bounds.maxLat - margin;
  return feed.patterns
    .map((pattern) => {
      const flat = feed.shapes.get(pattern.shapeId) ?? new Float64Array();
      const shape: Line = Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]);
      return { name: pattern.shapeId, stops: pattern.stopIds.map((id) => feed.stops.get(id)!), shape };
    })
    .filter(({ shape, stops }) => shape.length > 1 && shape.every(([lng, lat]) => inside(lng, lat)) && stops.every(({ lng, lat }) => inside(lng, lat)));
}

/** Matches every pattern; one that throws counts as 0. */
function scored(patterns: readonly Pattern[], match: (pattern: Pattern) => MatchResult): Scores {
  const scores: Scores = { recall: [], between: [], precision: [], ratio: [], breaks: 0, broken: 0, ms: [] };
  for (const pattern of patterns) {
    const { result, ms } = clocked(() => attempted(() => match(pattern)));
    scores.ms.push(ms);
    scores.recall.push(result ? shareNear(pattern.shape, result.path, tolerance) : 0);
    scores.between.push(result ? shareNear(betweenEnds(pattern), result.path, tolerance) : 0);
    scores.precision.push(result ? shareNear(result.path, pattern.shape, tolerance) : 0);
    scores.ratio.push(result ? result.length / lineLength(pattern.shape) : 0);
    scores.breaks += result?.breaks.length ?? 0;
    if (!result || result.breaks.length > 0) scores.broken++;
  }
  return scores;
}

function betweenEnds({ shape, stops }: Pattern): Line {
  const along = stopsAlong(shape, stops.map(({ lng, lat }): Line[number] => [lng, lat]));
  const [first, last] = [along[0]!, along.at(-1)!];
  let distance = 0;
  const inner = shape.filter((point, i) => {
    if (i > 0) distance += metresApart(shape[i - 1]!, point);
    return distance > first.distance && distance < last.distance;
  });
  return [first.place, ...inner, last.place];
}

function attempted(run: () => MatchResult): MatchResult | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
